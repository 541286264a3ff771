import PlatformFoundation

/// A note in a journal, with or without a place. Earlier texts stay in the index until it is compacted.
public struct Note: Sendable, Hashable, Codable, Identifiable {
    /// The id: `note-` and twelve letters or digits.
    public let id: RecordID<Note>
    /// The id of its journal.
    public let journal: Journal.ID
    /// The id of its place in that journal; `nil` if it has none.
    public let place: JournalPlace.ID?
    /// The time that the note describes. Notes are ordered by it.
    public var date: WallTime
    /// The text; never blank.
    public var text: String
    /// The time at which the note was added; `nil` for notes written by earlier versions.
    var created: Date?
}
