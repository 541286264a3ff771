import PostcardFixtures
import PostcardImaging
import PostcardTestSupport
import Testing

struct EditTests {
    private let picture = Fixture.small("png-srgb.png").bytes

    @Test func `four quarter turns restore the picture`() throws {
        let image = try Image(decoding: picture)
        let turned = try image.rotated(byQuarterTurns: 1)
        expectEqual(turned.size, image.size.transposed)
        expectEqual(turned[turned.size.width - 4, 3], image[3, 3])
        try expectEqual(turned.rotated(byQuarterTurns: -5).distance(to: image), 0)
        try expectEqual(image.rotated(byDegrees: 450).distance(to: turned), 0)
    }

    @Test func `flipping twice restores the picture`() throws {
        let image = try Image(decoding: picture)
        try expectEqual(image.flippedHorizontally()[3, 3], image[60, 3])
        try expectEqual(image.flippedVertically()[3, 3], image[3, 44])
        try expectEqual(image.flippedVertically().flippedVertically().distance(to: image), 0)
    }

    @Test(arguments: [1.0, 30, 45, 89.5, 135, 200, -17])
    func `any angle keeps the middle and clears the corners`(degrees: Double) throws {
        let image = try Image(size: PixelSize(width: 60, height: 40), fill: Color(red: 200, green: 10, blue: 30))
        let turned = try image.rotated(byDegrees: degrees)
        #expect(turned[turned.size.width / 2, turned.size.height / 2] == Color(red: 200, green: 10, blue: 30))
        #expect(turned[0, 0].alpha < 200)
        #expect(turned.size.width >= 40)
        #expect(turned.size.height >= 40)
        #expect(turned.pixels.allSatisfy { $0.alpha == 0 || $0.red == 200 && $0.green == 10 && $0.blue == 30 })
    }

    @Test func `rotation is clockwise`() throws {
        let image = try Image(size: .square(40)) { x, _ in x < 20 ? .white : .black }
        // Slightly less than a quarter turn moves the left half to the top.
        let turned = try image.rotated(byDegrees: 89, fill: .black)
        #expect(turned[20, 8].red > 250)
        #expect(turned[20, 32].red < 5)
    }

    @Test(arguments: [0.3, 1, 4, 20])
    func `a blur keeps flat colors and the sum`(sigma: Double) throws {
        let flat = try Image(size: PixelSize(width: 31, height: 17), fill: Color(red: 9, green: 99, blue: 199))
        #expect(try flat.blurred(sigma: sigma).distance(to: flat) == 0)
        let step = try Image(size: PixelSize(width: 40, height: 8)) { x, _ in x < 20 ? .black : .white }
        let soft = try step.blurred(sigma: sigma)
        #expect(abs(Int(soft[19, 4].red) + Int(soft[20, 4].red) - 255) <= 1)
    }

    @Test func `a blur ignores colors of transparent pixels`() throws {
        let image = try Image(size: .square(20)) { x, _ in
            x < 10 ? Color(red: 255, green: 0, blue: 0) : Color(red: 0, green: 255, blue: 0, alpha: 0)
        }
        let soft = try image.blurred(sigma: 2)
        #expect(soft.pixels.allSatisfy { $0.alpha == 0 || $0.green == 0 })
    }

    @Test func `sharpening raises edges and keeps flat colors`() throws {
        let step = try Image(size: PixelSize(width: 20, height: 4)) { x, _ in
            x < 10 ? Color(red: 100, green: 100, blue: 100) : Color(red: 150, green: 150, blue: 150)
        }
        let sharp = try step.sharpened()
        #expect(sharp[9, 2].red < 100)
        #expect(sharp[10, 2].red > 150)
        #expect(sharp[0, 0].red == 100)
        #expect(try step.sharpened(amount: 0).distance(to: step) == 0)
    }

    @Test func `rounded corners turn a square into a circle`() throws {
        let image = try Image(size: .square(100), fill: .white).roundedCorners(radius: 500)
        let area = image.pixels.reduce(0.0) { $0 + Double($1.alpha) / 255 }
        #expect(abs(area - Double.pi * 2500) < 10)
        #expect(image[0, 0].alpha == 0)
        #expect(image[50, 50].alpha == 255)
        #expect(image[50, 0].alpha > 200)
        #expect(image.pixels == (try image.flippedHorizontally().flippedVertically().pixels))
    }

    @Test func `grayscale keeps grays and weights colors`() throws {
        let image = try Image(size: PixelSize(width: 256, height: 1)) { x, _ in
            Color(red: UInt8(x), green: UInt8(x), blue: UInt8(x), alpha: x < 9 ? 0 : 255)
        }
        #expect(try image.filtered(.grayscale()).distance(to: image) == 0)
        let green = try Image(size: .square(1), fill: Color(red: 0, green: 255, blue: 0)).filtered(.grayscale())
        #expect(green[0, 0].red == 182)
    }

    @Test func `a watermark is blended by its opacity`() throws {
        var image = try Image(size: .square(10), fill: .black)
        let mark = try Image(size: .square(4), fill: .white)
        try image.draw(mark, x: 8, y: -2, opacity: 0.5)
        expectEqual(image[8, 0].red, 128)
        expectEqual(image[9, 1].red, 128)
        expectEqual(image[7, 0], .black)
        expectEqual(image[8, 2], .black)
        #expect(image.isOpaque)
        try image.draw(mark, x: .max, y: .min)
        #expect(image[0, 0] == .black)
    }

    @Test func `drawing on transparent pixels keeps the color`() throws {
        var canvas = try Image(size: .square(2), fill: .clear)
        try canvas.draw(
            try Image(size: .square(2), fill: Color(red: 80, green: 90, blue: 100)), x: 0, y: 0, opacity: 0.25)
        #expect(canvas[0, 0].red == 80)
        #expect(canvas[0, 0].blue == 100)
        #expect(abs(Int(canvas[0, 0].alpha) - 64) <= 2)
    }

    @Test(arguments: [Double.leastNonzeroMagnitude, 1e-300, 1e-9, 0.049, -1, .nan, 1e9, .infinity])
    func `an invisible blur changes nothing, and a very wide blur is limited`(sigma: Double) throws {
        let image = try TestPicture.gradient(16, 12)
        let soft = try image.blurred(sigma: sigma)
        let expected = sigma >= 0.05 ? try image.blurred(sigma: 250) : image
        #expect(try soft.encoded(as: .png) == expected.encoded(as: .png))
    }
}
