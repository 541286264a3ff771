import PostcardFixtures
import PostcardImaging
import Testing

struct LimitTests {
    @Test(arguments: [
        "hostile-12000x12000.png", "hostile-60000x60000.png", "hostile-30000x30000.jpg",
        "hostile-30000x30000-progressive.jpg", "hostile-3000-scans.jpg",
    ])
    func `a bomb is rejected as too large`(name: String) throws {
        let error = try #require(throws: ImageError.self) { try Image(decoding: Fixture.small(name).bytes) }
        #expect(error.code == .limitExceeded)
    }

    @Test func `the byte limit is checked`() throws {
        let options = DecodingOptions(limits: DecodingLimits(bytes: 100))
        let error = try #require(throws: ImageError.self) {
            try Image(decoding: Fixture.small("jpeg-420.jpg").bytes, options: options)
        }
        #expect(error.code == .limitExceeded)
        #expect(error.message.contains("100"))
    }

    @Test func `the pixel limit applies to the file and the result`() throws {
        let bytes = Fixture.small("jpeg-420.jpg").bytes
        let tight = DecodingLimits(pixels: 160 * 107)
        #expect(try Image(decoding: bytes, options: DecodingOptions(limits: tight)).size.width == 160)
        let tooTight = DecodingOptions(limits: DecodingLimits(pixels: 160 * 107 - 1))
        #expect(throws: ImageError.self) { try Image(decoding: bytes, options: tooTight) }
        let larger = DecodingOptions(resize: Resize(into: .square(5000), enlarges: true), limits: tight)
        #expect(throws: ImageError.self) { try Image(decoding: bytes, options: larger) }
        let padded = DecodingOptions(resize: Resize(into: .square(5000), fit: .pad(.white)), limits: tight)
        #expect(throws: ImageError.self) { try Image(decoding: bytes, options: padded) }
    }

    @Test(
        arguments: [
            ("jpeg-420.jpg", Resize(into: .square(20)), true), ("jpeg-420.jpg", Resize(into: .square(50)), true),
            ("jpeg-420.jpg", Resize(into: .square(100)), false),
            ("jpeg-progressive-444.jpg", Resize(into: .square(20)), false),
        ] as [(String, Resize, Bool)])
    func `only decoded pixels of a baseline JPEG count toward the limit`(name: String, resize: Resize, isRead: Bool)
        throws
    {
        let bytes = Fixture.small(name).bytes
        let whole = try Image(decoding: bytes, options: DecodingOptions(resize: resize))
        // The number of pixels at half size. The minimum is an eighth of all pixels.
        let limits = DecodingLimits(pixels: 80 * 54)
        let options = DecodingOptions(resize: resize, limits: limits)
        guard isRead else {
            let error = try #require(throws: ImageError.self) { try Image(decoding: bytes, options: options) }
            #expect(error.code == .limitExceeded)
            #expect(error.message.contains("160"))
            return
        }
        #expect(try Image(decoding: bytes, options: options).encoded(as: .png) == whole.encoded(as: .png))
        let tight = DecodingOptions(resize: resize, limits: DecodingLimits(pixels: 160 * 107 / 8 - 1))
        #expect(throws: ImageError.self) { try Image(decoding: bytes, options: tight) }
    }

    @Test func `a few bytes that claim many pixels are rejected before decoding`() throws {
        // After the frame marker, a progressive file's height and width are raised to 8000 each.
        var bytes = Fixture.small("jpeg-progressive-444.jpg").bytes
        let frame = try #require(bytes.indices.dropLast(9).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC2 })
        bytes.replaceSubrange(frame + 5..<frame + 9, with: [0x1F, 0x40, 0x1F, 0x40])
        for recover in [false, true] {
            let error = try #require(throws: ImageError.self) {
                try Image(decoding: bytes, options: DecodingOptions(toleratesDamage: recover))
            }
            #expect(error.code == .truncated)
            #expect(error.message.contains("8000"))
        }
    }
}
