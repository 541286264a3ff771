/// Bounds-checked reads of integers from untrusted bytes.
struct ByteReader {
    let bytes: UnsafeRawBufferPointer
    let isBigEndian: Bool

    init(_ bytes: UnsafeRawBufferPointer, bigEndian: Bool = true) {
        self.bytes = bytes
        isBigEndian = bigEndian
    }

    var count: Int { bytes.count }

    func byte(at offset: Int) -> Int? {
        offset >= 0 && offset < bytes.count ? Int(bytes[offset]) : nil
    }

    func integer<Value: FixedWidthInteger>(at offset: Int, as type: Value.Type) -> Value? {
        guard offset >= 0, offset <= bytes.count - MemoryLayout<Value>.size else { return nil }
        let value = bytes.loadUnaligned(fromByteOffset: offset, as: type)
        return isBigEndian ? value.bigEndian : value.littleEndian
    }

    func uint16(at offset: Int) -> Int? { integer(at: offset, as: UInt16.self).map(Int.init) }
    /// Reads a little-endian number; no format here needs 24-bit big-endian numbers.
    func uint24(at offset: Int) -> Int? {
        guard let low = uint16(at: offset), let high = byte(at: offset + 2) else { return nil }
        return low | high << 16
    }
    func uint32(at offset: Int) -> Int? { integer(at: offset, as: UInt32.self).map(Int.init) }

    /// Returns `nil` also for numbers that do not fit in `Int`.
    func uint64(at offset: Int) -> Int? { integer(at: offset, as: UInt64.self).flatMap { Int(exactly: $0) } }

    /// Returns the bytes at `offset`; `nil` if fewer than `count` bytes follow.
    func slice(at offset: Int, count: Int) -> UnsafeRawBufferPointer? {
        guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else { return nil }
        return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
    }

    func has(_ text: StaticString, at offset: Int) -> Bool {
        guard let part = slice(at: offset, count: text.utf8CodeUnitCount) else { return false }
        return part.elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}

extension [UInt8] {
    /// Makes the lowest `count` bytes of a number, highest byte first.
    init(bigEndian value: Int, count: Int) {
        self = (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// Makes the lowest `count` bytes of a number, lowest byte first.
    init(littleEndian value: Int, count: Int) {
        self = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
