/// The colour cube in cells of 8 × 8 × 8, each with the sum of the colours in it.
struct ColorCells {
    /// Red, green, blue and the number of pixels; empty until the first colour comes.
    private var sums: [SIMD4<Int>] = []

    mutating func add(_ color: Int32, weight: Int) {
        if sums.isEmpty { sums = [SIMD4<Int>](repeating: .zero, count: 1 << 15) }
        let red = Int(color >> 16 & 255)
        let green = Int(color >> 8 & 255)
        let blue = Int(color & 255)
        sums[(red >> 3) << 10 | (green >> 3) << 5 | blue >> 3] &+= SIMD4(red, green, blue, 1) &* weight
    }

    /// The mean colour of every cell that has one.
    func means() -> [ColorCounter.Entry] {
        sums.compactMap { sum in
            guard sum.w > 0 else { return nil }
            func mean(_ channel: Int) -> Int32 { Int32((2 * channel + sum.w) / (2 * sum.w)) }
            let color = GDPixel.pack(red: mean(sum.x), green: mean(sum.y), blue: mean(sum.z), transparency: 0)
            return ColorCounter.Entry(color: color, weight: sum.w)
        }
    }
}
