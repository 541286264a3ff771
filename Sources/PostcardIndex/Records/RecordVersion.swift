package import PlatformFoundation

/// One step in the history of a record.
package struct RecordVersion: Sendable, Equatable {
    /// The number of the change; later changes have higher ones.
    package let sequence: Int
    /// The time of the change, by the clock of the computer that made it.
    package let date: Date
    /// The record as it was written; nil if the change deleted it.
    package let record: Record?

    /// Describes a step.
    package init(sequence: Int, date: Date, record: Record?) {
        self.sequence = sequence
        self.date = date
        self.record = record
    }
}
