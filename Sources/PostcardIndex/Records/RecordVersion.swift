package import PlatformFoundation

/// A version of a record: one change in its history.
package struct RecordVersion: Sendable, Equatable {
    /// The sequence number of the change. Later changes have higher numbers.
    package let sequence: Int
    /// The time of the change, according to the clock of the computer that made the change.
    package let date: Date
    /// The record as written; `nil` for a deletion.
    package let record: Record?

    package init(sequence: Int, date: Date, record: Record?) {
        self.sequence = sequence
        self.date = date
        self.record = record
    }
}
