/// Up to 256 opaque colors, with fast lookups from a color to its index.
struct GIFPalette {
    private(set) var colors: [Int32] = []
    /// A hash table from colors to their indices plus one; 0 for an empty slot.
    private var slots = [UInt16](repeating: 0, count: 1_024)
    /// Created on first use.
    private var search: NearestColor?
    /// One entry for each cell, indexed by 6 bits each of red, green and blue: the upper 24 bits are the offset of the cell's candidates,
    /// the lower 8 bits are the number of candidates minus one. The entry is `unknown` until the cell is first needed.
    private var cells: [UInt32] = []
    /// Indices of the colors that can be the nearest in a cell.
    private var candidates: [UInt8] = []

    private static let unknown = UInt32.max
    /// Slightly more than half the diagonal of a cell of 4 × 4 × 4 colors.
    private static let cellRadius: Float = 3.5

    init(_ colors: [Int32] = []) {
        for color in colors { append(color) }
    }

    /// Adds a color that is not in the palette.
    mutating func append(_ color: Int32) {
        colors.append(color)
        slots[slot(of: color)] = UInt16(colors.count)
        search = nil
        cells = []
        candidates = []
    }

    /// Returns the slot that contains the color, or the empty slot where the color belongs.
    @inline(__always)
    private func slot(of color: Int32) -> Int {
        var slot = Int((UInt32(bitPattern: color) &* 0x9E37_79B1) >> 22)
        while slots[slot] != 0, colors[Int(slots[slot]) - 1] != color { slot = (slot + 1) & 1_023 }
        return slot
    }

    /// Returns the index of exactly this color.
    @inline(__always)
    func index(of color: Int32) -> UInt8? {
        let entry = slots[slot(of: color)]
        return entry == 0 ? nil : UInt8(truncatingIfNeeded: entry - 1)
    }

    /// Returns the index of the color nearest to `color`; if several are equally near, the lowest index.
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

    /// Returns a search over all colors. The palette must not be empty.
    mutating func nearest() -> NearestColor {
        if let search { return search }
        let made = NearestColor(colors)
        search = made
        return made
    }
}
