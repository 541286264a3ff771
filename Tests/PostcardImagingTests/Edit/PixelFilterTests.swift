import PostcardTestSupport
import Testing

@testable import PostcardImaging

struct PixelFilterTests {
    private static let middle = Color(red: 100, green: 128, blue: 200)

    private static func pixel(of color: Color, after filter: PixelFilter) throws -> Color {
        let image = try Image(size: PixelSize(width: 8, height: 8), fill: color)
        return try image.filtered(filter)[4, 4]
    }

    @Test(arguments: [
        (PixelFilter.brightness(percent: 20), Color(red: 151, green: 179, blue: 251)),
        (.brightness(percent: -40), Color(red: 0, green: 26, blue: 98)),
        (.brightness(percent: 500), .white),
        (.contrast(percent: 0), Color(red: 100, green: 128, blue: 200)),
        (.contrast(percent: -100), Color(red: 128, green: 128, blue: 128)),
        (.saturation(percent: -100), Color(red: 127, green: 127, blue: 127)),
        (.saturation(percent: 0), Color(red: 100, green: 128, blue: 200)),
        (.saturation(percent: 100), Color(red: 73, green: 129, blue: 255)),
        (.tone(.tint(red: 10, green: 0, blue: -10)), Color(red: 126, green: 128, blue: 174)),
        (.negative, Color(red: 155, green: 127, blue: 55)),
        (.mosaic(side: 3), Color(red: 100, green: 128, blue: 200)),
    ])
    func `a color is filtered`(_ filter: PixelFilter, _ expected: Color) throws {
        let result = try Self.pixel(of: Self.middle, after: filter)
        #expect(abs(Int(result.red) - Int(expected.red)) <= 1)
        #expect(abs(Int(result.green) - Int(expected.green)) <= 1)
        #expect(abs(Int(result.blue) - Int(expected.blue)) <= 1)
        #expect(result.alpha == 255)
    }

    @Test func `contrast grows with its percentage`() throws {
        let red = try [-50.0, 0, 50].map { try Self.pixel(of: Self.middle, after: .contrast(percent: $0)).red }
        #expect(red[0] > red[1])
        #expect(red[1] > red[2])
    }

    @Test func `a mosaic has one color per square`() throws {
        let image = try TestPicture.gradient(60, 45).filtered(.mosaic(side: 15))
        for (x, y) in [(0, 0), (15, 15), (45, 30)] {
            for (dx, dy) in [(14, 0), (0, 14), (7, 7)] { #expect(image[x + dx, y + dy] == image[x, y]) }
        }
        #expect(image[0, 0] != image[15, 15])
    }

    @Test func `colors of transparent pixels have no effect on a mosaic`() throws {
        var image = try Image(size: PixelSize(width: 8, height: 8), fill: Color(red: 255, green: 0, blue: 0))
        for y in 0..<8 {
            for x in 0..<4 { try image.setColor(Color(red: 0, green: 255, blue: 0, alpha: 0), x: x, y: y) }
        }
        let mosaic = try image.filtered(.mosaic(side: 8))
        #expect(mosaic[4, 4].red >= 250)
        #expect(mosaic[4, 4].green <= 4)
        #expect((120...136).contains(mosaic[4, 4].alpha))
    }

    @Test func `transparency is unchanged`() throws {
        let color = Color(red: 200, green: 90, blue: 20, alpha: 129)
        for filter in [
            PixelFilter.brightness(percent: 10), .contrast(percent: 10), .saturation(percent: 50), .negative,
        ] {
            #expect(try Self.pixel(of: color, after: filter).alpha == 129)
        }
    }

    @Test func `a plain picture has no edges`() throws {
        let plain = try Self.pixel(of: Self.middle, after: .edges)
        #expect(plain.red == plain.green)
        #expect(plain.green == plain.blue)
        #expect((126...128).contains(plain.red))
        let relief = try Self.pixel(of: Self.middle, after: .emboss)
        #expect((126...128).contains(relief.red))
    }

    @Test func `an identity convolution changes nothing`() throws {
        let image = try TestPicture.gradient()
        let same = PixelFilter.convolution(try #require(ConvolutionKernel([0, 0, 0, 0, 3, 0, 0, 0, 0], divisor: 3)))
        let result = try image.filtered(same)
        for (x, y) in [(0, 0), (20, 30), (63, 47)] { #expect(result[x, y] == image[x, y]) }
    }

    @Test func `colors of transparent pixels have no effect on a convolution`() throws {
        var image = try Image(size: PixelSize(width: 8, height: 8), fill: Color(red: 200, green: 100, blue: 50))
        for y in 0..<8 { for x in 0..<4 { try image.setColor(Color(red: 0, green: 0, blue: 0, alpha: 0), x: x, y: y) } }
        let blur = PixelFilter.convolution(try #require(ConvolutionKernel([1, 2, 1, 2, 4, 2, 1, 2, 1], divisor: 16)))
        try expectEqual(image.filtered(blur)[4, 4], Color(red: 200, green: 100, blue: 50))
        try expectEqual(image.filtered(.edges)[4, 4], Color(red: 127, green: 127, blue: 127))
        try expectEqual(image.filtered(blur)[3, 4].alpha, 0)
    }

    @Test func `a convolution is the weighted sum`() throws {
        let image = try Image(size: .square(3)) { x, y in Color(red: UInt8(10 * x), green: UInt8(10 * y), blue: 0) }
        let right = PixelFilter.convolution(
            try #require(ConvolutionKernel([0, 0, 0, 0, 0, 2, 0, 0, 0], divisor: 1, offset: 5)))
        let result = try image.filtered(right)
        // At the right edge, the pixels of the edge are repeated.
        #expect([0, 1, 2].map { result[$0, 1].red } == [25, 45, 45])
        let below = PixelFilter.convolution(try #require(ConvolutionKernel([0, 0, 0, 0, 0, 0, 0, 1, 0], divisor: 1)))
        #expect(try [0, 1, 2].map { try image.filtered(below)[1, $0].green } == [10, 20, 20])
    }

    @Test func `invalid convolutions are rejected`() {
        let ones = [Double](repeating: 1, count: 9)
        #expect(ConvolutionKernel(Array(ones.dropLast()), divisor: 1) == nil)
        #expect(ConvolutionKernel(ones, divisor: 0) == nil)
        #expect(ConvolutionKernel(ones, divisor: .nan) == nil)
        #expect(ConvolutionKernel([.infinity] + ones.dropLast(), divisor: 1) == nil)
    }

    @Test func `a convolution of large numbers is clamped`() throws {
        let image = try Image(size: .square(3), fill: Color(red: 200, green: 100, blue: 0))
        let large = try #require(ConvolutionKernel([0, 0, 0, 1e30, 1e30, -1e30, 0, 0, 0], divisor: 1))
        #expect(try image.filtered(.convolution(large))[1, 1] == Color(red: 255, green: 255, blue: 0))
        #expect(ConvolutionKernel([0, 0, 0, 0, 1e31, 0, 0, 0, 0], divisor: 1) == nil)
    }

    @Test(arguments: [(Luma.rec709, UInt8(182)), (.rec601, 150), (.hsp, 195)])
    func `gray is the requested luma`(luma: Luma, level: UInt8) throws {
        let green = Color(red: 0, green: 255, blue: 0)
        let gray = Color(red: level, green: level, blue: level)
        #expect(try Self.pixel(of: green, after: .grayscale(luma: luma)) == gray)
        #expect(try Self.pixel(of: green, after: .saturate(by: 0, luma: luma)) == gray)
    }

    @Test func `a square at the edge is the mean of its pixels within the picture`() throws {
        let image = try Image(size: .square(5)) { x, _ in Color(red: UInt8(10 * x), green: 0, blue: 0) }
        let mosaic = try image.filtered(.mosaic(side: 3))
        #expect([0, 2, 3, 4].map { mosaic[$0, 4].red } == [10, 10, 35, 35])
    }

    @Test func `the original is unchanged`() throws {
        let image = try TestPicture.gradient()
        let before = image[10, 10]
        _ = try image.filtered(.negative)
        #expect(image[10, 10] == before)
    }
}
