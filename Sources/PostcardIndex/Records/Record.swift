public import PlatformFoundation
public import PostcardDisk

/// A record as the index has it: a JSON object with a key.
public struct Record: Sendable, Equatable {
    /// The key of the record.
    public let key: RecordKey
    /// The number of the change that wrote it; later changes have higher ones.
    public let sequence: Int
    /// The time of that change, by the clock of the computer that made it.
    public let date: Date
    /// The JSON object, in UTF-8, as it is stored.
    public let json: [UInt8]

    /// Makes a record, as for tests of code that reads some.
    package init(key: RecordKey, sequence: Int, date: Date, json: [UInt8]) {
        self.key = key
        self.sequence = sequence
        self.date = date
        self.json = json
    }

    /// Reads the record into a type. Dates are texts such as `2026-11-21T10:00:00.123Z`.
    ///
    /// - Throws: `LibraryError` with the code `invalidRecord` if it does not fit the type.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws(LibraryError) -> Value {
        try RecordCoding.decode(type, from: json, of: key)
    }
}
