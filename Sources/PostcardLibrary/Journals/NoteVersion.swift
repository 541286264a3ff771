public import PlatformFoundation

/// What a note said from some time on.
public struct NoteVersion: Sendable, Hashable, Codable {
    /// Since when, by the clock of whoever wrote it.
    public let date: Date
    /// The text; `nil` when the note was deleted then.
    public let text: String?
}
