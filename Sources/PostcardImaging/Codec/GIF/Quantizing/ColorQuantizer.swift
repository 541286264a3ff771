/// Chooses the few colours that stand best for many.
enum ColorQuantizer {
    /// `entries` has at least one. `count` is the largest number of colours, at least 1. `refinements` is the number of
    /// times that every colour is given to the nearest of those chosen and these are moved into the middle of theirs
    /// (Lloyd, "Least squares quantization in PCM", 1982).
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

    /// Replaces a group by one of its colours where that has the greater part: what was flat stays
    /// exact.
    private static func refined(_ colors: [Int32], for entries: [ColorCounter.Entry]) -> [Int32] {
        let nearest = NearestColor(colors)
        var sums = [SIMD4<Int>](repeating: .zero, count: colors.count)
        var heaviest = [ColorCounter.Entry](repeating: .init(color: 0, weight: 0), count: colors.count)
        for entry in entries {
            let index = nearest.find(entry.color).index
            let channels = SIMD4(Int(entry.color >> 16 & 255), Int(entry.color >> 8 & 255), Int(entry.color & 255), 1)
            sums[index] &+= channels &* entry.weight
            if entry.weight > heaviest[index].weight { heaviest[index] = entry }
        }
        return colors.indices.compactMap { index in
            let sum = sums[index]
            guard sum.w > 0 else { return nil }
            if heaviest[index].weight * 2 >= sum.w { return heaviest[index].color }
            func mean(_ channel: Int) -> Int32 { Int32((2 * channel + sum.w) / (2 * sum.w)) }
            return GDPixel.pack(red: mean(sum.x), green: mean(sum.y), blue: mean(sum.z), transparency: 0)
        }
    }

    /// The mean squared distance between colours and the nearest ones in `palette`.
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
