public import PlatformFoundation

/// One step in the history of a record.
public struct RecordVersion: Sendable, Equatable {
    /// The number of the change; later changes have higher ones.
    public let sequence: Int
    /// When the change was made, by the clock of whoever made it.
    public let date: Date
    /// The record as it was written; nil if the change deleted it.
    public let record: Record?

    /// Describes a step.
    public init(sequence: Int, date: Date, record: Record?) {
        self.sequence = sequence
        self.date = date
        self.record = record
    }
}
