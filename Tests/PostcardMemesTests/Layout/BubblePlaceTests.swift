import Foundation
import PostcardImaging
import Testing

@testable import PostcardMemes

/// Speech bubbles without boxes are placed together.
struct BubblePlaceTests {
    private static let fonts = FontLibrary(usesSystemFonts: false)
    static let sizes = [
        PixelSize(width: 400, height: 300), PixelSize(width: 300, height: 400), PixelSize(width: 320, height: 320),
        PixelSize(width: 640, height: 240),
    ]
    static let points: [[UnitPoint]] = [
        [UnitPoint(x: 0.5, y: 0.5)], [UnitPoint(x: 0.36, y: 0.32), UnitPoint(x: 0.68, y: 0.2)],
        [UnitPoint(x: 0.3, y: 0.6), UnitPoint(x: 0.7, y: 0.6)], [UnitPoint(x: 0.5, y: 0.5), UnitPoint(x: 0.5, y: 0.5)],
        [UnitPoint(x: 0.2, y: 0.8), UnitPoint(x: 0.5, y: 0.7), UnitPoint(x: 0.8, y: 0.8)],
        [0.3, 0.7, 0.3, 0.7, 0.3].map { UnitPoint(x: $0, y: 0.55) },
    ]
    private static let texts = ["Did you label the flasks?", "I thought you did.", "Me?", "Yes, you.", "Oh no"]

    private struct Drawn {
        let bubble: Rectangle
        let tail: Segment
    }

    private static func bubbles(at points: [UnitPoint]) -> Meme {
        var meme = Meme(captions: points.indices.map { Caption(texts[$0], in: MemeStyle.classic.slots[0].caption.box) })
        meme.makeBubbles(pointingAt: points)
        return meme
    }

    /// Returns the positions of the bubbles, and their tails as straight lines.
    private static func drawn(_ meme: Meme, on size: PixelSize) throws -> [Drawn] {
        let picture = SIMD2(Double(size.width), Double(size.height))
        return try meme.captions.map { caption in
            let layout = try caption.layout(on: size, fonts: fonts)
            let outer = CaptionPlacement.outerSize(of: layout, caption)
            let middle = SIMD2(caption.box.x + caption.box.width / 2, caption.box.y + caption.box.height / 2) * picture
            let bubble = Rectangle(low: middle - outer / 2, high: middle + outer / 2)
            let point = SIMD2(caption.bubble?.x ?? 0, caption.bubble?.y ?? 0) * picture
            return Drawn(bubble: bubble, tail: Segment(start: bubble.edge(nearest: point, radius: 20), end: point))
        }
    }

    @Test(arguments: sizes, points)
    func `bubbles are near their targets, on the picture, apart from each other and other tails, and in reading order`(
        size: PixelSize, points: [UnitPoint]
    ) throws {
        let photo = try Image(size: size, fill: Color(red: 90, green: 120, blue: 150))
        let meme = try Self.bubbles(at: points).avoidingDetail(of: [photo], on: size, fonts: Self.fonts)
        let drawn = try Self.drawn(meme, on: size)
        let picture = Rectangle(low: .zero, high: SIMD2(Double(size.width), Double(size.height)))
        let side = picture.high.min()
        for (index, one) in drawn.enumerated() {
            #expect(picture.contains(one.bubble.low) && picture.contains(one.bubble.high))
            #expect(one.tail.length < 0.5 * side && one.tail.length > 0.02 * side, "\(one.tail.length)")
            for (number, other) in drawn.enumerated() where number != index {
                // Five bubbles do not fit on a picture 300 pixels wide, so their round corners can overlap by 3 pixels.
                let isTight = points.count == 5 && size.width <= 300
                #expect(!one.bubble.grown(by: isTight ? -1.5 : 0).overlaps(other.bubble.grown(by: isTight ? -1.5 : 0)))
                #expect(!one.bubble.contains(other.tail.end))
                #expect(!one.tail.crosses(other.bubble))
                #expect(!one.tail.crosses(other.tail))
            }
        }
        // If five bubbles do not fit side by side, avoiding overlap takes precedence over the order.
        for (one, next) in zip(drawn, drawn.dropFirst()) where points.count < 5 || size.width > 300 {
            // The next bubble is farther down or farther to the right.
            #expect(next.bubble.low.y > one.bubble.low.y || next.bubble.low.x > one.bubble.high.x - 1)
        }
        for (caption, text) in zip(meme.captions, Self.texts) {
            #expect(caption.avoidance == nil && caption.text == text)
        }
        // If space for five bubbles is tight, one of the bubbles can have smaller text.
        guard points.count < 5 || ![320, 400].contains(size.width) else { return }
        #expect(Set(try meme.captions.map { try $0.layout(on: size, fonts: Self.fonts).size }).count == 1)
    }

    @Test(arguments: [(0.1, 0.2), (0.6, 0.2), (0.1, 0.5), (0.6, 0.5)])
    func `a bubble avoids detail`(x: Double, y: Double) throws {
        let size = Self.sizes[0]
        var photo = try Image(size: size, fill: Color(red: 120, green: 120, blue: 120))
        let busy = Rectangle(UnitBox(x: x, y: y, width: 0.3, height: 0.25), on: SIMD2(400, 300))
        for row in Int(busy.low.y)..<Int(busy.high.y) {
            for column in Int(busy.low.x)..<Int(busy.high.x) {
                let light: UInt8 = (column / 6 + row / 6).isMultiple(of: 2) ? 230 : 20
                try photo.setColor(Color(red: light, green: light, blue: light), x: column, y: row)
            }
        }
        let meme = try Self.bubbles(at: [UnitPoint(x: 0.5, y: 0.48)])
            .avoidingDetail(of: [photo], on: size, fonts: Self.fonts)
        let bubble = try #require(try Self.drawn(meme, on: size).first).bubble
        #expect(bubble.overlap(busy) < 0.1)
    }

    @Test func `a bubble avoids fixed captions, and movable captions avoid the bubble`() throws {
        let size = Self.sizes[0]
        let photo = try Image(size: size, fill: .white)
        var meme = Self.bubbles(at: [UnitPoint(x: 0.5, y: 0.35)])
        meme.captions += Meme.classic(top: "one does not simply").captions
        meme.captions[1].avoidance = nil
        let placed = try meme.avoidingDetail(of: [photo], on: size, fonts: Self.fonts)
        #expect(placed.captions[1] == meme.captions[1])
        let bubble = try #require(try Self.drawn(placed, on: size).first).bubble
        let words = CaptionPlacement.outerSize(
            of: try placed.captions[1].layout(on: size, fonts: Self.fonts), placed.captions[1])
        #expect(bubble.low.y > 0.03 * 300 + words.y - 1)
    }

    @Test(arguments: [0.0, 25], [Caption.HorizontalAlignment.left, .center, .right])
    func `a bubble is drawn at its position with any alignment of lines`(
        angle: Double, alignment: Caption.HorizontalAlignment
    ) throws {
        let size = Self.sizes[0]
        let ground = Color(red: 90, green: 120, blue: 150)
        let photo = try Image(size: size, fill: ground)
        var meme = Self.bubbles(at: [UnitPoint(x: 0.9, y: 0.9)])
        meme.captions[0].angle = angle
        meme.captions[0].alignment = alignment
        let caption = try meme.avoidingDetail(of: [photo], on: size, fonts: Self.fonts).captions[0]
        let outer = CaptionPlacement.outerSize(of: try caption.layout(on: size, fonts: Self.fonts), caption)
        let room = RotatedTextArea(caption, on: size, origin: .zero, staysInBox: false)
        let half = room.extent(of: outer) / 2
        let picture = SIMD2(400.0, 300)
        let lean = room.rotation.apply(SIMD2((caption.box.width * picture.x - outer.x) * (alignment.share - 0.5), 0))
        let corner = SIMD2(caption.box.x, caption.box.y)
        let middle = (corner + SIMD2(caption.box.width, caption.box.height) / 2) * picture + lean
        let point = picture * 0.9
        // The bounds of the bubble and the line to the point. The outline and the bend of the tail extend them only slightly.
        let drawn = Rectangle(low: pointwiseMin(middle - half, point), high: pointwiseMax(middle + half, point))
            .grown(by: 6)
        let image = try meme.render(onto: photo, fonts: Self.fonts).image
        var count = 0
        for y in 0..<300 {
            for x in 0..<400 where image[x, y] != ground {
                count += 1
                // Nothing is drawn at the edges or far from the bubble.
                #expect(x > 2 && y > 2 && x < 397 && y < 297)
                #expect(drawn.contains(SIMD2(Double(x), Double(y))))
            }
        }
        #expect(count > 3_000)
    }

    @Test func `bubbles without boxes are placed in every input, and those with boxes stay`() throws {
        func meme(_ json: String) throws -> Meme { try JSONDecoder().decode(Meme.self, from: Data(json.utf8)) }
        let free = try meme(#"{"captions": [{"text": "a", "bubble": {"x": 0.5, "y": 0.5}}]}"#)
        #expect(free.avoidsDetail)
        #expect(try JSONDecoder().decode(Meme.self, from: JSONEncoder().encode(free)) == free)
        let boxed = try meme(
            #"{"captions": [{"text": "a", "bubble": {"x": 0.5, "y": 0.5}, "box": {"x": 0, "y": 0, "width": 1, "height": 1}}]}"#
        )
        #expect(!boxed.avoidsDetail)
        var own = Meme(captions: [Caption("a", in: UnitBox(x: 0.1, y: 0.1, width: 0.3, height: 0.3))])
        own.makeBubbles(pointingAt: [UnitPoint(x: 0.5, y: 0.5)])
        #expect(own.captions[0].box.width == 0.3 && !own.avoidsDetail)
    }

    @Test func `more bubbles than can be placed are still drawn`() throws {
        let size = Self.sizes[0]
        let photo = try Image(size: size, fill: .white)
        for count in [12, 13] {
            var meme = Meme(captions: (0..<count).map { Caption("\($0)", in: MemeStyle.classic.slots[0].caption.box) })
            meme.makeBubbles(pointingAt: [UnitPoint(x: 0.5, y: 0.5)])
            #expect(try meme.render(onto: photo, fonts: Self.fonts).reports.allSatisfy(\.isComplete))
        }
    }
}
