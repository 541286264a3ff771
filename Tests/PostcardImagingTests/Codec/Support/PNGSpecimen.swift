import PostcardCore

/// A PNG file of random filtered bytes. Any bytes are the filtered rows of some picture.
struct PNGSpecimen {
    var width = 23
    var height = 17
    var hasAlpha = false
    /// The filter type of every row; `nil` to use each type in turn.
    var filter: UInt8?
    /// The number of compressed bytes in each chunk.
    var chunkSize = 300
    var seed: UInt64 = 1
    /// The chunks between the header and the data.
    var extraChunks: [(String, [UInt8])] = []
    /// Data that is compressed after the rows.
    var excess: [UInt8] = []
    /// True to end the data with a wrong checksum.
    var hasWrongSum = false

    func encoded() -> [UInt8] {
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        file += Self.chunk("IHDR", Self.bigEndian(width) + Self.bigEndian(height) + [8, hasAlpha ? 6 : 2, 0, 0, 0])
        for (type, payload) in extraChunks { file += Self.chunk(type, payload) }
        var stream = Self.stored(filteredRows + excess)
        if hasWrongSum { stream[stream.count - 1] ^= 1 }
        for start in stride(from: 0, to: stream.count, by: chunkSize) {
            file += Self.chunk("IDAT", Array(stream[start..<min(stream.count, start + chunkSize)]))
        }
        return file + Self.chunk("IEND", [])
    }

    private var filteredRows: [UInt8] {
        var random = SeededRandom(seed: seed)
        let byteCount = width * (hasAlpha ? 4 : 3)
        var rows: [UInt8] = []
        for y in 0..<height {
            rows.append(filter ?? UInt8((y + Int(seed % 5)) % 5))
            for _ in 0..<byteCount { rows.append(UInt8.random(in: 0...255, using: &random)) }
        }
        return rows
    }

    static func chunk(_ type: String, _ payload: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + payload
        return bigEndian(payload.count) + body + bigEndian(checksum(body))
    }

    /// CRC-32 bit by bit, without the libraries that Postcard uses.
    private static func checksum(_ bytes: [UInt8]) -> Int {
        let remainder = bytes.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return Int(~remainder)
    }

    private static func bigEndian(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// A zlib stream of uncompressed blocks (RFC 1950, RFC 1951).
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: bytes.count, by: 65_535) {
            let end = min(bytes.count, start + 65_535)
            let (low, high) = (UInt8((end - start) & 255), UInt8((end - start) >> 8))
            stream += [end == bytes.count ? 1 : 0, low, high, ~low, ~high] + bytes[start..<end]
        }
        var (a, b) = (1, 0)
        for byte in bytes {
            a = (a + Int(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return stream + bigEndian(b << 16 | a)
    }
}
