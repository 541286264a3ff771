public import PlatformFoundation

/// A deleted record that can be restored.
public struct DeletedItem: Sendable, Hashable {
    /// The kind of a deleted record.
    public enum Kind: String, Sendable {
        /// A pin, with its album.
        case pin
        /// A photo in an album.
        case photo
        /// A journal, with its places, notes and entries.
        case journal
        /// A place in a journal, with its notes and entries.
        case place
        /// A note in a journal.
        case note
        /// An entry.
        case entry
        /// A meme.
        case meme
    }

    /// The id of the record.
    public let id: String
    /// The kind of the record.
    public let kind: Kind
    /// The time of the deletion, according to the clock of the computer that deleted the record.
    public let deleted: Date

    /// Makes the item for a record; `nil` for a kind that cannot be restored on its own.
    init?(_ item: DeletedRecord) {
        guard let kind = Kind(rawValue: item.record.key.kind.rawValue) else { return nil }
        (id, self.kind, deleted) = (item.record.key.id, kind, item.date)
    }
}
