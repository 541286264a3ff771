/// An entry with the places of its files.
package struct EntryListing: Encodable, Sendable {
    /// The entry.
    package let entry: Entry
    /// Paths or addresses of its pictures and videos, in order.
    package let files: [String]

    private enum Key: String, CodingKey { case files }

    /// Lists an entry.
    package init(_ entry: Entry, files: [String]) {
        self.entry = entry
        self.files = files
    }

    /// Writes the members of the entry, and the files beside them.
    package func encode(to encoder: any Encoder) throws {
        try entry.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(files, forKey: .files)
    }
}
