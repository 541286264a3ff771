import PostcardImaging
import PostcardTestSupport
import Testing

struct ICOTests {
    static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// `pictures` contains the side, bits and data of each picture.
    static func icon(_ pictures: [(side: Int, bits: Int, data: [UInt8])], kind: Int = 1) -> [UInt8] {
        var head = little(0, 2) + little(kind, 2) + little(pictures.count, 2)
        var offset = 6 + 16 * pictures.count
        for picture in pictures {
            let side = UInt8(truncatingIfNeeded: picture.side)
            head +=
                [side, side, 0, 0] + little(1, 2) + little(picture.bits, 2) + little(picture.data.count, 4)
                + little(offset, 4)
            offset += picture.data.count
        }
        return head + pictures.flatMap(\.data)
    }

    /// `height` is the value in the header: twice the picture's.
    static func bitmap(
        width: Int, height: Int, bits: Int, palette: [UInt8] = [], pixels: [UInt8], mask: [UInt8]
    ) -> [UInt8] {
        little(40, 4) + little(width, 4) + little(height, 4) + little(1, 2) + little(bits, 2)
            + [UInt8](repeating: 0, count: 24) + palette + pixels + mask
    }

    private static func png(_ side: Int, _ color: Color) throws -> [UInt8] {
        try Image(size: .square(side), fill: color).encoded(as: .png)
    }

    @Test func `the largest picture is shown, and among equally large ones the picture with the most colors`() throws {
        let red = Color(red: 255, green: 0, blue: 0)
        let file = try Self.icon([
            (16, 32, Self.png(16, .white)), (32, 8, Self.png(32, .black)), (32, 32, Self.png(32, red)),
            (24, 32, Self.png(24, .white)),
        ])
        let decoded = try DecodedImage(file)
        expectEqual(decoded.header.format, .ico)
        expectEqual(decoded.image.size, .square(32))
        expectEqual(decoded.image[4, 4], red)
        let large = try Self.icon([(16, 32, Self.png(16, .white)), (0, 32, Self.png(256, red))])
        #expect(try Image(decoding: large).size == .square(256))
    }

    @Test(arguments: [1, 2])
    func `pixels under the mask are transparent, in icons and cursors`(kind: Int) throws {
        // 2 × 2: blue and red above green and white; the mask removes the red pixel. Rows are stored from the bottom up.
        let palette: [UInt8] =
            [255, 0, 0, 0, 0, 0, 255, 0, 0, 255, 0, 0, 255, 255, 255, 0] + [UInt8](repeating: 0, count: 48)
        let data = Self.bitmap(
            width: 2, height: 4, bits: 4, palette: palette, pixels: [0x23, 0, 0, 0, 0x01, 0, 0, 0],
            mask: [0, 0, 0, 0, 0x40, 0, 0, 0])
        let image = try Image(decoding: Self.icon([(2, 4, data)], kind: kind))
        expectEqual(image.size, .square(2))
        expectEqual(image[0, 0], Color(red: 0, green: 0, blue: 255))
        expectEqual(image[1, 0].alpha, 0)
        expectEqual(image[0, 1], Color(red: 0, green: 255, blue: 0))
        expectEqual(image[1, 1], .white)
    }

    @Test(arguments: [0, 128])
    func `alpha bytes are used if any is set, otherwise the mask`(alpha: UInt8) throws {
        let data = Self.bitmap(
            width: 1, height: 4, bits: 32, pixels: [10, 20, 30, 0, 40, 50, 60, alpha],
            mask: [0x80, 0, 0, 0, 0, 0, 0, 0])
        let image = try Image(decoding: Self.icon([(1, 32, data)]))
        #expect(image[0, 1].alpha == 0)
        #expect(abs(Int(image[0, 0].alpha) - (alpha == 0 ? 255 : 128)) <= 1)
        #expect(image[0, 0].red == 60)
    }

    @Test func `hostile icons are rejected`() throws {
        let huge = Self.bitmap(width: 60_000, height: 120_000, bits: 32, pixels: [], mask: [])
        let least = Self.bitmap(width: 1, height: .init(Int32.min), bits: 32, pixels: [], mask: [])
        let runs = Self.bitmap(width: 8, height: 16, bits: 8, pixels: [], mask: [])
        for data in [huge, least, runs] {
            #expect(throws: ImageError.self) { try Image(decoding: Self.icon([(0, 32, data)])) }
        }
        let whole = try Self.icon([(16, 32, Self.png(16, .white))])
        for length in 0..<whole.count - 12 {
            #expect(throws: ImageError.self) { try Image(decoding: Array(whole[..<length])) }
        }
        // 65,535 entries in a few bytes.
        let many =
            Self.little(0, 2) + Self.little(1, 2) + Self.little(65_535, 2) + [16, 16, 0, 0, 1, 0, 32, 0]
            + Self.little(40, 4) + Self.little(6 + 16 * 65_535, 4)
        #expect(throws: ImageError.self) { try Image(decoding: many) }
    }
}
