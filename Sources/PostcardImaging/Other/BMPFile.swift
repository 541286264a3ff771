/// A Windows bitmap with a BITMAPINFOHEADER or a later header ("Bitmap Storage", Microsoft): 1 to 32 bits, palettes, bit fields, RLE4 and
/// RLE8. libgd 2.3 is not used, because it rejects bit fields (16 bits as 5-6-5, 32 bits with masks, and alpha in versions 4 and 5). In
/// files without bit fields, libgd decodes 16-bit white as 248. libgd also can't decode row by row.
struct BMPFile: ImageFile {
    enum Compression: Int { case none = 0, rle8 = 1, rle4 = 2, bitFields = 3, alphaBitFields = 6 }

    let bytes: ByteReader
    let header: ImageHeader
    let bitCount: Int
    let compression: Compression
    let isTopDown: Bool
    let pixelOffset: Int
    /// Opaque libgd pixels.
    let palette: [Int32]
    /// Masks for red, green, blue and alpha.
    let masks: [UInt32]

    init(_ data: UnsafeRawBufferPointer) throws(ImageError) {
        guard let pixelOffset = ByteReader(data, bigEndian: false).uint32(at: 10) else {
            throw .truncated("The BMP file ends after \(data.count) bytes, within its header.")
        }
        try self.init(data, headerOffset: 14, pixelOffset: pixelOffset)
    }

    /// Reads a bitmap in an icon. Such a bitmap has no file header, a mask doubles its height, and its pixels follow the palette.
    init(icon data: UnsafeRawBufferPointer) throws(ImageError) {
        try self.init(data, headerOffset: 0, pixelOffset: nil)
    }

    private init(
        _ data: UnsafeRawBufferPointer, headerOffset start: Int, pixelOffset: Int?
    ) throws(ImageError) {
        bytes = ByteReader(data, bigEndian: false)
        let isIcon = pixelOffset == nil
        guard let headerSize = bytes.uint32(at: start),
            let width = bytes.integer(at: start + 4, as: Int32.self),
            let storedHeight = bytes.integer(at: start + 8, as: Int32.self),
            let bitCount = bytes.uint16(at: start + 14), let method = bytes.uint32(at: start + 16),
            let used = bytes.uint32(at: start + 32)
        else { throw .truncated("The BMP file ends after \(data.count) bytes, within its header.") }
        let height = isIcon ? storedHeight / 2 : storedHeight
        guard headerSize >= 40 else {
            throw .unsupported("OS/2 bitmaps are not supported.")
        }
        guard width > 0, height != 0, height > .min else {
            throw .damaged("The BMP file states an invalid size of \(width) × \(height) pixels.")
        }
        guard let compression = Compression(rawValue: method) else {
            throw .unsupported("This BMP file uses compression method \(method), which is not supported.")
        }
        guard BMPFile.isPossible(bitCount, compression) else {
            throw .damaged(
                "The BMP file combines \(bitCount)-bit pixels with compression \(method), which is invalid.")
        }
        let size = PixelSize(width: Int(width), height: abs(Int(height)))
        header = ImageHeader(format: .bmp, storedSize: size, metadata: Metadata())
        self.bitCount = bitCount
        self.compression = compression
        isTopDown = height < 0
        masks = BMPFile.masks(bytes, at: start + 40, headerSize, bitCount, compression)
        let hasMasksAfterHeader = headerSize == 40 && (compression == .bitFields || compression == .alphaBitFields)
        let paletteOffset = start + headerSize + (hasMasksAfterHeader ? compression == .bitFields ? 12 : 16 : 0)
        let colors = bitCount > 8 ? 0 : used == 0 ? 1 << bitCount : min(used, 1 << bitCount)
        self.pixelOffset = pixelOffset ?? paletteOffset + 4 * colors
        let bytes = bytes
        palette = (0..<1 << min(8, bitCount)).map { index in
            index < colors ? Int32((bytes.uint32(at: paletteOffset + 4 * index) ?? 0) & 0xFF_FFFF) : 0
        }
    }

    private static func isPossible(_ bitCount: Int, _ compression: Compression) -> Bool {
        switch compression {
        case .none: [1, 4, 8, 16, 24, 32].contains(bitCount)
        case .rle8: bitCount == 8
        case .rle4: bitCount == 4
        case .bitFields, .alphaBitFields: bitCount == 16 || bitCount == 32
        }
    }

    private static func masks(
        _ bytes: ByteReader, at offset: Int, _ headerSize: Int, _ bitCount: Int, _ compression: Compression
    ) -> [UInt32] {
        func mask(_ index: Int) -> UInt32 { UInt32(bytes.uint32(at: offset + 4 * index) ?? 0) }
        switch compression {
        case .bitFields: return [mask(0), mask(1), mask(2), headerSize >= 56 ? mask(3) : 0]
        case .alphaBitFields: return [mask(0), mask(1), mask(2), mask(3)]
        case .none, .rle4, .rle8:
            // As in Chromium, 32-bit pixels in versions 4 and 5 have alpha even without bit fields.
            let alpha = headerSize >= 108 && bitCount == 32 ? mask(3) : 0
            return bitCount == 16 ? [0x7C00, 0x03E0, 0x001F, 0] : [0xFF_0000, 0xFF00, 0xFF, alpha]
        }
    }

    /// The number of bytes in a row without compression, a multiple of four.
    var stride: Int { (header.storedSize.width * bitCount + 31) / 32 * 4 }

    func reader(wanted: PixelSize, options: DecodingOptions) throws(ImageError) -> any RowReader {
        switch compression {
        case .rle4, .rle8: return try BMPRunReader(self, recovers: options.toleratesDamage)
        case .none, .bitFields, .alphaBitFields:
            let available = max(0, bytes.count - pixelOffset) / stride
            guard available >= header.storedSize.height || options.toleratesDamage && available > 0 else {
                throw .truncated(
                    "The BMP file ends early, after \(bytes.count) bytes, with \(available) of \(header.storedSize.height) rows. "
                        + "Copy it again from its source.")
            }
            return BMPReader(self)
        }
    }
}

/// Rows of an uncompressed bitmap.
final class BMPReader: RowReader {
    private let file: BMPFile
    private let fields: [Field]
    let layout: PixelLayout
    var size: PixelSize { file.header.storedSize }

    /// The position of a channel's bits in a pixel.
    private struct Field {
        let mask: UInt32
        let shift: UInt32
        let maximum: UInt32

        init(_ mask: UInt32) {
            self.mask = mask
            shift = mask == 0 ? 0 : UInt32(mask.trailingZeroBitCount)
            maximum = mask >> shift
        }

        /// Returns the value of the channel, 0 to 255.
        func value(_ bits: UInt32) -> UInt32 {
            maximum == 0 ? 0 : UInt32((UInt64((bits & mask) >> shift) * 255 + UInt64(maximum) / 2) / UInt64(maximum))
        }
    }

    init(_ file: BMPFile) {
        self.file = file
        fields = file.masks.map(Field.init)
        layout = BMPReader.hasAlpha(file) ? .alpha : .opaque
    }

    /// True if any pixel is transparent. As in Chromium, alpha is used even if it is 0 everywhere.
    private static func hasAlpha(_ file: BMPFile) -> Bool {
        let mask = file.masks[3]
        guard mask != 0 else { return false }
        var all = mask
        for y in 0..<file.header.storedSize.height {
            guard let row = file.bytes.slice(at: file.pixelOffset + y * file.stride, count: file.stride) else { break }
            for x in 0..<file.header.storedSize.width {
                let bits = file.bitCount == 16 ? bits16(row, x) : bits32(row, x)
                all &= bits
            }
        }
        return all != mask
    }

    private static func bits16(_ row: UnsafeRawBufferPointer, _ x: Int) -> UInt32 {
        UInt32(row[2 * x]) | UInt32(row[2 * x + 1]) << 8
    }

    private static func bits32(_ row: UnsafeRawBufferPointer, _ x: Int) -> UInt32 {
        row.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self).littleEndian
    }

    func read(_ y: Int, into row: UnsafeMutablePointer<Int32>) throws(ImageError) {
        let line = file.isTopDown ? y : size.height - 1 - y
        guard let bytes = file.bytes.slice(at: file.pixelOffset + line * file.stride, count: file.stride) else {
            // Rows are stored from the bottom up, so the first rows can be missing.
            return row.update(repeating: PictureAssembly.missing(layout), count: size.width)
        }
        for x in 0..<size.width { row[x] = pixel(bytes, x) }
        if layout == .alpha { GDPixel.packAlpha(row, count: size.width) }
    }

    private func pixel(_ row: UnsafeRawBufferPointer, _ x: Int) -> Int32 {
        switch file.bitCount {
        case 1: file.palette[Int(row[x >> 3] >> (7 - x & 7) & 1)]
        case 4: file.palette[Int(row[x >> 1] >> (x & 1 == 0 ? 4 : 0) & 15)]
        case 8: file.palette[Int(row[x])]
        case 16: masked(Self.bits16(row, x))
        case 24: Int32(row[3 * x]) | Int32(row[3 * x + 1]) << 8 | Int32(row[3 * x + 2]) << 16
        default: masked(Self.bits32(row, x))
        }
    }

    private func masked(_ bits: UInt32) -> Int32 {
        let color = fields[0].value(bits) << 16 | fields[1].value(bits) << 8 | fields[2].value(bits)
        return Int32(bitPattern: color | (layout == .opaque ? 0 : fields[3].value(bits) << 24))
    }

    func finish() throws(ImageError) {
        let available = max(0, file.bytes.count - file.pixelOffset) / file.stride
        guard available < size.height else { return }
        throw .truncated("The BMP file ends early, with \(available) of \(size.height) rows.")
    }
}
