/// The first 18 bytes of a TGA file ("Truevision TGA File Format Specification", version 2.0, 1991).
struct TGAHeader {
    /// The layout of a pixel's bits.
    enum Kind: Int {
        case mapped = 1, color = 2, gray = 3
    }

    let kind: Kind
    let isRunLength: Bool
    let size: PixelSize
    /// Bits of a pixel: 8, 15, 16, 24 or 32.
    let bits: Int
    let alphaBits: Int
    let isTopDown: Bool
    let isRightToLeft: Bool
    let map: (start: Int, count: Int, bits: Int, offset: Int)
    let pixelOffset: Int

    var pixelBytes: Int { (bits + 7) / 8 }

    /// `nil` when a byte is not as in a TGA file.
    init?(_ bytes: UnsafeRawBufferPointer) {
        let reader = ByteReader(bytes, bigEndian: false)
        guard let nameLength = reader.byte(at: 0), let hasMap = reader.byte(at: 1), let type = reader.byte(at: 2),
            let mapStart = reader.uint16(at: 3), let mapLength = reader.uint16(at: 5), let mapBits = reader.byte(at: 7),
            let width = reader.uint16(at: 12), let height = reader.uint16(at: 14), let bits = reader.byte(at: 16),
            let descriptor = reader.byte(at: 17), width > 0, height > 0, descriptor & 0xC0 == 0,
            type < 16, let kind = Kind(rawValue: type & 7)
        else { return nil }
        // A picture of colours may have a map too, which then means nothing.
        switch hasMap {
        case 1: guard mapLength > 0, [15, 16, 24, 32].contains(mapBits) else { return nil }
        case 0: guard kind != .mapped, mapStart == 0, mapLength == 0, mapBits == 0 else { return nil }
        default: return nil
        }
        let alphaBits = descriptor & 15
        let allowedAlphaBits: [Int: [Int]] =
            switch kind {
            case .mapped: [8: [0, 1, 8]]
            case .gray: [8: [0], 16: [0, 8]]
            case .color: [15: [0], 16: [0, 1], 24: [0], 32: [0, 8]]
            }
        guard allowedAlphaBits[bits]?.contains(alphaBits) == true else { return nil }
        self.kind = kind
        self.bits = bits
        self.alphaBits = alphaBits
        isRunLength = type & 8 != 0
        isTopDown = descriptor & 0x20 != 0
        isRightToLeft = descriptor & 0x10 != 0
        size = PixelSize(width: width, height: height)
        map = (mapStart, mapLength, mapBits, 18 + nameLength)
        pixelOffset = 18 + nameLength + mapLength * ((mapBits + 7) / 8)
    }
}
