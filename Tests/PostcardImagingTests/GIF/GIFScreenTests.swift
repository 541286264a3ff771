import PostcardCore
import Testing

@testable import PostcardImaging

/// The rectangles that a GIF's frames must cover.
struct GIFScreenTests {
    private static let size = PixelSize(width: 13, height: 9)

    private static func bounds(_ isIn: (Int, Int) -> Bool) -> PixelRect {
        var area = PixelRect.empty
        for y in 0..<size.height {
            for x in 0..<size.width where isIn(x, y) { area.formUnion(PixelRect(columns: x..<x + 1, rows: y..<y + 1)) }
        }
        return area
    }

    private static func sparse(_ random: inout SeededRandom, of: Int) -> Set<[Int]> {
        Set(
            (0..<of).map { _ in
                [.random(in: 0..<size.width, using: &random), .random(in: 0..<size.height, using: &random)]
            })
    }

    @Test(arguments: 0..<60)
    func `the changed area is the smallest rectangle around all changes`(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        let changed = Self.sparse(&random, of: seed % 7)
        var screen = GIFScreen(size: Self.size)
        screen.load(try Image(size: Self.size, fill: .white))
        for position in 0..<Self.size.area { screen.show(0xFF_FFFF, at: position) }
        screen.load(try Image(size: Self.size) { x, y in changed.contains([x, y]) ? .black : .white })
        #expect(screen.changedArea() == Self.bounds { changed.contains([$0, $1]) })
    }

    @Test(arguments: 0..<40)
    func `the cleared area is the smallest rectangle around all pixels that become transparent`(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed) + 1_000)
        let opaque = Self.sparse(&random, of: 30)
        let next = Self.sparse(&random, of: 60)
        func image(_ points: Set<[Int]>) throws -> Image {
            try Image(size: Self.size) { x, y in
                points.contains([x, y]) ? .white : Color(red: 0, green: 0, blue: 0, alpha: 0)
            }
        }
        var screen = GIFScreen(size: Self.size)
        screen.load(try image(opaque))
        let expected = Self.bounds { opaque.contains([$0, $1]) && !next.contains([$0, $1]) }
        #expect(screen.area(clearedBy: try image(next)) == expected)
    }

    @Test func `an opaque picture clears no area`() throws {
        var screen = GIFScreen(size: Self.size)
        screen.load(try Image(size: Self.size, fill: .white))
        #expect(screen.area(clearedBy: try Image(size: Self.size, fill: .black)).isEmpty)
    }

    @Test func `only the cleared rectangle becomes transparent`() throws {
        var screen = GIFScreen(size: Self.size)
        screen.load(try Image(size: Self.size, fill: .white))
        for position in 0..<Self.size.area { screen.show(0xFF_FFFF, at: position) }
        let area = PixelRect(columns: 2..<5, rows: 3..<4)
        screen.clear(area)
        #expect(screen.shown.filter { $0 == GIFColor.transparent }.count == area.size.area)
        #expect(screen.changedArea() == area)
    }

    @Test(arguments: [
        (PixelRect.empty, PixelRect.empty, PixelRect.empty),
        (.empty, PixelRect(columns: 1..<2, rows: 3..<4), PixelRect(columns: 1..<2, rows: 3..<4)),
        (PixelRect(columns: 1..<2, rows: 3..<4), .empty, PixelRect(columns: 1..<2, rows: 3..<4)),
        (
            PixelRect(columns: 1..<2, rows: 3..<4), PixelRect(columns: 5..<9, rows: 0..<1),
            PixelRect(columns: 1..<9, rows: 0..<4)
        ),
    ])
    func `a union contains both rectangles`(first: PixelRect, second: PixelRect, union: PixelRect) {
        var area = first
        area.formUnion(second)
        #expect(area == union)
    }
}
