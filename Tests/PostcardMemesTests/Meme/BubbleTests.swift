import Foundation
import PostcardImaging
import PostcardTestSupport
import Testing

@testable import PostcardMemes

struct BubbleTests {
    private let size = PixelSize(width: 300, height: 240)
    private let ground = Color(red: 90, green: 130, blue: 160)
    private let fonts = FontLibrary(usesSystemFonts: false)

    private func bubble(_ text: String, at point: UnitPoint, in box: UnitBox = .whole) -> Caption {
        var caption = Caption(text, in: box)
        caption.makeBubble(pointingAt: point)
        return caption
    }

    private func drawn(_ caption: Caption) throws -> Image {
        let base = try Image(size: size, fill: ground)
        return try Meme(captions: [caption]).render(onto: base, fonts: fonts).image
    }

    private let middle = UnitBox(x: 0.3, y: 0.3, width: 0.4, height: 0.4)

    /// Along the line from the middle of the bubble to the target, ending slightly before it.
    @Test(arguments: [
        (0.5, 0.02), (0.95, 0.05), (0.98, 0.5), (0.95, 0.95), (0.5, 0.98), (0.05, 0.95), (0.02, 0.5), (0.05, 0.05),
    ])
    func `the tail leads from the nearest edge almost to its target`(x: Double, y: Double) throws {
        let point = UnitPoint(x: x, y: y)
        let image = try drawn(bubble("Hello\nthere", at: point, in: middle))
        let place = (x: Int(x * 300), y: Int(y * 240))
        #expect(image[min(299, place.x), min(239, place.y)] == ground)
        let none = try drawn(bubble("Hello\nthere", at: UnitPoint(x: 0.5, y: 0.5), in: middle))
        // The distance from the target, which is smaller for the tail than for the bubble.
        func distance(_ index: Int) -> Double {
            let (dx, dy) = (Double(index % 300) - x * 300, Double(index / 300) - y * 240)
            return (dx * dx + dy * dy).squareRoot()
        }
        let pixels = 0..<size.width * size.height
        let tail = pixels.filter {
            image[$0 % 300, $0 / 300] != none[$0 % 300, $0 / 300] && none[$0 % 300, $0 / 300] == ground
        }
        let body = pixels.filter { none[$0 % 300, $0 / 300] != ground }
        let (tip, edge) = (try #require(tail.map(distance).min()), try #require(body.map(distance).min()))
        #expect(tip > 2 && tip < edge / 2)
        #expect(try #require(tail.map(distance).max()) < edge + 40)
    }

    @Test(arguments: [(0.5, 0.5), (0.46, 0.52), (0.54, 0.48)])
    func `a target inside the bubble gets no tail`(x: Double, y: Double) throws {
        let image = try drawn(bubble("Hello\nthere", at: UnitPoint(x: x, y: y), in: middle))
        let other = try drawn(bubble("Hello\nthere", at: UnitPoint(x: 0.5, y: 0.5), in: middle))
        #expect(try image.encoded(as: .png) == other.encoded(as: .png))
        for index in 0..<size.width * size.height where image[index % 300, index / 300] != ground {
            #expect(90..<210 ~= index % 300 && 72..<168 ~= index / 300)
        }
    }

    @Test(arguments: ["H", "HHHH", "HHHH\nHHHH", "HH\nHHHHHHHHHH\nHH\nHHHHHHHHHH"], [0.0, 30])
    func `text is on the white of the bubble, corners included`(text: String, angle: Double) throws {
        var caption = bubble(text, at: UnitPoint(x: 0.5, y: 0.5), in: middle)
        caption.fill = Color(red: 255, green: 0, blue: 0)
        caption.angle = angle
        let image = try drawn(caption)
        var letters = 0
        for y in 3..<237 {
            for x in 3..<297 where image[x, y].red > 240 && image[x, y].green < 16 {
                letters += 1
                for (dx, dy) in [(-3, 0), (3, 0), (0, -3), (0, 3)] {
                    let beside = image[x + dx, y + dy]
                    // Pixels of colors between red and white are part of neither the line nor the picture.
                    #expect(beside.red > 240 && abs(Int(beside.green) - Int(beside.blue)) < 3)
                }
            }
        }
        #expect(letters > 20)
    }

    @Test func `the line width is proportional to the text size`() throws {
        func line(_ pixels: Double) throws -> Double {
            var caption = bubble("HH", at: UnitPoint(x: 0.5, y: 0.5))
            caption.maximumSize = .pixels(pixels)
            let image = try drawn(caption)
            // The ink between the left edge and the first white pixel.
            var ink = 0.0
            for x in 0..<300 where image[x, 120] != ground {
                if image[x, 120] == .white { break }
                ink += (255 - Double(image[x, 120].red)) / 255
            }
            return ink
        }
        let (small, large) = (try line(30), try line(90))
        #expect(small > 1.5 && large > small * 2.3 && large < small * 3.5)
    }

    @Test func `a bubble has dark text as typed by default`() throws {
        func caption(_ json: String) throws -> Caption {
            try JSONDecoder().decode(Caption.self, from: Data(json.utf8))
        }
        let plain = try caption(#"{"text":"Hi","bubble":{"x":0.2,"y":0.7}}"#)
        #expect(plain.fill == .black && plain.outline == nil && plain.letterCase == .asTyped)
        // The bubble is above the target, as near to the target as the picture's edge allows.
        #expect(plain.box.y < 0.1 && plain.box.y + plain.box.height < 0.7 && plain.box.x < 0.1)
        let low = try caption(#"{"text":"Hi","bubble":{"x":0.8,"y":0.2}}"#)
        #expect(low.box.y > 0.3 && low.box.x > 0.4 && low.box.x + low.box.width < 1)
        let own = try caption(
            #"{"text":"Hi","bubble":{"x":0.2,"y":0.7},"fill":"red","box":{"x":0,"y":0,"width":1,"height":0.5}}"#)
        #expect(own.fill == Color(css: "red") && own.box.width == 1)
        for caption in [plain, low, own] {
            #expect(try JSONDecoder().decode(Caption.self, from: JSONEncoder().encode(caption)) == caption)
        }
    }

    @Test(arguments: [11.0, -11, .nan, .infinity])
    func `a target out of range is rejected`(x: Double) {
        let error = #expect(throws: MemeError.self) {
            try bubble("Hi", at: UnitPoint(x: x, y: 0)).validate()
        }
        #expect(error?.message.contains("bubble x") == true)
    }

    @Test func `bubbles of extreme sizes are drawn`() throws {
        var caption = bubble("i", at: UnitPoint(x: -10, y: 10), in: UnitBox(x: -10, y: -10, width: 20, height: 20))
        caption.maximumSize = .pixels(8_192)
        _ = try drawn(caption)
        caption.maximumSize = .pixels(0.01)
        _ = try drawn(caption)
    }

    @Test func `a bubble has not changed`() throws {
        let caption = bubble(
            "Who put the cat\nin charge?", at: UnitPoint(x: 0.2, y: 0.9),
            in: UnitBox(x: 0.2, y: 0.05, width: 0.75, height: 0.5))
        expectImage(try drawn(caption), matches: "bubble", tolerance: 2)
    }
}
