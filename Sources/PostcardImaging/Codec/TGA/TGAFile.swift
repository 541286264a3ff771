/// A Truevision TGA file: colours, greys or a colour map, plain or in runs, stored from any corner. Written here because libgd 2.3
/// reads 24 and 32 bits only, and keeps each byte of a file in four, twice.
struct TGAFile: ImageFile {
    let bytes: ByteReader
    let tga: TGAHeader
    let header: ImageHeader
    /// The colour map, as `0xAARRGGBB`.
    let colors: [Int32]

    init(_ data: UnsafeRawBufferPointer) throws(ImageError) {
        guard let tga = TGAHeader(data) else { throw .damaged("The TGA file is damaged in its header.") }
        self.tga = tga
        let bytes = ByteReader(data, bigEndian: false)
        self.bytes = bytes
        header = ImageHeader(format: .tga, storedSize: tga.size, metadata: Metadata())
        guard bytes.count > tga.pixelOffset else {
            throw .truncated("The TGA file ends early, after \(bytes.count) bytes, before its picture begins.")
        }
        let map = tga.map
        colors =
            tga.kind == .mapped
            ? (0..<map.count).map { index in
                TGAFile.color(bytes, at: map.offset + index * ((map.bits + 7) / 8), bits: map.bits)
            } : []
    }

    /// Blue, green, red and alpha, or five bits of each, with a sixteenth bit for opaque.
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

    /// The pixel whose bytes begin at `offset`, as `0xAARRGGBB`.
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
        guard reader.rowsThere >= tga.size.height || options.recover && reader.rowsThere > 0 else {
            throw reader.shortage
        }
        return reader
    }
}
