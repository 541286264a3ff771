import PostcardCore
import PostcardTestSupport
import Testing

@testable import PostcardImaging

/// Choosing a few colors to represent many, and finding the nearest color.
struct ColorQuantizerTests {
    private static func colors(_ count: Int, seed: UInt64) -> [Int32] {
        var random = SeededRandom(seed: seed)
        var distinct: Set<Int32> = []
        while distinct.count < count { distinct.insert(.random(in: 0...0xFF_FFFF, using: &random)) }
        return distinct.sorted()
    }

    private static func distance(_ first: Int32, _ second: Int32) -> Int {
        [0, 8, 16].map { Int(first >> $0 & 255) - Int(second >> $0 & 255) }.reduce(0) { $0 + $1 * $1 }
    }

    private static func nearest(to color: Int32, in palette: [Int32]) -> Int {
        palette.indices.min { distance(palette[$0], color) < distance(palette[$1], color) } ?? -1
    }

    private static func error(_ palette: [Int32], _ entries: [ColorCounter.Entry]) -> Double {
        ColorQuantizer.error(of: NearestColor(palette), for: entries)
    }

    @Test(arguments: [1, 2, 7, 8, 9, 64, 255, 256])
    func `the search finds the nearest color`(count: Int) {
        let palette = Self.colors(count, seed: UInt64(count))
        let search = NearestColor(palette)
        for color in Self.colors(300, seed: 99) + palette {
            let expected = Self.nearest(to: color, in: palette)
            let found = search.find(color)
            #expect(found.index == expected)
            #expect(found.distance == Self.distance(palette[expected], color))
        }
    }

    @Test(arguments: [1, 3, 16, 256])
    func `the palette finds the nearest color`(count: Int) {
        let colors = Self.colors(count, seed: 5)
        var palette = GIFPalette(colors)
        for color in Self.colors(500, seed: 6) {
            #expect(Int(palette.nearestIndex(of: color)) == Self.nearest(to: color, in: colors))
            #expect(palette.index(of: color).map(Int.init) == colors.firstIndex(of: color))
        }
        for (index, color) in colors.enumerated() { #expect(palette.index(of: color).map(Int.init) == index) }
    }

    @Test func `an added color is found immediately`() {
        var palette = GIFPalette([0x000000, 0xFFFFFF])
        #expect(palette.nearestIndex(of: 0x808081) == 1)
        palette.append(0x808080)
        #expect(palette.nearestIndex(of: 0x808081) == 2)
        #expect(palette.index(of: 0x808080) == 2)
    }

    @Test func `colors are counted exactly`() {
        var counter = ColorCounter()
        counter.reset(for: 1_000)
        for color in [0x102030, 0xFFFFFF, 0x102030, 0x000000] as [Int32] { counter.add(color, count: 5) }
        #expect(counter.isExact)
        expectEqual(counter.total, 20)
        expectEqual(counter.distinctCount, 3)
        expectEqual(counter.colors, [0x000000, 0x102030, 0xFFFFFF])
        let entries = counter.entries()
        #expect(
            entries.frequent == [
                .init(color: 0x000000, weight: 5), .init(color: 0x102030, weight: 10),
                .init(color: 0xFFFFFF, weight: 5),
            ])
        #expect(entries.others.isEmpty)
    }

    @Test func `no pixel is lost if there are too many colors`() {
        var counter = ColorCounter()
        let count = 70_000
        counter.reset(for: count)
        for color in 0..<Int32(count) { counter.add(color, count: 2) }
        #expect(!counter.isExact)
        #expect(counter.distinctCount == 1 << 16)
        #expect(counter.total == 2 * count)
        let entries = counter.entries()
        #expect((entries.frequent + entries.others).reduce(0) { $0 + $1.weight } == 2 * count)
    }

    @Test func `a reset deletes all counts`() {
        var counter = ColorCounter()
        counter.reset(for: 10)
        counter.add(0x123456, count: 3)
        counter.reset(for: 10)
        #expect(counter.total == 0)
        #expect(counter.colors.isEmpty)
    }

    @Test(arguments: [1, 2, 5, 40])
    func `up to the requested number, colors stay exact`(count: Int) {
        let colors = Self.colors(count, seed: 3)
        let entries = colors.map { ColorCounter.Entry(color: $0, weight: 7) }
        let chosen = ColorQuantizer.colors(for: entries, count: 256, refinements: 2)
        #expect(Set(chosen) == Set(colors))
        #expect(Self.error(chosen, entries) == 0)
    }

    @Test func `more colors never increase the error`() {
        let entries = Self.colors(2_000, seed: 8).map { ColorCounter.Entry(color: $0, weight: Int($0 & 7) + 1) }
        let errors = [2, 4, 16, 64, 256].map {
            Self.error(ColorQuantizer.colors(for: entries, count: $0, refinements: 1), entries)
        }
        #expect(zip(errors, errors.dropFirst()).allSatisfy { $0 > $1 }, "\(errors)")
    }

    @Test func `refinement lowers the error`() {
        let entries = Self.colors(2_000, seed: 9).map { ColorCounter.Entry(color: $0, weight: 1) }
        let errors = [0, 1, 4].map {
            Self.error(ColorQuantizer.colors(for: entries, count: 32, refinements: $0), entries)
        }
        #expect(errors[1] < errors[0])
        #expect(errors[2] < errors[1])
    }

    @Test func `no more colors than requested are chosen`() {
        let entries = Self.colors(500, seed: 10).map { ColorCounter.Entry(color: $0, weight: 1) }
        for count in [1, 2, 3, 17, 255] {
            #expect(ColorQuantizer.colors(for: entries, count: count, refinements: 1).count <= count)
        }
    }

    @Test func `the most frequent color stays exact among similar colors`() {
        // A flat sky with slight color noise.
        var entries = [ColorCounter.Entry(color: 0x6090C0, weight: 10_000)]
        for step in 1...6 as ClosedRange<Int32> { entries.append(.init(color: 0x6090C0 + step, weight: 3)) }
        entries.append(.init(color: 0x101010, weight: 400))
        let chosen = ColorQuantizer.colors(for: entries, count: 2, refinements: 1)
        #expect(Set(chosen) == [0x6090C0, 0x101010])
    }
}
