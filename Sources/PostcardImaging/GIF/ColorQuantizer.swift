/// Chooses a few colors that best represent many.
enum ColorQuantizer {
    /// Returns at most `count` colors for `entries`, which must not be empty. In each of the `refinements`, every color is
    /// assigned to the nearest chosen color, and each chosen color moves to the mean of its group (Lloyd, "Least squares quantization in
    /// PCM", 1982).
    static func colors(for entries: [ColorCounter.Entry], count: Int, refinements: Int) -> [Int32] {
        var colors = means(of: entries, count: count)
        for _ in 0..<refinements { colors = refined(colors, for: entries) }
        return colors
    }

    private static func means(of entries: [ColorCounter.Entry], count: Int) -> [Int32] {
        var entries = entries
        var boxes = [ColorBox(entries, entries.indices)]
        while boxes.count < count {
            var widest = 0
            for index in boxes.indices where boxes[index].gain > boxes[widest].gain { widest = index }
            guard boxes[widest].gain > 0 else { break }
            let halves = boxes[widest].split(&entries)
            boxes[widest] = halves.0
            boxes.append(halves.1)
        }
        return boxes.map(\.mean)
    }

    /// Replaces the mean of a group with one of its colors if that color has the majority of pixels, so that flat areas stay exact.
    private static func refined(_ colors: [Int32], for entries: [ColorCounter.Entry]) -> [Int32] {
        let nearest = NearestColor(colors)
        var sums = [SIMD4<Int>](repeating: .zero, count: colors.count)
        var heaviest = [ColorCounter.Entry](repeating: .init(color: 0, weight: 0), count: colors.count)
        for entry in entries {
            let index = nearest.find(entry.color).index
            sums[index] &+= SIMD4(channelsOf: entry.color) &* entry.weight
            if entry.weight > heaviest[index].weight { heaviest[index] = entry }
        }
        return colors.indices.compactMap { index in
            let sum = sums[index]
            guard sum.w > 0 else { return nil }
            return heaviest[index].weight * 2 >= sum.w ? heaviest[index].color : sum.meanColor
        }
    }

    /// Returns the mean squared distance between colors and the nearest colors in `palette`.
    static func error(of palette: NearestColor, for entries: [ColorCounter.Entry]) -> Double {
        var sum = 0
        var weight = 0
        for entry in entries {
            sum += palette.find(entry.color).distance * entry.weight
            weight += entry.weight
        }
        return Double(sum) / Double(max(1, weight))
    }
}

/// A range of colors that are merged into one, with the best way to split it.
///
/// The split is across the channel that varies most, at the value that lowers the sum of squared errors most (after Wan, Wong and
/// Prusinkiewicz, "An algorithm for multidimensional data clustering", 1988). The split is the same on every machine: sums are whole
/// numbers, and their quotients are computed in a fixed order.
struct ColorBox {
    let range: Range<Int>
    /// The mean color.
    let mean: Int32
    /// The decrease in the sum of squared errors by the best split; 0 if the box can't be split.
    let gain: Double
    private let shift: Int32
    private let threshold: Int32

    init(_ entries: [ColorCounter.Entry], _ range: Range<Int>) {
        self.range = range
        var sums = SIMD4<Int>.zero
        var squares = SIMD4<Int>.zero
        for entry in entries[range] {
            let color = SIMD4(channelsOf: entry.color)
            sums &+= color &* entry.weight
            squares &+= color &* color &* entry.weight
        }
        mean = sums.meanColor
        func error(_ channel: Int) -> Double {
            Double(squares[channel]) - Double(sums[channel]) * Double(sums[channel]) / Double(sums.w)
        }
        var widest = 0
        for channel in 1..<3 where error(channel) > error(widest) { widest = channel }
        shift = Int32(16 - 8 * widest)
        (threshold, gain) = ColorBox.cut(entries[range], shift, weight: sums.w, sum: sums[widest])
    }

    /// Returns the highest value of the channel at `shift` that goes into the first half.
    private static func cut(
        _ entries: ArraySlice<ColorCounter.Entry>, _ shift: Int32, weight: Int, sum: Int
    ) -> (threshold: Int32, gain: Double) {
        withUnsafeTemporaryAllocation(of: Int.self, capacity: 256) { weights in
            weights.initialize(repeating: 0)
            var lowest = 255
            var highest = 0
            for entry in entries {
                let value = Int(entry.color >> shift & 255)
                weights[value] += entry.weight
                lowest = min(lowest, value)
                highest = max(highest, value)
            }
            let whole = Double(sum) * Double(sum) / Double(weight)
            var best = (threshold: Int32(0), gain: 0.0)
            var low = (weight: 0, sum: 0)
            for value in lowest..<max(lowest, highest) where weights[value] > 0 {
                low.weight += weights[value]
                low.sum += weights[value] * value
                let high = (weight: weight - low.weight, sum: sum - low.sum)
                let gain =
                    Double(low.sum) * Double(low.sum) / Double(low.weight)
                    + Double(high.sum) * Double(high.sum) / Double(high.weight) - whole
                if gain > best.gain { best = (Int32(value), gain) }
            }
            return best
        }
    }

    /// Moves the entries of the first half before the entries of the second half.
    func split(_ entries: inout [ColorCounter.Entry]) -> (ColorBox, ColorBox) {
        var middle = range.lowerBound
        for index in range where entries[index].color >> shift & 255 <= threshold {
            entries.swapAt(index, middle)
            middle += 1
        }
        return (ColorBox(entries, range.lowerBound..<middle), ColorBox(entries, middle..<range.upperBound))
    }
}

extension SIMD4<Int> {
    /// Returns the red, green and blue of a color, and 1.
    @inline(__always)
    init(channelsOf color: Int32) {
        self.init(Int(color >> 16 & 255), Int(color >> 8 & 255), Int(color & 255), 1)
    }

    /// The mean color, computed from the weighted sums of the channels and the sum of the weights.
    var meanColor: Int32 {
        let mean = (2 &* self &+ w) / (2 * w)
        return GDPixel.pack(red: Int32(mean.x), green: Int32(mean.y), blue: Int32(mean.z), transparency: 0)
    }
}
