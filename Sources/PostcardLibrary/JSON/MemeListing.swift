/// A meme's record with the place of its file.
package struct MemeListing: Encodable, Sendable {
    /// The record.
    package let meme: MemeRecord
    /// The path or address of its file.
    package let path: String

    private enum Key: String, CodingKey { case path }

    /// Lists a meme.
    package init(_ meme: MemeRecord, path: String) {
        self.meme = meme
        self.path = path
    }

    /// The words of a meme on one line.
    package static func words(_ meme: MemeRecord) -> String {
        meme.texts.map { $0.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: " ") }
            .joined(separator: " / ")
    }

    /// Writes the members of the record, and the path beside them.
    package func encode(to encoder: any Encoder) throws {
        try meme.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(path, forKey: .path)
    }
}
