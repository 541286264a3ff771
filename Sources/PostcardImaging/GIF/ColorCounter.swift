/// Counts the colours of a picture: each one on its own for as long as there is room, the others in cells of 8 × 8 × 8.
struct ColorCounter {
    /// A colour, or the mean of several, and for how many pixels it stands.
    struct Entry: Equatable {
        var color: Int32
        var weight: Int
    }

    private static let maximumColors = 1 << 16
    /// Colour in the upper half, number of pixels in the lower; 0 for none. At least half of them stay empty so that
    /// look-ups stay short.
    private var slots: [UInt64] = []
    private var hashShift: UInt32 = 0
    /// The number of colours that are counted on their own.
    private(set) var distinctCount = 0
    /// The number of pixels that were counted.
    private(set) var total = 0
    /// `true` if every colour is counted on its own.
    private(set) var isExact = true
    private var cells = ColorCells()

    /// Forgets everything and makes ready for up to `pixels` pixels.
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

    /// Counts `count` pixels of an opaque colour.
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

    /// The colours that are counted on their own, by their values.
    var colors: [Int32] {
        slots.filter { $0 != 0 }.map { Int32(truncatingIfNeeded: $0 >> 32) }.sorted()
    }

    /// The colours that make up at least one pixel in 2,048 each, and the others by cells.
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

/// The colour cube in cells of 8 × 8 × 8, each with the sum of the colours in it.
struct ColorCells {
    /// Red, green, blue and the number of pixels; empty until the first colour comes.
    private var sums: [SIMD4<Int>] = []

    mutating func add(_ color: Int32, weight: Int) {
        if sums.isEmpty { sums = [SIMD4<Int>](repeating: .zero, count: 1 << 15) }
        let cell = SIMD4(channelsOf: color) &>> 3
        sums[cell.x << 10 | cell.y << 5 | cell.z] &+= SIMD4(channelsOf: color) &* weight
    }

    /// The mean colour of every cell that has one.
    func means() -> [ColorCounter.Entry] {
        sums.filter { $0.w > 0 }.map { ColorCounter.Entry(color: $0.meanColor, weight: $0.w) }
    }
}
