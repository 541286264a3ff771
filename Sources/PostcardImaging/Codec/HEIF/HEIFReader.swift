/// Rows of a picture that libheif has decoded, taken where libheif keeps them.
final class HEIFReader: RowReader {
    private let owner: HEIFPicture
    private let pixels: UnsafePointer<UInt8>
    private let stride: Int
    private let hasAlpha: Bool
    private let isPremultiplied: Bool
    private var rowsRead = 0
    let isOpaque: Bool
    let colorSpace: ColorSpace
    let size: PixelSize

    /// `owner` keeps the pixels. `rows` have alpha where the picture has it.
    init(
        owner: HEIFPicture, _ rows: HEIFPicture.Rows, size: PixelSize, hasAlpha: Bool, isPremultiplied: Bool,
        colorSpace: ColorSpace
    ) {
        self.owner = owner
        (pixels, stride) = (rows.pixels, rows.stride)
        self.hasAlpha = hasAlpha
        self.isPremultiplied = isPremultiplied
        self.colorSpace = colorSpace
        self.size = size
        isOpaque =
            !hasAlpha
            || (0..<size.height).allSatisfy { y in
                let row = rows.pixels + y * rows.stride
                return (0..<size.width).allSatisfy { row[4 * $0 + 3] == 255 }
            }
    }

    func read(into row: UnsafeMutablePointer<Int32>) {
        let source = pixels + rowsRead * stride
        rowsRead += 1
        guard hasAlpha else { return Self.unpack(source, to: row, count: size.width) }
        for x in 0..<size.width {
            row[x] = Self.color(source + 4 * x) | Int32(bitPattern: UInt32(source[4 * x + 3]) << 24)
        }
        if isPremultiplied { Premultiplication.undo(row, count: size.width) }
        GDPixel.packAlpha(row, count: size.width)
    }

    /// R, G, B bytes as `0xRRGGBB`.
    static func unpack(_ source: UnsafePointer<UInt8>, to row: UnsafeMutablePointer<Int32>, count: Int) {
        for x in 0..<count { row[x] = color(source + 3 * x) }
    }

    @inline(__always)
    private static func color(_ bytes: UnsafePointer<UInt8>) -> Int32 {
        Int32(bytes[0]) << 16 | Int32(bytes[1]) << 8 | Int32(bytes[2])
    }
}
