import PostcardCore
import Testing

struct CRC32Tests {
    @Test(arguments: [
        ("", 0), ("123456789", 0xCBF4_3926), ("The quick brown fox jumps over the lazy dog", 0x414F_A339),
    ])
    func `checksums match zlib`(text: String, checksum: UInt32) {
        #expect(Array(text.utf8).withUnsafeBytes(CRC32.checksum) == checksum)
    }

    @Test func `the checksum does not depend on how the data is split`() {
        let bytes = (0..<100).map { UInt8($0 * 7 & 0xFF) }
        for cut in 0...100 {
            var crc = CRC32()
            bytes[..<cut].withUnsafeBytes { crc.update($0) }
            bytes[cut...].withUnsafeBytes { crc.update($0) }
            #expect(crc.value == bytes.withUnsafeBytes(CRC32.checksum))
        }
    }
}
