public import PlatformFoundation

extension RecordKind {
    /// A traveller's journal.
    public static let journal: RecordKind = "journal"
}

/// A journal: places, and what was written, photographed and filmed there.
public struct Journal: Sendable, Hashable, Codable, Identifiable {
    /// Its name in the index, `journal-` and twelve letters or digits.
    public let id: String
    /// The name; never blank.
    public var name: String
    /// The time at which it was begun.
    public let created: Date
}
