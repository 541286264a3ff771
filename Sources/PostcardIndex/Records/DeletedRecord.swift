package import PlatformFoundation

/// A deleted record that can be restored.
package struct DeletedRecord: Sendable, Equatable {
    /// The record before its deletion.
    package let record: Record
    /// The sequence number of the deletion.
    package let sequence: Int
    /// The time of the deletion, according to the clock of the computer that deleted the record.
    package let date: Date

    package init(record: Record, sequence: Int, date: Date) {
        self.record = record
        self.sequence = sequence
        self.date = date
    }
}
