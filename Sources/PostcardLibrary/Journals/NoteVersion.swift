public import PlatformFoundation

/// A version of the text of a note.
public struct NoteVersion: Sendable, Hashable, Codable {
    /// The time of the change, according to the clock of the computer that made it.
    public let date: Date
    /// The text; `nil` for a deletion.
    public let text: String?
}
