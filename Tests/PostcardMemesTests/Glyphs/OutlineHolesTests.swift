import PostcardImaging
import Testing

@testable import PostcardMemes

struct OutlineHolesTests {
    private static let fonts = FontLibrary(usesSystemFonts: false)

    struct Hole: CustomTestStringConvertible {
        let testDescription: String
        var rectangles: [(columns: Range<Int>, rows: Range<Int>)]
        var isFilled = true
        var coverage: UInt8 = 0
    }

    @Test(arguments: [
        Hole(testDescription: "speck", rectangles: [(4..<7, 4..<7)], coverage: 90),
        Hole(testDescription: "slit", rectangles: [(4..<30, 4..<8)]),
        Hole(testDescription: "upright slit", rectangles: [(4..<6, 2..<18)]),
        Hole(testDescription: "slit with a bend", rectangles: [(4..<30, 4..<8), (4..<7, 8..<18)]),
        Hole(
            testDescription: "ring",
            rectangles: [(4..<16, 4..<6), (4..<16, 12..<14), (4..<6, 4..<14), (14..<16, 4..<14)]),
        Hole(testDescription: "window", rectangles: [(4..<9, 4..<9)], isFilled: false),
        Hole(testDescription: "slit with a window", rectangles: [(4..<30, 4..<6), (20..<25, 4..<9)], isFilled: false),
        Hole(testDescription: "slit at the edge", rectangles: [(30..<40, 10..<12)], isFilled: false),
        Hole(testDescription: "seam", rectangles: [(4..<30, 9..<11)], coverage: 200),
        Hole(testDescription: "soft window", rectangles: [(4..<7, 4..<7)], isFilled: false, coverage: 200),
        Hole(testDescription: "slit at the foot", rectangles: [(10..<12, 12..<20)], isFilled: false),
    ])
    func `narrow holes are filled`(hole: Hole) {
        var mask = Mask(x: 0, y: 0, width: 40, height: 20, coverage: [UInt8](repeating: 255, count: 800))
        for (columns, rows) in hole.rectangles {
            for y in rows { for x in columns { mask.coverage[y * 40 + x] = hole.coverage } }
        }
        let before = mask.coverage
        mask.fillHoles(upTo: 4)
        #expect(mask.coverage == (hole.isFilled ? [UInt8](repeating: 255, count: 800) : before))
    }

    @Test(arguments: ["CD", "CK", "AY", "EL", "LY", "AT", "LT", "LV", "TA", "ЕЛ", "\u{414}"], [40.0, 80, 300])
    func `no picture shows between the usual outlines of letters`(text: String, size: Double) throws {
        var caption = Caption(text, in: UnitBox(x: 0, y: 0, width: 1, height: 1))
        (caption.minimumSize, caption.maximumSize) = (.pixels(size), .pixels(size))
        let canvas = PixelSize(width: Int(size) * 2, height: Int(size) * 2)
        let (layers, _) = try CaptionRenderer(caption, on: canvas, fonts: Self.fonts).lettering()
        let mask = try #require(layers.last?.outline)
        #expect(enclosed(in: mask) == 0)
    }

    /// The number of pixels without full coverage from which no way leads out of a mask.
    private func enclosed(in mask: Mask) -> Int {
        let (width, height) = (mask.width + 2, mask.height + 2)
        var isOpen = [Bool](repeating: true, count: width * height)
        for y in 0..<mask.height {
            for x in 0..<mask.width { isOpen[(y + 1) * width + x + 1] = mask.coverage[y * mask.width + x] < 255 }
        }
        var waiting = [0]
        isOpen[0] = false
        while let place = waiting.popLast() {
            for (next, isInside) in [
                (place - 1, place % width > 0), (place + 1, place % width < width - 1), (place - width, place >= width),
                (place + width, place < width * (height - 1)),
            ] where isInside && isOpen[next] {
                isOpen[next] = false
                waiting.append(next)
            }
        }
        return isOpen.count { $0 }
    }
}
