/// Writes the blocks of one frame after the other.
struct GIFFrameWriter {
    /// The blocks so far.
    private(set) var body: [UInt8] = []
    var screen: GIFScreen
    /// `true` if frames may do without a table of their own.
    private let sharesTable: Bool
    private var colors = GIFColorChooser()
    private var indices: [UInt8] = []
    private var lzw = LZWEncoder()
    private var isFirst = true
    /// The number of entries of the shared table that are needed.
    private var sharedCount = 0

    init(size: PixelSize, sharesTable: Bool = true) {
        screen = GIFScreen(size: size)
        self.sharesTable = sharesTable
    }

    /// The table of the frames without one of their own.
    var sharedPalette: GIFColorTable { GIFColorTable(colors.shared.colors, count: sharedCount) }

    /// `next` is the picture after this one, if any. `standsStill` tells whether this is the only picture.
    mutating func write(_ image: Image, delay: Int, next: Image?, standsStill: Bool = false) {
        screen.load(image)
        let cleared = next.map(screen.area(clearedBy:)) ?? .empty
        // Some viewers paint what the first frame leaves out.
        var area = isFirst ? screen.area : screen.changedArea()
        area.formUnion(cleared)
        // There has to be a frame, or its time would be lost.
        if area.isEmpty { area = GIFArea(columns: 0..<1, rows: 0..<1) }
        isFirst = false
        let choice = colors.choose(for: screen, area, isCleared: !cleared.isEmpty, standsStill: standsStill)
        var mapper = GIFColorMapper(choice: choice, area: area)
        mapper.map(&screen, to: &indices)
        write(
            choice, area, delay: delay, disposal: cleared.isEmpty ? .keep : .clear, isPlain: standsStill && delay == 0)
        colors.remember(mapper.choice)
        if !cleared.isEmpty { screen.clear(area) }
    }

    private mutating func write(
        _ choice: GIFColorChoice, _ area: GIFArea, delay: Int, disposal: GIFDisposal, isPlain: Bool
    ) {
        if !isPlain || choice.transparentIndex != nil {
            appendControl(delay: delay, disposal, transparentIndex: choice.transparentIndex)
        }
        appendPlace(
            x: area.columns.lowerBound, y: area.rows.lowerBound, width: area.columns.count, height: area.rows.count)
        let count = max(choice.palette.colors.count, choice.transparentIndex.map { Int($0) + 1 } ?? 1)
        let table = GIFColorTable(choice.palette.colors, count: count)
        if choice.isShared, sharesTable {
            sharedCount = max(sharedCount, count)
            body.append(0)
        } else {
            body.append(UInt8(0x80 | table.bits - 1))
            body += table.bytes
        }
        lzw.encode(indices, rootBits: max(2, table.bits), to: &body)
    }

    /// Appends what is said about a frame before it (GIF89a, section 23).
    mutating func appendControl(delay: Int, _ disposal: GIFDisposal, transparentIndex: UInt8?) {
        body += [0x21, 0xF9, 4, UInt8(disposal.rawValue << 2 | (transparentIndex == nil ? 0 : 1))]
        body.appendLittleEndian(delay)
        body += [transparentIndex ?? 0, 0]
    }

    /// Appends the beginning of a frame's descriptor, up to its flags (GIF89a, section 20).
    mutating func appendPlace(x: Int, y: Int, width: Int, height: Int) {
        body.append(0x2C)
        for number in [x, y, width, height] { body.appendLittleEndian(number) }
    }

    /// Appends what is coded already.
    mutating func append(_ coded: ArraySlice<UInt8>) { body += coded }
}

/// Colours as a GIF file holds them: 2 to 256, their number a power of two.
struct GIFColorTable {
    private let colors: [Int32]
    /// The number of entries is 2 to the power of this, 1 to 8.
    let bits: Int
    /// `true` if no frame needs the table.
    let isEmpty: Bool

    /// `count` is the least number of entries; more than there are colours when an index beyond these stands for
    /// transparent pixels.
    init(_ colors: [Int32], count: Int = 0) {
        self.colors = colors
        var bits = 1
        while 1 << bits < max(count, colors.count) { bits += 1 }
        self.bits = bits
        isEmpty = max(count, colors.count) == 0
    }

    /// Red, green and blue of each entry; black for those that no pixel uses.
    var bytes: [UInt8] {
        guard !isEmpty else { return [] }
        var bytes: [UInt8] = []
        for color in colors {
            bytes.append(UInt8(truncatingIfNeeded: color >> 16))
            bytes.append(UInt8(truncatingIfNeeded: color >> 8))
            bytes.append(UInt8(truncatingIfNeeded: color))
        }
        return bytes + [UInt8](repeating: 0, count: 3 << bits - bytes.count)
    }
}
