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
