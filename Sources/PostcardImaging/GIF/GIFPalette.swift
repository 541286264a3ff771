/// Up to 256 opaque colours, with fast ways from a colour to its index.
struct GIFPalette {
    private(set) var colors: [Int32] = []
    /// Index plus one by a hash of the colour; 0 for none.
    private var slots = [UInt16](repeating: 0, count: 1_024)
    /// Created on first use.
    private var search: NearestColor?
    /// For each cell, indexed by 6 bits each of red, green and blue: the offset of its candidates in the upper 24 bits and
    /// their number less one in the lower 8; `unknown` until the cell is first needed.
    private var cells: [UInt32] = []
    /// Indices of the colours that can be the nearest in a cell.
    private var candidates: [UInt8] = []

    private static let unknown = UInt32.max
    /// A little more than half the diagonal of a cell of 4 × 4 × 4.
    private static let cellRadius: Float = 3.5

    init(_ colors: [Int32] = []) {
        for color in colors { append(color) }
    }

    /// Adds a colour, which must be a new one.
    mutating func append(_ color: Int32) {
        colors.append(color)
        slots[slot(of: color)] = UInt16(colors.count)
        search = nil
        cells = []
        candidates = []
    }

    /// The slot that the colour is in, or could go into.
    @inline(__always)
    private func slot(of color: Int32) -> Int {
        var slot = Int((UInt32(bitPattern: color) &* 0x9E37_79B1) >> 22)
        while slots[slot] != 0, colors[Int(slots[slot]) - 1] != color { slot = (slot + 1) & 1_023 }
        return slot
    }

    /// The index of exactly this colour.
    @inline(__always)
    func index(of color: Int32) -> UInt8? {
        let entry = slots[slot(of: color)]
        return entry == 0 ? nil : UInt8(truncatingIfNeeded: entry - 1)
    }

    /// The index of the colour nearest to `color`, the lowest among equals.
    @inline(__always)
    mutating func nearestIndex(of color: Int32) -> UInt8 {
        let red = color >> 6 & 0x3F000
        let green = color >> 4 & 0x00FC0
        let blue = color >> 2 & 0x0003F
        let cell = Int(red | green | blue)
        if cells.isEmpty || cells[cell] == GIFPalette.unknown { fillCell(cell, of: color) }
        let start = Int(cells[cell] >> 8)
        var best = candidates[start]
        var least = Int32.max
        for position in start...start + Int(cells[cell] & 255) {
            let other = colors[Int(candidates[position])]
            let dRed = (other >> 16) - (color >> 16)
            let dGreen = (other >> 8 & 255) - (color >> 8 & 255)
            let dBlue = (other & 255) - (color & 255)
            let distance = dRed &* dRed &+ dGreen &* dGreen &+ dBlue &* dBlue
            if distance < least {
                least = distance
                best = candidates[position]
            }
        }
        return best
    }

    @inline(never)
    private mutating func fillCell(_ cell: Int, of color: Int32) {
        if cells.isEmpty { cells = [UInt32](repeating: GIFPalette.unknown, count: 1 << 18) }
        let start = candidates.count
        let middle = color & 0xFC_FCFC | 0x02_0202
        nearest().appendCandidates(around: middle, radius: GIFPalette.cellRadius, to: &candidates)
        cells[cell] = UInt32(start << 8 | (candidates.count - start - 1))
    }

    /// The search over all colours, of which there must be one at least.
    mutating func nearest() -> NearestColor {
        if let search { return search }
        let made = NearestColor(colors)
        search = made
        return made
    }
}

/// libgd pixels as GIF can have them: opaque, or wholly transparent.
enum GIFColor {
    /// The one transparent pixel.
    static let transparent: Int32 = 127 << 24

    /// A pixel with its alpha rounded to none or all.
    @inline(__always)
    static func rounded(_ pixel: Int32) -> Int32 {
        pixel >> 24 & 127 < 64 ? pixel & GDPixel.opaqueMask : transparent
    }

    /// 256 pixels for the colour table at `range` of a file. Those that the table lacks are black, as in Chrome.
    static func table(at range: Range<Int>?, in bytes: UnsafeRawBufferPointer) -> [Int32] {
        var pixels = [Int32](repeating: 0, count: 256)
        guard let range, let table = ByteReader(bytes).slice(at: range.lowerBound, count: range.count) else {
            return pixels
        }
        for index in 0..<table.count / 3 {
            pixels[index] = GDPixel.pack(
                red: Int32(table[index * 3]), green: Int32(table[index * 3 + 1]), blue: Int32(table[index * 3 + 2]),
                transparency: 0)
        }
        return pixels
    }
}

/// Finds the colour nearest to another one by the sum of squared differences, eight at a time.
struct NearestColor {
    /// Eight colours.
    private struct Block {
        var red: SIMD8<Float>
        var green: SIMD8<Float>
        var blue: SIMD8<Float>

        @inline(__always)
        init(repeating color: Int32) {
            red = SIMD8(repeating: Float(color >> 16 & 255))
            green = SIMD8(repeating: Float(color >> 8 & 255))
            blue = SIMD8(repeating: Float(color & 255))
        }

        /// The squared distances between colours in the same places.
        @inline(__always)
        func distances(to other: Block) -> SIMD8<Float> {
            let (red, green, blue) = (red - other.red, green - other.green, blue - other.blue)
            return red * red + green * green + blue * blue
        }
    }

    private var blocks: [Block] = []

    /// - Parameter colors: at least one opaque colour.
    init(_ colors: [Int32]) {
        for start in stride(from: 0, to: colors.count, by: 8) {
            var block = Block(repeating: 0)
            // Lanes without a colour lie too far away to be chosen.
            block.red = SIMD8(repeating: 1e6)
            for (lane, color) in colors[start..<min(start + 8, colors.count)].enumerated() {
                block.red[lane] = Float(color >> 16 & 255)
                block.green[lane] = Float(color >> 8 & 255)
                block.blue[lane] = Float(color & 255)
            }
            blocks.append(block)
        }
    }

    /// - Returns: the index, the lowest among equals, and the squared distance.
    func find(_ color: Int32) -> (index: Int, distance: Int) {
        let target = Block(repeating: color)
        var best = SIMD8<Float>(repeating: .infinity)
        var bestBlock = SIMD8<Int32>.zero
        for block in blocks.indices {
            let distance = blocks[block].distances(to: target)
            let isNearer = distance .< best
            best.replace(with: distance, where: isNearer)
            bestBlock.replace(with: SIMD8(repeating: Int32(truncatingIfNeeded: block)), where: isNearer)
        }
        var result = (index: Int.max, distance: Float.infinity)
        for lane in 0..<8 {
            let index = Int(bestBlock[lane]) * 8 + lane
            if best[lane] < result.distance || (best[lane] == result.distance && index < result.index) {
                result = (index, best[lane])
            }
        }
        return (result.index, Int(result.distance))
    }

    /// Appends the indices of all colours that can be the nearest to one no farther than `radius` from `color`, lowest
    /// first.
    func appendCandidates(around color: Int32, radius: Float, to indices: inout [UInt8]) {
        let reach = Float(find(color).distance).squareRoot() + 2 * radius
        let target = Block(repeating: color)
        for block in blocks.indices {
            let isIn = blocks[block].distances(to: target) .<= reach * reach
            guard any(isIn) else { continue }
            for lane in 0..<8 where isIn[lane] { indices.append(UInt8(truncatingIfNeeded: block * 8 + lane)) }
        }
    }
}
