/// A picture composed of tiles of equal size (ISO/IEC 23008-12, section 6.6.2.3). Phones store photos in this way.
struct HEIFGrid {
    let columns: Int
    let rows: Int
    /// The size of the composed picture, before it is turned.
    let size: PixelSize
    let tileSize: PixelSize
    /// The items of the tiles, from left to right and from top to bottom.
    let tiles: [Int]

    /// Reads the grid of an item. A picture coded in one piece is treated as a grid with a single tile.
    ///
    /// - Throws: `ImageError` with code `damaged` if the tiles do not cover the picture.
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
            guard let stated = items.statedSize(of: item) else {
                throw .damaged("The \(format.displayName) file does not state the size of its picture.")
            }
            guard HEIFGrid.isCoded(items.type(of: item)) else {
                throw .unsupported("This kind of \(format.displayName) picture is not supported.")
            }
            size = stated
        }
        guard tiles.count == columns * rows, let first = tiles.first, let tileSize = items.statedSize(of: first),
            Set<Int>(tiles).allSatisfy({ items.statedSize(of: $0) == tileSize && HEIFGrid.isCoded(items.type(of: $0)) })
        else { throw damaged }
        self.tileSize = tileSize
        // Many tiles of a few pixels each would waste time.
        guard size.area > 0, tileSize.width * columns >= size.width, tileSize.height * rows >= size.height,
            tiles.count <= 64 + size.area / HEIFGrid.minimumTileArea
        else { throw damaged }
    }

    /// Tiles have at least 64 × 64 pixels (ISO/IEC 23000-22, section 7.3.11.4.2). A quarter of that area is tolerated.
    private static let minimumTileArea = 1024

    private static func isCoded(_ type: String) -> Bool { type == "hvc1" || type == "av01" }
}

extension HEIFItems {
    /// The maximum length in bytes of a property that is copied into a tile's file. `av1C` is the longest, because it includes an AV1
    /// header.
    private static let maximumPropertyBytes = 1 << 16

    /// Returns a file whose picture is an AV1 tile. `colors` is the grid's color property, for a tile without a color property.
    func file(ofTile item: Int, data: [UInt8], colors: HEIFBoxes.Box?) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] { [UInt8](bigEndian: value, count: count) }
        func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
            number(content.count + 8, 4) + Array(name.utf8) + content
        }
        func fullBox(_ name: String, version: Int = 0, _ content: [UInt8]) -> [UInt8] {
            box(name, number(version, 1) + number(0, 3) + content)
        }
        let reader = boxes.reader
        let own = properties(of: item).filter { property in
            guard property.content.count <= HEIFItems.maximumPropertyBytes else { return false }
            return ["ispe", "av1C", "pixi"].contains(property.name)
                || property.name == "colr" && reader.has("nclx", at: property.content.lowerBound)
        }
        let shared = own.contains { $0.name == "colr" } ? [] : colors.map { [$0] } ?? []
        let properties = (Array(own) + shared).map { boxes.bytes($0.whole) }
        let associations = properties.indices.map { UInt8(truncatingIfNeeded: $0 + 1) }
        let property =
            box("ipco", properties.flatMap { $0 })
            + fullBox("ipma", number(1, 4) + number(1, 2) + number(properties.count, 1) + associations)
        let kind = fullBox("infe", version: 2, number(1, 2) + number(0, 2) + Array("av01".utf8) + [0])
        // The location: one item, at the start of the data box.
        let place = number(1, 2) + number(1, 2) + number(1, 2) + number(0, 2) + number(1, 2)
        let meta =
            fullBox("hdlr", number(0, 4) + Array("pict".utf8) + number(0, 13)) + fullBox("pitm", number(1, 2))
            + fullBox("iinf", number(1, 2) + kind) + box("iprp", property)
            + fullBox("iloc", version: 1, [0x44, 0] + place + number(0, 4) + number(data.count, 4)) + box("idat", data)
        return box("ftyp", Array("avif".utf8) + number(0, 4) + Array("mif1avif".utf8)) + fullBox("meta", meta)
    }
}
