import PlatformFoundation
import PostcardCore
import PostcardDisk

/// Encodes values as the JSON objects of records, and decodes them.
enum RecordCoding {
    /// Returns the JSON object for a value. Keys are sorted, and dates are in UTC with milliseconds, so equal values have equal bytes.
    ///
    /// - Throws: `FileError` with code `invalidRecord`.
    static func encode(_ value: some Encodable, for key: RecordKey) throws(FileError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            guard let text = Timestamp.text(of: date) else {
                throw EncodingError.invalidValue(
                    date,
                    .init(
                        codingPath: encoder.codingPath, debugDescription: "The year of a date must have four digits."))
            }
            var container = encoder.singleValueContainer()
            try container.encode(text)
        }
        let json: [UInt8]
        do { json = Array(try encoder.encode(value)) } catch {
            throw FileError(.invalidRecord, "The \(key) can't be written as JSON: \(describe(error))")
        }
        guard json.first == UInt8(ascii: "{") else {
            throw FileError(
                .invalidRecord, "The \(key) is not encoded as a JSON object. Use a type with named members.")
        }
        return json
    }

    /// Decodes the JSON object of the record `key`, and checks the limits of a `CheckedRecord`.
    ///
    /// - Throws: `FileError` with code `invalidRecord`.
    static func decode<Value: Decodable>(
        _ type: Value.Type, from json: [UInt8], of key: RecordKey
    ) throws(FileError) -> Value {
        let decoder = JSONDecoder()
        if let key = CodingUserInfoKey.record { decoder.userInfo[key] = true }
        decoder.dateDecodingStrategy = .custom { decoder in
            try decoder.value(ofText: { Timestamp.date(of: $0.utf8) }) {
                "\"\($0)\" is not a date such as 2026-11-21T10:00:00.123Z."
            }
        }
        let value: Value
        do { value = try decoder.decode(type, from: Data(json)) } catch { throw unexpected(key, describe(error)) }
        if let checked = value as? any CheckedRecord, let error = checked.validationError(in: key.id) {
            throw unexpected(key, "\(error).")
        }
        return value
    }

    private static func unexpected(_ key: RecordKey, _ reason: String) -> FileError {
        FileError(
            .invalidRecord,
            "The \(key) does not match this version of Postcard: \(reason) Correct or delete the record, or use the version "
                + "that wrote it.")
    }

    /// Returns the JSON object for a value, including the members of the record `stored` that are unknown to its type.
    static func encode<Value: Codable>(_ value: Value, over stored: Record) throws(FileError) -> [UInt8] {
        let new = try encode(value, for: stored.key)
        let known = try encode(try stored.decode(Value.self), for: stored.key)
        if known == stored.json { return new }
        return try tree(new, of: stored.key)
            .keepingUnknown(of: tree(stored.json, of: stored.key), known: tree(known, of: stored.key)).bytes
    }

    /// Returns the shortest form of a JSON object.
    ///
    /// - Throws: `FileError` with code `invalidRecord` for another JSON value or invalid JSON.
    static func minified(_ json: [UInt8], of key: RecordKey) throws(FileError) -> [UInt8] {
        let value = try tree(json, of: key)
        guard value.members != nil else {
            throw FileError(.invalidRecord, "The \(key) is not a JSON object.")
        }
        return value.bytes
    }

    private static func tree(_ json: [UInt8], of key: RecordKey) throws(FileError) -> JSONValue {
        do throws(JSONSyntaxError) {
            return try json.withBytes { bytes throws(JSONSyntaxError) in try JSONValue(parsing: bytes) }
        } catch {
            throw FileError(.invalidRecord, "The \(key) is not valid JSON: \(error.reason) at byte \(error.position).")
        }
    }

    private static func describe(_ error: any Error) -> String {
        let context: (path: [any CodingKey], text: String) =
            switch error {
            case EncodingError.invalidValue(_, let context): (context.codingPath, context.debugDescription)
            case DecodingError.dataCorrupted(let context), DecodingError.typeMismatch(_, let context),
                DecodingError.valueNotFound(_, let context):
                (context.codingPath, context.debugDescription)
            case DecodingError.keyNotFound(let key, let context): (context.codingPath, "no \"\(key.stringValue)\".")
            default: ([], "\(error)")
            }
        let path = context.path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
        return path.isEmpty ? context.text : "\(path): \(context.text)"
    }
}

extension CodingUserInfoKey {
    /// The key that marks a decoder for records. An earlier version of Postcard may have written the records.
    package static let record = CodingUserInfoKey(rawValue: "record")
}
