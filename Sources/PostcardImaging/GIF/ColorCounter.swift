/// Counts the colors of a picture. The first 65,536 colors are counted separately, others in cells of 8 × 8 × 8 colors.
struct ColorCounter {
    /// A color or the mean of several colors, and the number of pixels.
    struct Entry: Equatable {
        var color: Int32
        var weight: Int
    }

    private static let maximumColors = 1 << 16
    /// The color in the upper half, the number of pixels in the lower half; 0 for an empty slot. At least half of the slots stay empty, so
    /// that lookups are short.
    private var slots: [UInt64] = []
    private var hashShift: UInt32 = 0
    /// The number of colors that are counted separately.
    private(set) var distinctCount = 0
    /// The number of pixels that were counted.
    private(set) var total = 0
    /// True if every color is counted separately.
    private(set) var isExact = true
    private var cells = ColorCells()

    /// Deletes all counts and prepares for up to `pixels` pixels.
    mutating func reset(for pixels: Int) {
        var bits: UInt32 = 4
        while 1 << bits < 2 * min(pixels, ColorCounter.maximumColors) { bits += 1 }
        hashShift = 32 - bits
        slots.removeAll(keepingCapacity: true)
        slots.append(contentsOf: repeatElement(0, count: 1 << bits))
        distinctCount = 0
        total = 0
        isExact = true
        cells = ColorCells()
    }

    /// Counts `count` pixels of an opaque color.
    @inline(__always)
    mutating func add(_ color: Int32, count: Int) {
        total += count
        let bits = UInt64(UInt32(bitPattern: color))
        var slot = Int((UInt32(bitPattern: color) &* 0x9E37_79B1) >> hashShift)
        while slots[slot] != 0 {
            if slots[slot] >> 32 == bits {
                slots[slot] += UInt64(count)
                return
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        if distinctCount < ColorCounter.maximumColors {
            slots[slot] = bits << 32 | UInt64(count)
            distinctCount += 1
        } else {
            isExact = false
            cells.add(color, weight: count)
        }
    }

    /// The colors that are counted separately, sorted by value.
    var colors: [Int32] {
        slots.filter { $0 != 0 }.map { Int32(truncatingIfNeeded: $0 >> 32) }.sorted()
    }

    /// Returns the colors that each make up at least 1/2,048 of the pixels, and the mean of the other colors in each cell.
    func entries() -> (frequent: [Entry], others: [Entry]) {
        var frequent: [Entry] = []
        var cells = cells
        for slot in slots where slot != 0 {
            let entry = Entry(color: Int32(truncatingIfNeeded: slot >> 32), weight: Int(slot & 0xFFFF_FFFF))
            if entry.weight * 2_048 >= total {
                frequent.append(entry)
            } else {
                cells.add(entry.color, weight: entry.weight)
            }
        }
        return (frequent.sorted { $0.color < $1.color }, cells.means())
    }
}

/// The color cube in cells of 8 × 8 × 8, each with the sum of its colors.
struct ColorCells {
    /// Red, green, blue and the number of pixels; empty until the first color is added.
    private var sums: [SIMD4<Int>] = []

    mutating func add(_ color: Int32, weight: Int) {
        if sums.isEmpty { sums = [SIMD4<Int>](repeating: .zero, count: 1 << 15) }
        let cell = SIMD4(channelsOf: color) &>> 3
        sums[cell.x << 10 | cell.y << 5 | cell.z] &+= SIMD4(channelsOf: color) &* weight
    }

    /// Returns the mean color of every cell that contains colors.
    func means() -> [ColorCounter.Entry] {
        sums.filter { $0.w > 0 }.map { ColorCounter.Entry(color: $0.meanColor, weight: $0.w) }
    }
}
