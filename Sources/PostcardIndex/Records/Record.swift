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

/// The key of a record: its kind, and an id that no other record of the kind has.
public struct RecordKey: Sendable, Hashable, CustomStringConvertible {
    /// The kind of the record.
    public let kind: RecordKind
    /// 1 to 200 visible ASCII characters without `"` and `\`, which JSON would write in more than one way.
    public let id: String

    /// Names a record. An id with other characters is refused when a record is written, and never found.
    public init(_ kind: RecordKind, _ id: String) {
        self.kind = kind
        self.id = id
    }

    /// The kind and the id with a space between them.
    public var description: String { "\(kind) \(id)" }

    /// A Boolean value that indicates whether the kind and the id have only characters that are allowed, and not too
    /// many.
    var isValid: Bool {
        kind.isValid && (1...200).contains(id.utf8.count)
            && id.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }

    /// Checks that the key may be written.
    package func validate() throws(LibraryError) {
        guard kind.isValid else {
            throw LibraryError(
                .invalidKey,
                "\"\(kind.rawValue)\" can't be a kind of record: use 1 to 32 lower-case letters, digits and hyphens.")
        }
        guard isValid else {
            throw LibraryError(
                .invalidKey,
                "\"\(id)\" can't be the id of a \(kind): use 1 to 200 visible ASCII characters, "
                    + "no quotes or backslashes."
            )
        }
    }
}

/// A kind of record, such as a pin or a photo: 1 to 32 lower-case letters, digits and hyphens.
///
/// The index does not know any kind by itself. Declare those that there are as static members:
///
///     extension RecordKind {
///         static let pin: RecordKind = "pin"
///     }
public struct RecordKind: Sendable, Hashable, RawRepresentable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The kind's name in the index.
    public let rawValue: String

    /// Names a kind. A name with other characters is refused when a record is written, and never found.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Names a kind.
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// The kind's name.
    public var description: String { rawValue }

    /// A Boolean value that indicates whether the name has only characters that are allowed, and not too many.
    var isValid: Bool {
        (1...32).contains(rawValue.utf8.count)
            && rawValue.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-") }
    }
}

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
