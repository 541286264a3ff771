/// Rows of a picture that is put together from tiles, turned, mirrored and cropped on the way. A picture coded in one piece is a single tile.
final class HEIFReader: RowReader {
    private let transform: HEIFTransform
    private let colors: HEIFBand
    private let opacity: HEIFBand?
    /// A buffer for the opacity of a row.
    private let alphaRow: PixelBuffer?
    private let isPremultiplied: Bool
    let colorSpace: ColorSpace
    var size: PixelSize { transform.size }
    var layout: PixelLayout { opacity == nil ? .opaque : .alpha }

    /// `opacity` has the size of the colours.
    init(
        _ transform: HEIFTransform, colors: HEIFBand, opacity: HEIFBand? = nil, isPremultiplied: Bool = false,
        colorSpace: ColorSpace
    ) throws(ImageError) {
        self.transform = transform
        self.colors = colors
        self.opacity = opacity
        self.isPremultiplied = isPremultiplied
        self.colorSpace = colorSpace
        alphaRow = opacity == nil ? nil : try PixelBuffer(PixelSize(width: transform.size.width, height: 1))
    }

    func finish() throws(ImageError) {
        if let damage = colors.decoder.damage ?? opacity?.decoder.damage { throw damage }
    }

    func read(_ y: Int, into row: UnsafeMutablePointer<Int32>) throws(ImageError) {
        let start = transform.start(ofRow: y)
        let count = size.width
        try colors.copy(from: start, by: transform.across, to: row, count: count)
        guard let opacity, let alpha = alphaRow?.row(0) else { return }
        try opacity.copy(from: start, by: transform.across, to: alpha, count: count)
        Premultiplication.combine(row, alpha: alpha, count: count, isPremultiplied: isPremultiplied)
    }
}

/// The pixels of a few neighbouring rows of a picture, or of a few columns where the picture is turned by a quarter.
///
/// Tiles that lie beside each other are decoded together and then released. The only tile of a picture stays decoded, and a
/// row, or a few columns, of it are converted to pixels at a time.
final class HEIFBand {
    let decoder: HEIFTileDecoder
    private let isColumn: Bool
    private let pixels: PixelBuffer
    /// The number of rows or columns in `pixels`, at most those of a tile.
    private let lineCount: Int
    /// The first row or column in `pixels`.
    private var firstLine: Int?
    private var grid: HEIFGrid { decoder.grid }

    /// The number of columns that are converted together.
    private static let columnCount = 32

    /// `isColumn` tells whether columns are read. The grid is checked against the limits.
    init(_ decoder: HEIFTileDecoder, isColumn: Bool) throws(ImageError) {
        let grid = decoder.grid
        self.decoder = decoder
        self.isColumn = isColumn
        let side = isColumn ? grid.tileSize.width : grid.tileSize.height
        lineCount = decoder.whole == nil ? side : isColumn ? Self.columnCount : 1
        pixels = try PixelBuffer(
            PixelSize(
                width: isColumn ? min(lineCount, grid.size.width) : grid.size.width,
                height: isColumn ? grid.size.height : min(lineCount, grid.size.height)))
    }

    /// Copies pixels of the grid's picture, `0xRRGGBB` each. `start` is the first one; all of them lie in one row, or
    /// in one column for bands that are columns. `step` leads from each one to the next.
    func copy(
        from start: SIMD2<Int>, by step: SIMD2<Int>, to row: UnsafeMutablePointer<Int32>, count: Int
    ) throws(ImageError) {
        let first = (isColumn ? start.x : start.y) / lineCount * lineCount
        if first != firstLine { try load(first) }
        let source = isColumn ? pixels.row(start.y) + start.x - first : pixels.row(start.y - first) + start.x
        let distance = step.y * pixels.size.width + step.x
        for position in 0..<count { row[position] = source[position * distance] }
    }

    private func load(_ first: Int) throws(ImageError) {
        firstLine = nil
        let tile = grid.tileSize
        let band = first / (isColumn ? tile.width : tile.height)
        // Into the only tile; the tiles of a band are loaded from their beginning.
        let offset = first - band * (isColumn ? tile.width : tile.height)
        for place in 0..<(isColumn ? grid.rows : grid.columns) {
            let x = isColumn ? 0 : place * tile.width
            let y = isColumn ? place * tile.height : 0
            let width = min(isColumn ? grid.size.width - first : tile.width, pixels.size.width - x)
            let height = min(tile.height, pixels.size.height - y)
            guard width > 0, height > 0 else { break }
            let decoded = try decoder.tile(column: isColumn ? band : place, row: isColumn ? place : band)
            for line in 0..<height {
                decoded.row(
                    isColumn ? line : line + offset, from: isColumn ? offset : 0, into: pixels.row(y + line) + x,
                    count: width)
            }
        }
        firstLine = first
    }
}
