/// Decodes the tiles of a grid one at a time, each as a file of its own: libheif would take memory for the whole picture several
/// times over, and before 1.19 it trusted what a grid says of its tiles.
final class HEIFTileDecoder {
    private let items: HEIFItems
    private let grid: HEIFGrid
    private let format: ImageFormat
    private let limits: DecodingLimits
    private let recovers: Bool
    /// The first damage of a tile of which something is missing, which is grey.
    private(set) var damage: ImageError?
    /// The colours of the whole, for tiles that do not tell theirs.
    private let colors: HEIFBoxes.Box?
    /// The number of bytes of tiles that may still be read; more than the file has only when tiles are used twice.
    private var room: Int

    init(_ items: HEIFItems, _ item: Int, _ grid: HEIFGrid, format: ImageFormat, options: DecodingOptions) {
        self.items = items
        self.grid = grid
        self.format = format
        limits = options.limits
        recovers = options.recover
        colors = items.codePoints(of: item)
        room = 4 * items.boxes.reader.count
    }

    /// Decodes the tile of the given place and hands `body` a function that copies the first `count` pixels of a row.
    func decode(
        column: Int, row: Int,
        _ body: (_ copy: (_ y: Int, _ row: UnsafeMutablePointer<Int32>, _ count: Int) -> Void) -> Void
    ) throws(ImageError) {
        let item = grid.tiles[row * grid.columns + column]
        let data = items.data(of: item)
        room -= data.count
        guard room >= 0 else {
            throw .damaged("The \(format.displayName) file is damaged: its tiles overlap in the file.")
        }
        if let planes = try HEIFPlanes(
            item, data: data, of: items, size: grid.tileSize, limits: limits, recovers: recovers, sharedColors: colors)
        {
            damage = damage ?? planes.damage
            return body { planes.row($0, into: $1, count: $2) }
        }
        let failure = LibraryFailure(format: format, library: "libheif", byteCount: items.boxes.reader.count)
        try file(of: item, data: data).span.bytes.withBuffer { (bytes) throws(ImageError) in
            let picture = try HEIFPicture(bytes, failure)
            let rows = try picture.decode(grid.tileSize, isCropped: true, keepsAlpha: false, failure)
            body { HEIFReader.unpack(rows.pixels + $0 * rows.stride, to: $1, count: $2) }
        }
    }

    /// A file whose picture is a tile, which is AV1.
    private func file(of item: Int, data: [UInt8]) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
            number(content.count + 8, 4) + Array(name.utf8) + content
        }
        func fullBox(_ name: String, version: Int = 0, _ content: [UInt8]) -> [UInt8] {
            box(name, number(version, 1) + number(0, 3) + content)
        }
        let reader = items.boxes.reader
        let own = items.properties(of: item).filter { property in
            ["ispe", "av1C", "pixi"].contains(property.name)
                || property.name == "colr" && reader.has("nclx", at: property.content.lowerBound)
        }
        let shared = own.contains { $0.name == "colr" } ? [] : colors.map { [$0] } ?? []
        let properties = (own + shared).map { items.boxes.bytes($0.whole) }
        let associations = properties.indices.map { UInt8(truncatingIfNeeded: $0 + 1) }
        let property =
            box("ipco", properties.flatMap { $0 })
            + fullBox("ipma", number(1, 4) + number(1, 2) + number(properties.count, 1) + associations)
        let kind = fullBox("infe", version: 2, number(1, 2) + number(0, 2) + Array("av01".utf8) + [0])
        let head = box("ftyp", Array("avif".utf8) + number(0, 4) + Array("mif1avif".utf8))
        // Everything but the place of the data, which follows from how long it is.
        func meta(dataOffset: Int) -> [UInt8] {
            let place = number(1, 2) + number(0, 2) + number(1, 2) + number(dataOffset, 4) + number(data.count, 4)
            return fullBox(
                "meta",
                fullBox("hdlr", number(0, 4) + Array("pict".utf8) + number(0, 13)) + fullBox("pitm", number(1, 2))
                    + fullBox("iinf", number(1, 2) + kind) + box("iprp", property)
                    + fullBox("iloc", [0x44, 0] + number(1, 2) + place))
        }
        let length = head.count + meta(dataOffset: 0).count
        return head + meta(dataOffset: length + 8) + box("mdat", data)
    }
}
