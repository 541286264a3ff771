import PostcardCore

/// The current version of a file on Wikimedia Commons.
struct CommonsFile {
    /// The title of the file's page, such as `File:Harbour steps.jpg`.
    let title: String
    /// The `imageinfo` member of the reply (`prop=imageinfo`).
    let info: JSONValue
    /// The description of the file, keyed by CommonsMetadata names. The values are strings, often with HTML.
    let metadata: [NameKey: String]

    init?(page: JSONValue) {
        guard let title = page["title"]?.string, let info = page["imageinfo"]?.elements?.first else { return nil }
        self.title = title
        self.info = info
        // PHP encodes an object without members as an empty array.
        let entries = (info["extmetadata"]?.members ?? []).compactMap { entry in
            entry.value["value"]?.anyText.map { (NameKey(entry.name), $0) }
        }
        metadata = [NameKey: String](entries) { _, last in last }
    }
}
