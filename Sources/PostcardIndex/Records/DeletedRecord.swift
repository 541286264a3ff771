public import PlatformFoundation

/// A record that was deleted, and can be restored.
public struct DeletedRecord: Sendable, Equatable {
    /// The record as it was before.
    public let record: Record
    /// The number of the change that deleted it.
    public let sequence: Int
    /// The time of the deletion, by the clock of the computer that made it.
    public let date: Date

    /// Describes a deleted record.
    package init(record: Record, sequence: Int, date: Date) {
        self.record = record
        self.sequence = sequence
        self.date = date
    }
}
