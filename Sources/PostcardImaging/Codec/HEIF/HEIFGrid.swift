/// A picture put together from tiles of one size, as phones store their photos (ISO/IEC 23008-12, section 6.6.2.3).
struct HEIFGrid {
    let columns: Int
    let rows: Int
    /// The size of the whole, before it is turned.
    let size: PixelSize
    let tileSize: PixelSize
    /// Items from left to right and from top to bottom.
    let tiles: [Int]

    /// The grid that an item is; a coded picture is one of a single tile.
    ///
    /// - Throws: `ImageError` with code `damaged` when the tiles do not make up the picture.
    init(_ item: Int, of items: HEIFItems, format: ImageFormat) throws(ImageError) {
        let damaged = ImageError.damaged(
            "The \(format.displayName) file is damaged: the tiles of its picture do not fit together.")
        if items.type(of: item) == "grid" {
            let bytes = items.data(of: item)
            let width = bytes.count > 1 && bytes[1] & 1 == 1 ? 4 : 2
            guard bytes.count >= 4 + 2 * width else { throw damaged }
            rows = Int(bytes[2]) + 1
            columns = Int(bytes[3]) + 1
            let sides = [0, 1].map { index in
                bytes[(4 + index * width)..<(4 + (index + 1) * width)].reduce(0) { $0 << 8 | Int($1) }
            }
            size = PixelSize(width: sides[0], height: sides[1])
            tiles = items.sources(of: item)
        } else {
            (columns, rows, tiles) = (1, 1, [item])
            guard let stated = items.statedSize(of: item) else { throw damaged }
            size = stated
        }
        guard tiles.count == columns * rows, let first = tiles.first, let tileSize = items.statedSize(of: first),
            Set(tiles).allSatisfy({ items.statedSize(of: $0) == tileSize && HEIFGrid.isCoded(items.type(of: $0)) })
        else { throw damaged }
        self.tileSize = tileSize
        // Many tiles of a few pixels each would take long for nothing.
        guard size.area > 0, tileSize.width * columns >= size.width, tileSize.height * rows >= size.height,
            tiles.count <= 64 + size.area / HEIFGrid.minimumTileArea
        else { throw damaged }
    }

    /// Tiles have 64 × 64 pixels at least (ISO/IEC 23000-22, section 7.3.11.4.2); a quarter of that is tolerated.
    private static let minimumTileArea = 1024

    private static func isCoded(_ type: String) -> Bool { type == "hvc1" || type == "av01" }
}
