import CZlib

/// A CRC-32 checksum, as in zlib, gzip, ZIP and PNG (ISO-HDLC: polynomial 0xEDB88320, reflected).
package struct CRC32: Sendable {
    /// The checksum of the bytes so far.
    package private(set) var value: UInt32 = 0

    package init() {}

    /// Returns the checksum of `bytes`.
    package static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt32 {
        var crc = CRC32()
        crc.update(bytes)
        return crc.value
    }

    /// Adds bytes to the checksum.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        // crc32_z returns the initial value for a null pointer.
        guard let start = bytes.baseAddress else { return }
        value = UInt32(crc32_z(UInt(value), start.assumingMemoryBound(to: UInt8.self), bytes.count))
    }
}
