import PostcardDisk

/// The position of one change in a line in Postcard's own form.
struct ChangeSpan {
    /// The position of the opening brace.
    let start: Int
    /// From the first character of the kind to the last one of the id, with what is between: one key has one such text.
    let key: Range<Int>
    /// The length of the kind.
    let kindLength: Int
    /// The JSON object; nil if the change deletes the record.
    let record: Range<Int>?

    /// The bytes of the id.
    func id(in line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        line.slice(key.lowerBound + kindLength + LineFormat.id.utf8CodeUnitCount..<key.upperBound)
    }

    /// Reads the key.
    func key(in line: UnsafeRawBufferPointer) -> RecordKey {
        RecordKey(
            RecordKind(rawValue: String(decoding: line[key.lowerBound..<key.lowerBound + kindLength], as: UTF8.self)),
            String(decoding: id(in: line), as: UTF8.self))
    }

    /// The bytes that `key` covers in the line.
    static func keyText(of key: RecordKey) -> [UInt8] {
        Array("\(key.kind.rawValue)\(LineFormat.id)\(key.id)".utf8)
    }
}
