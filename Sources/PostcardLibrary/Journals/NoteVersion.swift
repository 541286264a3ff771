public import PlatformFoundation

/// A version of a note's text.
public struct NoteVersion: Sendable, Hashable, Codable {
    /// The time of the change, according to the clock of the computer that made the change.
    public let date: Date
    /// The text; `nil` for a deletion.
    public let text: String?
}
