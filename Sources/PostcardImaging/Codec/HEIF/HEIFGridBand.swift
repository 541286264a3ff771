/// The tiles of a grid that lie side by side in one row, or one below the other in one column, decoded together.
final class HEIFGridBand {
    private let grid: HEIFGrid
    let decoder: HEIFTileDecoder
    private let isColumn: Bool
    private let pixels: PixelBuffer
    /// The number of the row or column that `pixels` holds.
    private var index: Int?

    /// `grid` is checked against the limits. `isColumn` tells whether tiles are taken by columns.
    init(_ grid: HEIFGrid, _ decoder: HEIFTileDecoder, isColumn: Bool) throws(ImageError) {
        self.grid = grid
        self.decoder = decoder
        self.isColumn = isColumn
        pixels = try PixelBuffer(
            PixelSize(
                width: isColumn ? min(grid.tileSize.width, grid.size.width) : grid.size.width,
                height: isColumn ? grid.size.height : min(grid.tileSize.height, grid.size.height)))
    }

    /// Copies pixels of the grid's picture, `0xRRGGBB` each. `start` is the first one; all of them lie in one row, or
    /// in one column for bands that are columns. `step` leads from each one to the next.
    func copy(
        from start: HEIFTransform.Vector, by step: HEIFTransform.Vector, to row: UnsafeMutablePointer<Int32>, count: Int
    ) throws(ImageError) {
        let band = isColumn ? start.x / grid.tileSize.width : start.y / grid.tileSize.height
        if band != index { try load(band) }
        let x = isColumn ? start.x - band * grid.tileSize.width : start.x
        let y = isColumn ? start.y : start.y - band * grid.tileSize.height
        let source = pixels.row(y) + x
        let distance = step.y * pixels.size.width + step.x
        for position in 0..<count { row[position] = source[position * distance] }
    }

    private func load(_ band: Int) throws(ImageError) {
        index = nil
        for place in 0..<(isColumn ? grid.rows : grid.columns) {
            let x = isColumn ? 0 : place * grid.tileSize.width
            let y = isColumn ? place * grid.tileSize.height : 0
            let width = min(grid.tileSize.width, pixels.size.width - x)
            let height = min(grid.tileSize.height, pixels.size.height - y)
            guard width > 0, height > 0 else { break }
            try ImageWork.checkpoint()
            try decoder.decode(column: isColumn ? band : place, row: isColumn ? place : band) { copy in
                for line in 0..<height { copy(line, pixels.row(y + line) + x, width) }
            }
        }
        index = band
    }
}
