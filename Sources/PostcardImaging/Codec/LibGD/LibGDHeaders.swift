/// The first 18 bytes of a TGA file ("Truevision TGA File Format Specification", version 2.0, 1991).
struct TGAHeader {
    let size: PixelSize
    let alphaBits: Int
    /// Whether libgd reads it: true colour of 24 or 32 bits, plain or in runs.
    let isReadable: Bool
    /// What the picture takes at least: in runs, 128 pixels may share one.
    let leastBytes: Int

    /// `nil` when a byte is not as in a TGA file.
    init?(_ bytes: UnsafeRawBufferPointer) {
        let reader = ByteReader(bytes, bigEndian: false)
        guard let nameLength = reader.byte(at: 0), let hasMap = reader.byte(at: 1), let kind = reader.byte(at: 2),
            let mapStart = reader.uint16(at: 3), let mapLength = reader.uint16(at: 5), let mapBits = reader.byte(at: 7),
            let width = reader.uint16(at: 12), let height = reader.uint16(at: 14), let bits = reader.byte(at: 16),
            let descriptor = reader.byte(at: 17), width > 0, height > 0, descriptor & 0xC0 == 0
        else { return nil }
        let isMapped = kind == 1 || kind == 9
        guard isMapped || [2, 3, 10, 11].contains(kind), hasMap == (isMapped ? 1 : 0) else { return nil }
        if isMapped {
            guard bits == 8, mapLength > 0, [15, 16, 24, 32].contains(mapBits) else { return nil }
        } else {
            guard mapStart == 0, mapLength == 0, mapBits == 0 else { return nil }
        }
        alphaBits = descriptor & 15
        let isGray = kind == 3 || kind == 11
        let mostAlpha: [Int: [Int]] =
            isMapped ? [8: [0, 1, 8]] : isGray ? [8: [0], 16: [0, 8]] : [15: [0], 16: [0, 1], 24: [0], 32: [0, 8]]
        guard mostAlpha[bits]?.contains(alphaBits) == true else { return nil }
        size = PixelSize(width: width, height: height)
        isReadable = (kind == 2 || kind == 10) && (bits == 24 || bits == 32)
        let pixelBytes = (bits + 7) / 8
        let area = width * height
        leastBytes = 18 + nameLength + (kind < 8 ? area * pixelBytes : (area + 127) / 128 * (pixelBytes + 1))
    }
}

/// The header of a WBMP file of type 0 (WAP-237, "Wireless Application Environment: WBMP").
struct WBMPHeader {
    let size: PixelSize
    /// The length of the whole file.
    let byteCount: Int

    init?(_ bytes: UnsafeRawBufferPointer) {
        let reader = ByteReader(bytes)
        guard reader.byte(at: 0) == 0, reader.byte(at: 1) == 0 else { return nil }
        var offset = 2
        /// Seven bits a byte; the eighth says that another follows.
        func number() -> Int? {
            var value = 0
            for _ in 0..<3 {
                guard let byte = reader.byte(at: offset) else { return nil }
                offset += 1
                value = value << 7 | byte & 127
                if byte & 128 == 0 { return value }
            }
            return nil
        }
        guard let width = number(), let height = number(), width > 0, height > 0 else { return nil }
        size = PixelSize(width: width, height: height)
        byteCount = offset + (width + 7) / 8 * height
    }
}

/// The two definitions that an XBM file begins with ("X Window System", X.Org: bitmap file format).
struct XBMHeader {
    let size: PixelSize
    /// Characters that its bytes need at least, as in `0x0,`.
    let leastBytes: Int

    /// The definitions are in the first so many bytes.
    private static let headLength = 512

    init?(_ bytes: UnsafeRawBufferPointer) {
        guard ByteReader(bytes).has("#define ", at: 0) else { return nil }
        let head = bytes.prefix(Self.headLength).split(separator: UInt8(ascii: "\n"), maxSplits: 2)
        guard head.count >= 2, let width = Self.value(head[0], "_width"), let height = Self.value(head[1], "_height")
        else { return nil }
        size = PixelSize(width: width, height: height)
        leastBytes = (width + 7) / 8 * height * 4
    }

    /// The number of `#define NAME_width NUMBER`.
    private static func value(_ line: Slice<UnsafeRawBufferPointer>, _ ending: String) -> Int? {
        let words = String(decoding: line, as: UTF8.self).split { $0 == " " || $0 == "\t" || $0 == "\r" }
        guard words.count == 3, words[0] == "#define", words[1].hasSuffix(ending), let value = Int(words[2]),
            1...0xFFFF ~= value
        else { return nil }
        return value
    }
}
