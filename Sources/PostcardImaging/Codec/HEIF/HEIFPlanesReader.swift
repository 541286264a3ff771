/// Rows of a picture that is coded in one piece, turned, mirrored and cropped on the way.
final class HEIFPlanesReader: RowReader {
    private let planes: HEIFPlanes
    private let transform: HEIFTransform
    private let storedSize: PixelSize
    /// A row as it is stored; or, where rows of the result are columns, several of those, side by side from `firstColumn` on.
    private let buffer: PixelBuffer
    private var firstColumn: Int?
    private var rowsRead = 0
    let colorSpace: ColorSpace
    var size: PixelSize { transform.size }
    var isOpaque: Bool { true }

    /// The number of columns that are read together.
    private static let columnCount = 32

    /// `storedSize` is what `transform` begins with.
    init(
        _ planes: HEIFPlanes, storedSize: PixelSize, _ transform: HEIFTransform, colorSpace: ColorSpace
    ) throws(ImageError) {
        self.planes = planes
        self.storedSize = storedSize
        self.transform = transform
        self.colorSpace = colorSpace
        buffer = try PixelBuffer(
            transform.isTransposed
                ? PixelSize(width: Self.columnCount, height: storedSize.height)
                : PixelSize(width: storedSize.width, height: 1))
    }

    func read(into row: UnsafeMutablePointer<Int32>) {
        let start = transform.start(ofRow: rowsRead)
        rowsRead += 1
        if transform.isTransposed {
            let first = start.x / Self.columnCount * Self.columnCount
            if first != firstColumn { readColumns(from: first) }
            let source = buffer.pixels + start.x - first
            for x in 0..<size.width { row[x] = source[(start.y + transform.across.y * x) * Self.columnCount] }
        } else {
            planes.row(start.y, into: buffer.pixels, count: storedSize.width)
            for x in 0..<size.width { row[x] = buffer.pixels[start.x + transform.across.x * x] }
        }
    }

    func finish() throws(ImageError) {
        if let damage = planes.damage { throw damage }
    }

    private func readColumns(from first: Int) {
        let count = min(Self.columnCount, storedSize.width - first)
        for y in 0..<storedSize.height { planes.row(y, from: first, into: buffer.row(y), count: count) }
        firstColumn = first
    }
}
