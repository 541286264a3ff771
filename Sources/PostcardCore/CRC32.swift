import CZlib

/// The checksum of zlib, gzip, ZIP and PNG (CRC-32/ISO-HDLC: polynomial 0xEDB88320, reflected).
package struct CRC32: Sendable {
    /// The checksum of the bytes so far.
    package private(set) var value: UInt32 = 0

    package init() {}

    /// The checksum of `bytes`.
    package static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt32 {
        var crc = CRC32()
        crc.update(bytes)
        return crc.value
    }

    /// Adds bytes.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        // zlib begins anew when it is given no buffer.
        guard let start = bytes.baseAddress else { return }
        value = UInt32(crc32_z(UInt(value), start.assumingMemoryBound(to: UInt8.self), bytes.count))
    }
}
