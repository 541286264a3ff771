/// The JSON document next to a shared file.
struct Sidecar: Encodable {
    private let item: SharedItem
    private let file: String
    private let text: String

    /// Makes a document, with the item's position if `hasPosition` is true.
    init(_ item: SharedItem, file: String, text: String, hasPosition: Bool) {
        var told = item
        if !hasPosition { told.coordinate = nil }
        (self.item, self.file, self.text) = (told, file, text)
    }

    /// Encodes the members of the item along with the document's own members.
    func encode(to encoder: any Encoder) throws {
        try item.encode(to: encoder)
        try ["file": file].encode(to: encoder)
        if !text.isEmpty { try ["text": text].encode(to: encoder) }
    }
}
