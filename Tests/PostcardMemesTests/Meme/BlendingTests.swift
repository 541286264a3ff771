import PostcardImaging
import PostcardTestSupport
import Testing

struct BlendingTests {
    /// 256 × 256 pixels with all pairs of coverage in which the outline's coverage is at least as large as the fill's.
    private func layers(_ fill: Color, _ outline: Color, opacity: UInt8) -> MaskLayers {
        var inner = Mask(x: 0, y: 0, width: 256, height: 256)
        var outer = inner
        for index in inner.coverage.indices {
            inner.coverage[index] = UInt8(min(index % 256, index / 256))
            outer.coverage[index] = UInt8(max(index % 256, index / 256))
        }
        return MaskLayers(fill: inner, fillColor: fill, outline: outer, outlineColor: outline, opacity: opacity)
    }

    private static let colors: [(Color, Color, UInt8)] = [
        (.white, .black, 255), (Color(red: 12, green: 200, blue: 99), Color(red: 250, green: 1, blue: 128), 255),
        (Color(red: 255, green: 255, blue: 255, alpha: 100), Color(red: 0, green: 0, blue: 0, alpha: 200), 255),
        (.white, .black, 77),
    ]

    @Test(arguments: Self.colors)
    func `an opaque picture is at most two levels from the exact blend`(fill: Color, outline: Color, opacity: UInt8)
        throws
    {
        let background = Color(red: 31, green: 144, blue: 203)
        var image = try Image(size: .square(256), fill: background)
        let layers = layers(fill, outline, opacity: opacity)
        try image.blend(layers)
        func share(_ coverage: Int, _ color: Color) -> Int {
            let alpha = (Int(color.alpha) * Int(opacity) + 127) / 255
            return (coverage * alpha + 127) / 255
        }
        for index in layers.fill.coverage.indices {
            let inner = Int(layers.fill.coverage[index])
            let outer = Int(layers.outline?.coverage[index] ?? 0)
            let first = share(inner, fill)
            let second = share(outer - inner, outline)
            func mixed(_ channel: KeyPath<Color, UInt8>) -> UInt8 {
                let sum = Int(fill[keyPath: channel]) * first + Int(outline[keyPath: channel]) * second
                return UInt8((sum + Int(background[keyPath: channel]) * (255 - first - second) + 127) / 255)
            }
            let found = image[index % 256, index / 256]
            for channel in [\Color.red, \.green, \.blue] {
                let distance = abs(Int(found[keyPath: channel]) - Int(mixed(channel)))
                try #require(distance <= 2, "fill \(inner), outline \(outer)")
            }
            try #require(found.alpha == 255)
        }
    }

    @Test func `full coverage on transparency is opaque`() throws {
        var image = try Image(size: .square(256))
        try image.blend(layers(.white, .black, opacity: 255))
        expectEqual(image[255, 255], .white)
        expectEqual(image[0, 255], .black)
        expectEqual(image[0, 0].alpha, 0)
        // This pixel is half covered by black only, so its color is black and not mixed with the transparent background.
        #expect(image[0, 128].red == 0)
        #expect((125...131).contains(image[0, 128].alpha))
    }

    @Test(arguments: [(-200, -200), (200, 200), (-300, 0), (0, 256), (100, -100)])
    func `layers outside the picture are clipped`(x: Int, y: Int) throws {
        var image = try Image(size: .square(256), fill: .white)
        let before = image
        var layers = layers(.black, .black, opacity: 255)
        (layers.fill.x, layers.fill.y) = (x, y)
        layers.outline?.x = x
        layers.outline?.y = y
        try image.blend(layers)
        #expect(before[128, 128] == .white)
        for place in [(0, 0), (255, 255), (128, 128), (0, 255)] {
            let (row, column) = (place.1 - y, place.0 - x)
            let isCovered = (0..<256).contains(row) && (0..<256).contains(column) && max(row, column) > 0
            #expect((image[place.0, place.1] != .white) == isCovered)
        }
    }

    @Test func `a half-transparent fill shows the picture, not the outline`() throws {
        var image = try Image(size: .square(8), fill: .white)
        let solid = Mask(x: 0, y: 0, width: 8, height: 8, coverage: [UInt8](repeating: 255, count: 64))
        try image.blend(
            MaskLayers(
                fill: solid, fillColor: Color(red: 255, green: 255, blue: 255, alpha: 128), outline: solid,
                outlineColor: .black))
        #expect(image[4, 4] == .white)
    }
}
