extension RecordKind {
    /// A text in a journal.
    public static let note: RecordKind = "note"
}

/// Something written in a journal, at one of its places or at none. Its earlier texts stay in the index until it is
/// compacted.
public struct Note: Sendable, Hashable, Codable, Identifiable {
    /// Its name in the index, `note-` and twelve letters or digits.
    public let id: String
    /// The id of its journal.
    public let journal: String
    /// The id of its place in that journal.
    public let place: String?
    /// The time that it tells of; notes are ordered by it.
    public var date: WallTime
    /// The text; never blank.
    public var text: String
}
