/// The JSON of a meme, with the path or URL of its file.
package struct MemeListing: Encodable, Sendable {
    package let meme: MemeRecord
    /// The path or URL of the file.
    package let path: String

    package init(_ meme: MemeRecord, path: String) {
        self.meme = meme
        self.path = path
    }

    /// Returns the texts of a meme on one line.
    package static func words(_ meme: MemeRecord) -> String {
        meme.texts.map { $0.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: " ") }
            .joined(separator: " / ")
    }

    /// Encodes the members of the record along with the path.
    package func encode(to encoder: any Encoder) throws {
        try meme.encode(to: encoder)
        try ["path": path].encode(to: encoder)
    }
}
