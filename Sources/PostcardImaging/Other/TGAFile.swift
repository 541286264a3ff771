/// A Truevision TGA file: colors, grays or a color map, uncompressed or in runs, stored from any corner. libgd 2.3 is not used, because it
/// reads only 24 and 32 bits, and stores two copies of the file with four bytes of memory for each byte.
struct TGAFile: ImageFile {
    let bytes: ByteReader
    let tga: Header
    let header: ImageHeader
    /// The color map, as `0xAARRGGBB`.
    let colors: [Int32]

    init(_ data: UnsafeRawBufferPointer) throws(ImageError) {
        guard let tga = Header(data) else { throw .damaged("The header of the TGA file is damaged.") }
        self.tga = tga
        let bytes = ByteReader(data, bigEndian: false)
        self.bytes = bytes
        header = ImageHeader(format: .tga, storedSize: tga.size, metadata: Metadata())
        guard bytes.count > tga.pixelOffset else {
            throw .truncated("The TGA file ends early, after \(bytes.count) bytes, before the start of its picture.")
        }
        let map = tga.map
        colors =
            tga.kind == .mapped
            ? (0..<map.count).map { index in
                TGAFile.color(bytes, at: map.offset + index * ((map.bits + 7) / 8), bits: map.bits)
            } : []
    }

    /// Reads blue, green, red and alpha bytes, or five bits of each color and a sixteenth bit for opacity.
    private static func color(_ bytes: ByteReader, at offset: Int, bits: Int) -> Int32 {
        guard bits < 24 else {
            let alpha = bits == 32 ? bytes.byte(at: offset + 3) ?? 0 : 255
            return Int32(truncatingIfNeeded: alpha << 24 | (bytes.uint24(at: offset) ?? 0))
        }
        let color = bytes.uint16(at: offset) ?? 0
        func channel(_ shift: Int) -> Int { (color >> shift & 31) * 255 / 31 }
        let alpha = bits == 16 && color & 0x8000 == 0 ? 0 : 255
        return Int32(truncatingIfNeeded: alpha << 24 | channel(10) << 16 | channel(5) << 8 | channel(0))
    }

    /// Returns the pixel whose bytes start at `offset`, as `0xAARRGGBB`.
    func pixel(at offset: Int) -> Int32 {
        switch tga.kind {
        case .color: return TGAFile.color(bytes, at: offset, bits: tga.bits)
        case .gray:
            let alpha = tga.bits == 16 ? bytes.byte(at: offset + 1) ?? 0 : 255
            return Int32(truncatingIfNeeded: alpha << 24 | (bytes.byte(at: offset) ?? 0) * 0x01_0101)
        case .mapped:
            let index = (bytes.byte(at: offset) ?? 0) - tga.map.start
            return colors.indices.contains(index) ? colors[index] : Int32(bitPattern: 0xFF00_0000)
        }
    }

    func reader(wanted: PixelSize, options: DecodingOptions) throws(ImageError) -> any RowReader {
        let reader = try TGAReader(self)
        guard reader.completeRows >= tga.size.height || options.toleratesDamage && reader.completeRows > 0 else {
            throw reader.truncation
        }
        return reader
    }

    /// The first 18 bytes of a TGA file ("Truevision TGA File Format Specification", version 2.0, 1991).
    struct Header {
        /// The layout of a pixel's bits.
        enum Kind: Int {
            case mapped = 1, color = 2, gray = 3
        }

        let kind: Kind
        let isRunLength: Bool
        let size: PixelSize
        /// The number of bits in a pixel: 8, 15, 16, 24 or 32.
        let bits: Int
        let alphaBits: Int
        let isTopDown: Bool
        let isRightToLeft: Bool
        let map: (start: Int, count: Int, bits: Int, offset: Int)
        let pixelOffset: Int

        var pixelBytes: Int { (bits + 7) / 8 }

        /// Reads the header; `nil` if a byte is not valid in a TGA file.
        init?(_ bytes: UnsafeRawBufferPointer) {
            let reader = ByteReader(bytes, bigEndian: false)
            guard let nameLength = reader.byte(at: 0), let hasMap = reader.byte(at: 1), let type = reader.byte(at: 2),
                let mapStart = reader.uint16(at: 3), let mapLength = reader.uint16(at: 5),
                let mapBits = reader.byte(at: 7),
                let width = reader.uint16(at: 12), let height = reader.uint16(at: 14), let bits = reader.byte(at: 16),
                let descriptor = reader.byte(at: 17), width > 0, height > 0, descriptor & 0xC0 == 0,
                type < 16, let kind = Kind(rawValue: type & 7)
            else { return nil }
            // A truecolor picture can also have a map, which is not used.
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
}
