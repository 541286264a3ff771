package import PlatformFoundation
package import PostcardDisk

/// A record in the index: a JSON object with a key.
package struct Record: Sendable, Equatable {
    package let key: RecordKey
    /// The sequence number of the change that wrote the record. Later changes have higher numbers.
    package let sequence: Int
    /// The time of the change that wrote the record, according to the clock of the computer that made the change.
    package let date: Date
    /// The JSON object as it is stored, in UTF-8.
    package let json: [UInt8]

    package init(key: RecordKey, sequence: Int, date: Date, json: [UInt8]) {
        self.key = key
        self.sequence = sequence
        self.date = date
        self.json = json
    }

    /// Decodes the record. Dates are strings such as `2026-11-21T10:00:00.123Z`.
    ///
    /// - Throws: `FileError` with code `invalidRecord` if the record does not match the type.
    package func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws(FileError) -> Value {
        try RecordCoding.decode(type, from: json, of: key)
    }
}
