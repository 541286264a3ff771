/// Codes one frame after the other.
struct GIFFrameWriter {
    private(set) var frames = GIFFrameSequence()
    private var screen: GIFScreen
    private var colors = GIFColorChooser()
    private var indices: [UInt8] = []
    private var alternatives: [UInt8] = []
    private var lzw = LZWEncoder()
    private var isFirst = true

    init(size: PixelSize) { screen = GIFScreen(size: size) }

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
        append(
            mapper.choice, area, delay: delay, disposal: cleared.isEmpty ? .keep : .clear,
            isPlain: standsStill && delay == 0)
        colors.remember(mapper.choice)
        if !cleared.isEmpty { screen.clear(area) }
    }

    /// Codes the indices of a frame with numbers of its own, because short ones make short codes.
    private mutating func append(
        _ choice: GIFColorChoice, _ area: GIFArea, delay: Int, disposal: GIFDisposal, isPlain: Bool
    ) {
        var isUsed = [Bool](repeating: false, count: 256)
        for index in indices { isUsed[Int(index)] = true }
        let transparent = choice.transparentIndex.flatMap { isUsed[Int($0)] || disposal == .clear ? $0 : nil }
        if let transparent { isUsed[Int(transparent)] = false }
        let used = (0..<choice.palette.colors.count).filter { isUsed[$0] }
        var numbers = [UInt8](repeating: 0, count: 256)
        for (number, index) in used.enumerated() {
            numbers[index] = UInt8(truncatingIfNeeded: number + (transparent == nil ? 0 : 1))
        }
        numberPixels(numbers, transparent, of: choice.palette, isUsed, area)
        var frame = GIFFrameSequence.Frame(
            area: area, delay: delay, disposal: disposal, isPlain: isPlain, isTransparent: transparent != nil,
            colors: used.map { choice.palette.colors[$0] }, table: choice.table)
        lzw.encode(indices, or: alternatives, rootBits: frame.rootBits, to: &frame.data)
        if indices != alternatives {
            // What stays is simple in some pictures, and repeats in others.
            var data: [UInt8] = []
            lzw.encode(alternatives, or: indices, rootBits: frame.rootBits, to: &data)
            if data.count < frame.data.count { frame.data = data }
        }
        frames.append(frame)
    }

    /// Brings all pixels to the frame's own numbers. One that stays as it is has two if its colour is there.
    private mutating func numberPixels(
        _ numbers: [UInt8], _ transparent: UInt8?, of palette: GIFPalette, _ isUsed: [Bool], _ area: GIFArea
    ) {
        alternatives.removeAll(keepingCapacity: true)
        var place = 0
        for y in area.rows {
            let start = y * screen.size.width
            for position in start + area.columns.lowerBound..<start + area.columns.upperBound {
                let index = indices[place]
                if index != transparent {
                    indices[place] = numbers[Int(index)]
                } else if let same = palette.index(of: screen.shown[position]), isUsed[Int(same)] {
                    indices[place] = numbers[Int(same)]
                } else {
                    indices[place] = 0
                }
                alternatives.append(index == transparent ? 0 : indices[place])
                place += 1
            }
        }
    }
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
        bits = GIFColorTable.bits(for: max(count, colors.count))
        isEmpty = max(count, colors.count) == 0
    }

    /// The least bits of so many indices; 1 at least.
    static func bits(for count: Int) -> Int {
        var bits = 1
        while 1 << bits < count { bits += 1 }
        return bits
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
