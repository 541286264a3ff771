import CCodecs

/// The rows of a picture composed of tiles. Rows are turned, mirrored and cropped as they are read. A picture coded in one piece has a
/// single tile.
final class HEIFReader: RowReader {
    private let transform: HEIFTransform
    private let colors: HEIFBand
    private let opacity: HEIFBand?
    /// A buffer for the alpha of a row.
    private let alphaRow: PixelBuffer?
    private let isPremultiplied: Bool
    let colorSpace: ColorSpace
    var size: PixelSize { transform.size }
    var layout: PixelLayout { opacity == nil ? .opaque : .alpha }

    /// Starts decoding an item, which is the picture or a thumbnail. `grid` and `alpha` are the item's grid and alpha item.
    init(
        _ item: Int, _ grid: HEIFGrid, of items: HEIFItems, alpha: Int? = nil, format: ImageFormat,
        options: DecodingOptions
    ) throws(ImageError) {
        let transform = items.transform(of: item, grid.size)
        func band(_ grid: HEIFGrid, colors: HEIFBoxes.Box?) throws(ImageError) -> HEIFBand {
            try HEIFBand(
                of: grid, in: items, colors: colors, isColumn: transform.isTransposed, format: format, options: options)
        }
        // The size of alpha is checked before anything is decoded. The size of coded tiles is checked when they are decoded.
        if let alpha, ["av01", "hvc1"].contains(items.type(of: alpha)), let size = items.statedSize(of: alpha) {
            try items.checkCodedSize(
                of: alpha, items.hevcConfiguration(of: alpha), data: items.data(of: alpha), size: size,
                limits: options.limits)
        }
        colors = try band(grid, colors: items.codePoints(of: item) ?? items.codePoints(of: items.primary))
        var opacity: HEIFBand?
        if let alpha {
            let alphaGrid = try HEIFGrid(alpha, of: items, format: format)
            // As in libheif, alpha with a different size is ignored.
            if alphaGrid.size == grid.size { opacity = try band(alphaGrid, colors: items.codePoints(of: alpha)) }
        }
        if try opacity?.whole?.isWhite(of: grid.size) ?? false { opacity = nil }
        alphaRow = opacity == nil ? nil : try PixelBuffer(PixelSize(width: transform.size.width, height: 1))
        (self.transform, self.opacity) = (transform, opacity)
        (isPremultiplied, colorSpace) = (items.isPremultiplied, items.colorSpace)
    }

    func finish() throws(ImageError) {
        if let damage = colors.damage ?? opacity?.damage { throw damage }
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

/// The pixels of a few adjacent rows of a picture, or of a few columns if the picture needs a quarter turn.
///
/// Adjacent tiles are decoded together and then released. If there is only one tile, it stays decoded, and a few of its rows or columns are
/// converted to pixels at a time. Each tile is decoded as a separate file: libheif would allocate memory for the whole picture several
/// times, and before 1.19, it did not check what the grid states about its tiles.
final class HEIFBand {
    private let items: HEIFItems
    private let grid: HEIFGrid
    private let format: ImageFormat
    private let limits: DecodingLimits
    private let recovers: Bool
    /// The color property of the grid, for tiles without a color property.
    private let colors: HEIFBoxes.Box?
    /// The only tile, which stays decoded.
    private(set) var whole: (any HEIFTile)?
    /// The first damage found in a tile. Missing parts are gray.
    private(set) var damage: ImageError?
    /// The number of bytes of tiles that may still be read. The limit matters only if tiles share bytes of the file.
    private var room: Int
    private let isColumn: Bool
    private let pixels: PixelBuffer
    /// The number of rows or columns in `pixels`, at most as many as in a tile.
    private let lineCount: Int
    /// The first row or column in `pixels`.
    private var firstLine: Int?

    /// The number of columns that are converted together.
    private static let columnCount = 32

    /// Decodes the only tile of a grid. `isColumn` is true to read columns.
    init(
        of grid: HEIFGrid, in items: HEIFItems, colors: HEIFBoxes.Box?, isColumn: Bool, format: ImageFormat,
        options: DecodingOptions
    ) throws(ImageError) {
        try options.limits.check(size: grid.size)
        try options.limits.check(size: grid.tileSize)
        (self.items, self.grid, self.colors, self.isColumn) = (items, grid, colors, isColumn)
        (self.format, limits, recovers) = (format, options.limits, options.toleratesDamage)
        room = 4 * items.boxes.reader.count
        let side = isColumn ? grid.tileSize.width : grid.tileSize.height
        lineCount = grid.tiles.count > 1 ? side : isColumn ? Self.columnCount : 1
        pixels = try PixelBuffer(
            PixelSize(
                width: isColumn ? min(lineCount, grid.size.width) : grid.size.width,
                height: isColumn ? grid.size.height : min(lineCount, grid.size.height)))
        if grid.tiles.count == 1 { whole = try decode(grid.tiles[0]) }
    }

    /// Copies pixels of the grid's picture, `0xRRGGBB` each. `start` is the first pixel, and `step` is the step from each pixel to the
    /// next. All pixels are in one row, or in one column if `isColumn` is true.
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
        // The offset is for the only tile, which stays decoded. Other tiles are always loaded from their first line.
        let offset = first - band * (isColumn ? tile.width : tile.height)
        for place in 0..<(isColumn ? grid.rows : grid.columns) {
            let x = isColumn ? 0 : place * tile.width
            let y = isColumn ? place * tile.height : 0
            let width = min(isColumn ? grid.size.width - first : tile.width, pixels.size.width - x)
            let height = min(tile.height, pixels.size.height - y)
            guard width > 0, height > 0 else { break }
            let decoded: any HEIFTile
            if let whole {
                decoded = whole
            } else {
                try ImageWork.checkpoint()
                decoded = try decode(grid.tiles[isColumn ? place * grid.columns + band : band * grid.columns + place])
            }
            for line in 0..<height {
                decoded.row(
                    isColumn ? line : line + offset, from: isColumn ? offset : 0, into: pixels.row(y + line) + x,
                    count: width)
            }
        }
        firstLine = first
    }

    private func decode(_ item: Int) throws(ImageError) -> any HEIFTile {
        let data = items.data(of: item)
        room -= data.count
        guard room >= 0 else {
            throw .damaged("The \(format.displayName) file is damaged: its tiles overlap in the file.")
        }
        if let planes = try HEIFPlanes(
            item, data: data, of: items, size: grid.tileSize, limits: limits, recovers: recovers, sharedColors: colors)
        {
            damage = damage ?? planes.damage
            return planes
        }
        let failure = LibraryFailure(format: format, library: "libheif", byteCount: items.boxes.reader.count)
        if !items.isWhole(item), let error = failure.error(postcard_status_truncated) { throw error }
        return try items.file(ofTile: item, data: data, colors: colors).span.bytes.withBuffer {
            (bytes) throws(ImageError) in
            try HEIFPicture(bytes, grid.tileSize, failure)
        }
    }
}
