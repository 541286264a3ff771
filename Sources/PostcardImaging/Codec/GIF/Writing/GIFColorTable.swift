/// Colours as a GIF file holds them: 2 to 256, their number a power of two.
struct GIFColorTable {
    private let colors: [Int32]
    /// The number of entries is 2 to the power of this, 1 to 8.
    let bits: Int
    /// Whether no frame needs the table.
    let isEmpty: Bool

    /// - Parameter count: how many entries there are to be at least; more than there are colours when an index beyond
    ///   these stands for transparent pixels.
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
