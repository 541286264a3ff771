public import PlatformFoundation
public import PostcardDisk

/// A record of the index: a JSON object with a key.
public struct Record: Sendable, Equatable {
    /// The key of the record.
    public let key: RecordKey
    /// The sequence number of the change that wrote it. Later changes have higher numbers.
    public let sequence: Int
    /// The time of that change by the clock of the computer that made it.
    public let date: Date
    /// The JSON object as it is stored, in UTF-8.
    public let json: [UInt8]

    package init(key: RecordKey, sequence: Int, date: Date, json: [UInt8]) {
        self.key = key
        self.sequence = sequence
        self.date = date
        self.json = json
    }

    /// Decodes the record. Dates are texts such as `2026-11-21T10:00:00.123Z`.
    ///
    /// - Throws: `FileError` with code `invalidRecord` if it does not fit the type.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws(FileError) -> Value {
        try RecordCoding.decode(type, from: json, of: key)
    }
}

/// The key of a record: its kind and an id that is unique within the kind.
public struct RecordKey: Sendable, Hashable, CustomStringConvertible {
    /// The kind of the record.
    public let kind: RecordKind
    /// The id: 1 to 200 visible ASCII characters except `"` and `\`, which JSON spells in several ways.
    public let id: String

    /// Makes a key. An invalid id is refused when a record is written, and never found.
    public init(_ kind: RecordKind, _ id: String) {
        self.kind = kind
        self.id = id
    }

    /// The kind and the id, separated by a space.
    public var description: String { "\(kind) \(id)" }

    /// A Boolean value that indicates whether kind and id have valid characters and lengths.
    var isValid: Bool {
        kind.isValid && (1...200).contains(id.utf8.count)
            && id.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }

    /// Checks that kind and id are valid.
    ///
    /// - Throws: `FileError` with code `invalidKey`.
    package func validate() throws(FileError) {
        guard kind.isValid else {
            throw FileError(
                .invalidKey,
                "\"\(kind.rawValue)\" can't be a kind of record: use 1 to 32 lower-case letters, digits and hyphens.")
        }
        guard isValid else {
            throw FileError(
                .invalidKey,
                "\"\(id)\" can't be the id of a \(kind): use 1 to 200 visible ASCII characters, "
                    + "no quotes or backslashes."
            )
        }
    }
}

/// A kind of record, such as a pin or a photo: 1 to 32 lower-case letters, digits and hyphens.
///
/// The index has no kinds of its own. Declare kinds as static members:
///
///     extension RecordKind {
///         static let pin: RecordKind = "pin"
///     }
public struct RecordKind: Sendable, Hashable, RawRepresentable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name of the kind in the index.
    public let rawValue: String

    /// Makes a kind. An invalid name is refused when a record is written, and never found.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes a kind of its name.
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// The name of the kind.
    public var description: String { rawValue }

    /// A Boolean value that indicates whether the name has valid characters and a valid length.
    var isValid: Bool {
        (1...32).contains(rawValue.utf8.count)
            && rawValue.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-") }
    }
}

/// A version of a record: one change in its history.
package struct RecordVersion: Sendable, Equatable {
    /// The sequence number of the change. Later changes have higher numbers.
    package let sequence: Int
    /// The time of the change by the clock of the computer that made it.
    package let date: Date
    /// The record as written; `nil` for a deletion.
    package let record: Record?

    package init(sequence: Int, date: Date, record: Record?) {
        self.sequence = sequence
        self.date = date
        self.record = record
    }
}

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
