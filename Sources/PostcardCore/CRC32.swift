/// The checksum of zlib, gzip, ZIP and PNG (CRC-32/ISO-HDLC: polynomial 0xEDB88320, reflected).
package struct CRC32: Sendable {
    /// The checksum of the bytes so far.
    package private(set) var value: UInt32 = 0

    package init() {}

    /// `tables[256 * k + b]` is the effect of byte `b` on the register when `k` bytes follow it ("slicing by 16").
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 16 * 256)
        for byte in 0..<256 {
            var register = UInt32(byte)
            for _ in 0..<8 { register = register & 1 == 0 ? register >> 1 : (register >> 1) ^ 0xEDB8_8320 }
            tables[byte] = register
        }
        for index in 256..<tables.count {
            let before = tables[index - 256]
            tables[index] = (before >> 8) ^ tables[Int(before & 0xFF)]
        }
        return tables
    }()

    /// The checksum of `bytes`.
    package static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt32 {
        var crc = CRC32()
        crc.update(bytes)
        return crc.value
    }

    /// Adds bytes.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        Self.tables.withUnsafeBufferPointer { tables in
            var register = ~value
            var index = 0
            while index + 16 <= bytes.count {
                let low = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian ^ UInt64(register)
                let high = bytes.loadUnaligned(fromByteOffset: index + 8, as: UInt64.self).littleEndian
                register = Self.slice(low, tables, 8) ^ Self.slice(high, tables, 0)
                index += 16
            }
            while index < bytes.count {
                register = (register >> 8) ^ tables[Int((register ^ UInt32(bytes[index])) & 0xFF)]
                index += 1
            }
            value = ~register
        }
    }

    /// The effect of eight bytes, the first of them lowest, on the register when `following` bytes follow them.
    @inline(__always)
    private static func slice(_ word: UInt64, _ tables: UnsafeBufferPointer<UInt32>, _ following: Int) -> UInt32 {
        var result: UInt32 = 0
        for byte in 0..<8 {
            result ^= tables[256 * (following + 7 - byte) + Int((word >> UInt64(8 * byte)) & 0xFF)]
        }
        return result
    }
}
