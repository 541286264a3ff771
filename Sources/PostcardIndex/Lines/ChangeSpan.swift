import PostcardDisk

/// The positions of the parts of one change in a line in canonical form.
struct ChangeSpan {
    /// The position of the opening brace.
    let start: Int
    /// The range from the first character of the kind to the last character of the id. Equal keys have equal bytes.
    let key: Range<Int>
    /// The length of the kind in bytes.
    let kindLength: Int
    /// The JSON object; `nil` for a deletion.
    let record: Range<Int>?

    /// Returns the bytes of the id.
    func id(in line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        line.slice(key.lowerBound + kindLength + LineFormat.id.utf8CodeUnitCount..<key.upperBound)
    }

    /// Returns the key of the record: its kind and id.
    func key(in line: UnsafeRawBufferPointer) -> RecordKey {
        RecordKey(
            RecordKind(rawValue: String(decoding: line[key.lowerBound..<key.lowerBound + kindLength], as: UTF8.self)),
            String(decoding: id(in: line), as: UTF8.self))
    }

    /// Returns the bytes of `key` in a line.
    static func keyText(of key: RecordKey) -> [UInt8] {
        Array("\(key.kind.rawValue)\(LineFormat.id)\(key.id)".utf8)
    }
}
