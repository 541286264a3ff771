/// The JSON of an entry, with the paths or URLs of its files.
package struct EntryListing: Encodable, Sendable {
    package let entry: Entry
    /// The paths or URLs of the entry's pictures and videos, in order.
    package let files: [String]

    package init(_ entry: Entry, files: [String]) {
        self.entry = entry
        self.files = files
    }

    /// Encodes the members of the entry along with the files.
    package func encode(to encoder: any Encoder) throws {
        try entry.encode(to: encoder)
        try ["files": files].encode(to: encoder)
    }
}
