import PlatformFoundation

/// A note in a journal, with or without a place. Earlier texts stay in the index until the index is compacted.
public struct Note: Sendable, Hashable, Codable, Identifiable {
    /// The id: `note-` and twelve letters or digits.
    public let id: RecordID<Note>
    /// The id of the journal that contains the note.
    public let journal: Journal.ID
    /// The id of the note's place in that journal; `nil` if it has none.
    public let place: JournalPlace.ID?
    /// The time that the note describes. Notes are ordered by this time.
    public var date: WallTime
    /// The text; never blank.
    public var text: String
    /// The time at which the note was added; `nil` for notes written by earlier versions.
    var created: Date?
}
