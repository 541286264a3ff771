/// One change of one record.
struct Change: Sendable, Equatable {
    let key: RecordKey
    /// The new JSON object, in its shortest spelling; nil if the change deletes the record.
    let json: [UInt8]?
}
