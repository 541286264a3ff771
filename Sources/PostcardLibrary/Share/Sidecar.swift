import PostcardSources

/// The JSON document beside a shared file, with all that is known of it.
struct Sidecar: Encodable {
    let file: String
    let id: String
    let kind: Medium.Kind
    let sha256: BlobHash
    let title: String
    let creator: String?
    let credit: String?
    let license: License?
    let page: String?
    let dateTaken: WallTime?
    let coordinate: Coordinate?
    let duration: Double?
    let text: String?

    /// `hasPosition` tells whether it states where the file was taken.
    init(_ item: SharedItem, file: String, text: String, hasPosition: Bool) {
        self.file = file
        id = item.id
        kind = item.kind
        sha256 = item.blob
        title = item.title
        creator = item.creator
        credit = item.credit
        license = item.license
        page = item.page
        dateTaken = item.date
        coordinate = hasPosition ? item.coordinate : nil
        duration = item.duration
        self.text = text.isEmpty ? nil : text
    }
}
