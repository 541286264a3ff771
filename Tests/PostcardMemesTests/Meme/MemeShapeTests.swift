import Foundation
import PostcardImaging
import PostcardMemes
import Testing

/// Lines, arrows, rectangles and ellipses, checked by their pixels on white, 200 × 100: a width of 0.0707 is 10 pixels.
struct MemeShapeTests {
    private static let size = PixelSize(width: 200, height: 100)
    private static let tenPixels = 10 / 20_000.0.squareRoot()
    private let fonts = FontLibrary(usesSystemFonts: false)

    private func shape(
        _ kind: MemeShape.Kind, _ from: (Double, Double), _ to: (Double, Double), filled: Bool = false
    ) -> MemeShape {
        var shape = MemeShape(kind, from: UnitPoint(x: from.0, y: from.1), to: UnitPoint(x: to.0, y: to.1))
        shape.color = .black
        shape.lineWidth = Self.tenPixels
        shape.isFilled = filled
        return shape
    }

    private func drawn(_ meme: Meme) throws -> Image {
        try meme.render(onto: Image(size: Self.size, fill: .white), fonts: fonts).image
    }

    private func drawn(_ shape: MemeShape) throws -> Image { try drawn(Meme(shapes: [shape])) }

    /// The sum of all coverage, in pixels.
    private func area(_ image: Image) -> Double {
        var sum = 0
        for y in 0..<image.size.height {
            for x in 0..<image.size.width { sum += 255 - Int(image[x, y].red) }
        }
        return Double(sum) / 255
    }

    private func expect(
        _ image: Image, black: [(Int, Int)], white: [(Int, Int)], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for (x, y) in black { #expect(image[x, y] == .black, "\(x), \(y)", sourceLocation: sourceLocation) }
        for (x, y) in white { #expect(image[x, y] == .white, "\(x), \(y)", sourceLocation: sourceLocation) }
    }

    @Test func `a line has the stated width and round ends`() throws {
        let image = try drawn(shape(.line, (0.1, 0.5), (0.9, 0.5)))
        expect(
            image, black: [(20, 50), (100, 45), (100, 54), (179, 50), (16, 50), (183, 49)],
            white: [(100, 44), (100, 55), (14, 50), (185, 50), (15, 45), (184, 45), (15, 54)])
        #expect(abs(area(image) - (160 * 10 + 25 * Double.pi)) < 3)
    }

    @Test func `a slanted line has smooth edges`() throws {
        let image = try drawn(shape(.line, (0.1, 0.1), (0.9, 0.8)))
        var grays: Set<UInt8> = []
        for y in 0..<100 { for x in 0..<200 { grays.insert(image[x, y].red) } }
        // An edge with steps of whole pixels would have only two values.
        #expect(grays.count > 16)
        let length = (160.0 * 160 + 70 * 70).squareRoot()
        #expect(abs(area(image) - (length * 10 + 25 * Double.pi)) < 3)
    }

    @Test func `an arrow ends in a point and has a head`() throws {
        let image = try drawn(shape(.arrow, (0.1, 0.5), (0.9, 0.5)))
        // The head is 45 pixels long and 40 pixels wide. The tip is at 180.
        expect(
            image, black: [(20, 50), (100, 46), (130, 53), (138, 33), (138, 66), (176, 50)],
            white: [(130, 40), (130, 59), (181, 50), (178, 44), (178, 55), (160, 35)])
    }

    @Test func `a short arrow is only a head`() throws {
        let image = try drawn(shape(.arrow, (0.5, 0.5), (0.55, 0.5)))
        // The head is 10 pixels long instead of 45, and narrower in proportion.
        #expect(area(image) > 30)
        #expect(area(image) < 80)
        expect(image, black: [(103, 50)], white: [(111, 50), (95, 50), (103, 60), (103, 40)])
    }

    @Test(arguments: [((0.2, 0.2), (0.8, 0.8)), ((0.8, 0.8), (0.2, 0.2)), ((0.2, 0.8), (0.8, 0.2))])
    func `a rectangle is a line around its box`(from: (Double, Double), to: (Double, Double)) throws {
        let image = try drawn(shape(.rectangle, from, to))
        expect(
            image, black: [(35, 15), (44, 24), (35, 84), (164, 15), (164, 84), (100, 15), (100, 24)],
            white: [(34, 50), (45, 50), (100, 14), (100, 25), (100, 50), (165, 50)])
        let filled = try drawn(shape(.rectangle, from, to, filled: true))
        expect(filled, black: [(40, 20), (100, 50), (159, 79)], white: [(39, 50), (160, 50), (100, 19), (100, 80)])
        #expect(area(filled) == 120 * 60)
    }

    @Test func `an ellipse is a line around its curve`() throws {
        let image = try drawn(shape(.ellipse, (0.2, 0.2), (0.8, 0.8)))
        expect(
            image, black: [(36, 50), (44, 50), (100, 16), (100, 24), (162, 50)],
            white: [(46, 50), (100, 50), (100, 26), (36, 16), (162, 84), (100, 14)])
        #expect(abs(area(image) - Double.pi * (65 * 35 - 55 * 25)) < 5)
        let filled = try drawn(shape(.ellipse, (0.2, 0.2), (0.8, 0.8), filled: true))
        #expect(abs(area(filled) - Double.pi * 60 * 30) < 5)
    }

    @Test func `shapes are drawn over lower overlays and under captions`() throws {
        let picture = try Image(size: .square(4), fill: Color(red: 0, green: 0, blue: 255)).encoded(as: .png)
        var overlay = Overlay(.bytes(picture), in: .whole)
        overlay.fit = .stretch
        let box = shape(.rectangle, (0, 0), (1, 1), filled: true)
        #expect(try drawn(Meme(overlays: [overlay], shapes: [box]))[100, 50] == .black)
        overlay.level = .above
        #expect(try drawn(Meme(overlays: [overlay], shapes: [box]))[100, 50] == Color(red: 0, green: 0, blue: 255))
        var caption = Caption("■", in: .whole)
        caption.text = "HHH"
        let lettered = try drawn(Meme(captions: [caption], shapes: [box]))
        let isLettered = (0..<200).contains { lettered[$0, 50] == .white }
        #expect(isLettered)
    }

    @Test func `shapes move with the picture in its surround`() throws {
        let meme = Meme(
            surround: Surround(color: .white, margin: Self.tenPixels * 2),
            shapes: [shape(.rectangle, (0.2, 0.2), (0.8, 0.8), filled: true)])
        let image = try drawn(meme)
        #expect(image.size == PixelSize(width: 240, height: 140))
        expect(image, black: [(60, 40), (179, 99)], white: [(59, 60), (180, 60), (100, 39), (100, 100)])
    }

    @Test(arguments: MemeShape.Kind.allCases)
    func `both ways of drawing give the same result`(kind: MemeShape.Kind) throws {
        let meme = Meme(shapes: [shape(kind, (0.1, 0.2), (0.7, 0.9))])
        let base = try Image(size: Self.size, fill: .white)
        let kept = try meme.lettering(on: Self.size, fonts: fonts).applied(to: base)
        #expect(try kept.encoded(as: .png) == drawn(meme).encoded(as: .png))
    }

    @Test(arguments: MemeShape.Kind.allCases)
    func `a shape of any position and size is drawn, or is outside the picture`(kind: MemeShape.Kind) throws {
        for filled in [false, true] {
            for (from, to) in [
                ((0.5, 0.5), (0.5, 0.5)), ((-10, -10), (10, 10)), ((10, 10), (9, 9)), ((0.5, -3), (0.5, 4)),
                ((0, 0), (1, 1)), ((1, 0), (0, 0)),
            ] as [((Double, Double), (Double, Double))] {
                for width in [0.0005, 0.5] {
                    var shape = shape(kind, from, to, filled: filled)
                    shape.lineWidth = width
                    #expect(try drawn(shape).size == Self.size)
                }
            }
        }
    }

    @Test(
        arguments: [
            { $0.from.x = .nan }, { $0.to.y = 11 }, { $0.lineWidth = 0 }, { $0.lineWidth = .infinity },
            { $0.from.y = -10.5 },
        ] as [@Sendable (inout MemeShape) -> Void])
    func `an invalid value causes an error`(change: @Sendable (inout MemeShape) -> Void) throws {
        var shape = shape(.arrow, (0, 0), (1, 1))
        change(&shape)
        let error = #expect(throws: MemeError.self) { try drawn(shape) }
        #expect(error?.code == .invalidShape)
    }

    @Test func `the number of shapes is limited`() throws {
        let dot = shape(.line, (0.5, 0.5), (0.5, 0.5))
        _ = try drawn(Meme(shapes: Array(repeating: dot, count: 100)))
        let error = #expect(throws: MemeError.self) { try drawn(Meme(shapes: Array(repeating: dot, count: 101))) }
        #expect(error?.code == .invalidShape)
    }

    @Test func `an encoded shape is decoded unchanged`() throws {
        var meme = Meme(shapes: MemeShape.Kind.allCases.map { shape($0, (0.1, 0.2), (0.3, 0.4)) })
        meme.shapes[2].isFilled = true
        #expect(try JSONDecoder().decode(Meme.self, from: JSONEncoder().encode(meme)) == meme)
    }

    @Test func `omitted values have the defaults of a new shape`() throws {
        let json = #"{"shapes": [{"kind": "arrow", "from": {"x": 0, "y": 1}, "to": {"x": 1, "y": 0}}]}"#
        let meme = try JSONDecoder().decode(Meme.self, from: Data(json.utf8))
        #expect(meme.shapes == [MemeShape(.arrow, from: UnitPoint(x: 0, y: 1), to: UnitPoint(x: 1, y: 0))])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(MemeShape.self, from: Data(json.replacing("arrow", with: "star").utf8))
        }
    }
}
