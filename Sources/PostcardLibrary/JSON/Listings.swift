package import PlatformFoundation

/// The encoder of records as JSON: sorted names, dates in UTC.
package enum ListingEncoder {
    /// Returns the indented JSON of a value.
    package static func encode(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return try encoder.encode(value)
    }
}

/// The JSON of a journal with its places, notes and entries by date.
package struct JournalListing: Encodable, Sendable {
    struct Stop: Encodable {
        let place: JournalPlace?
        let notes: [Note]
        let entries: [EntryListing]
    }

    let journal: Journal
    let stops: [Stop]

    /// Lists a journal.
    ///
    /// - Parameters:
    ///   - contents: the journal with its contents.
    ///   - entry: returns the listing of an entry.
    package init(_ contents: JournalContents, entry: (Entry) -> EntryListing) {
        journal = contents.journal
        stops = contents.stops.map { stop in
            Stop(place: stop.place, notes: stop.notes, entries: stop.entries.map(entry))
        }
    }
}

/// The JSON of an entry with the paths or addresses of its files.
package struct EntryListing: Encodable, Sendable {
    package let entry: Entry
    /// The paths or addresses of its pictures and videos, in order.
    package let files: [String]

    package init(_ entry: Entry, files: [String]) {
        self.entry = entry
        self.files = files
    }

    /// Encodes the members of the entry together with the files.
    package func encode(to encoder: any Encoder) throws {
        try entry.encode(to: encoder)
        try ["files": files].encode(to: encoder)
    }
}

/// The JSON of a meme with the path or address of its file.
package struct MemeListing: Encodable, Sendable {
    /// The record of the meme.
    package let meme: MemeRecord
    /// The path or address of the file.
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

    /// Encodes the members of the record together with the path.
    package func encode(to encoder: any Encoder) throws {
        try meme.encode(to: encoder)
        try ["path": path].encode(to: encoder)
    }
}

/// The JSON of a deleted record that can be restored.
package struct DeletedListing: Encodable, Sendable, Identifiable {
    /// The id of the record.
    package let id: String
    /// The kind of the record, such as `pin`.
    package let kind: String
    /// The time of the deletion.
    package let deleted: Date
    /// A line that identifies the record for people; may be empty.
    package let title: String

    package init(_ item: DeletedRecord) {
        id = item.record.key.id
        kind = item.record.key.kind.rawValue
        deleted = item.date
        // A record that does not fit its type has no title.
        let summary = try? Library.value(of: item.record).summary
        title = summary?.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    }
}
