/// Rows of an uncompressed bitmap.
final class BMPReader: RowReader {
    private let file: BMPFile
    private let fields: [Field]
    private var rowsRead = 0
    let isOpaque: Bool
    var size: PixelSize { file.header.storedSize }

    /// One channel's place among the bits of a pixel.
    private struct Field {
        let mask: UInt32
        let shift: UInt32
        let maximum: UInt32

        init(_ mask: UInt32) {
            self.mask = mask
            shift = mask == 0 ? 0 : UInt32(mask.trailingZeroBitCount)
            maximum = mask >> shift
        }

        /// 0 to 255.
        func value(_ bits: UInt32) -> UInt32 {
            maximum == 0 ? 0 : UInt32((UInt64((bits & mask) >> shift) * 255 + UInt64(maximum) / 2) / UInt64(maximum))
        }
    }

    init(_ file: BMPFile) {
        self.file = file
        fields = file.masks.map(Field.init)
        isOpaque = !BMPReader.hasAlpha(file)
    }

    /// `true` if any pixel is transparent. Alpha that is 0 everywhere counts, as in Chromium.
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

    func read(into row: UnsafeMutablePointer<Int32>) throws(ImageError) {
        let line = file.isTopDown ? rowsRead : size.height - 1 - rowsRead
        guard let bytes = file.bytes.slice(at: file.pixelOffset + line * file.stride, count: file.stride) else {
            // Rows are stored from the bottom up, so those that are missing may come first.
            row.update(repeating: isOpaque ? 0x80_8080 : 127 << 24, count: size.width)
            rowsRead += 1
            return
        }
        for x in 0..<size.width { row[x] = pixel(bytes, x) }
        if !isOpaque { GDPixel.packAlpha(row, count: size.width) }
        rowsRead += 1
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
        return Int32(bitPattern: color | (isOpaque ? 0 : fields[3].value(bits) << 24))
    }

    func finish() throws(ImageError) {
        let available = max(0, file.bytes.count - file.pixelOffset) / file.stride
        guard available < size.height else { return }
        throw .truncated("The BMP file ends early, with \(available) of \(size.height) rows.")
    }
}
