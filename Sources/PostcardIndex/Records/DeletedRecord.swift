public import PlatformFoundation

/// A deleted record that can be restored.
public struct DeletedRecord: Sendable, Equatable {
    /// The record before its deletion.
    public let record: Record
    /// The sequence number of the deletion.
    public let sequence: Int
    /// The time of the deletion by the clock of the computer that made it.
    public let date: Date

    package init(record: Record, sequence: Int, date: Date) {
        self.record = record
        self.sequence = sequence
        self.date = date
    }
}
