import PostcardFixtures
import PostcardImaging
import Testing

struct JPEGTests {
    static let variants = [
        "422", "440", "420", "411", "410", "rgb", "progressive", "progressive-444", "arithmetic",
        "arithmetic-progressive",
        "optimized", "restart-row", "restart-block", "non-interleaved",
    ]

    @Test(arguments: variants)
    func variantShowsTheSamePicture(name: String) throws {
        let reference = try Image(decoding: Fixture.small("jpeg-444.jpg").bytes)
        let image = try Image(decoding: Fixture.small("jpeg-\(name).jpg").bytes)
        #expect(image.isOpaque)
        #expect(image.meanDistance(to: reference) < 6)
    }

    @Test(arguments: ["1x1", "7x13", "8x8", "16x16", "17x31", "160x1", "1x107"])
    func smallSizesAreRead(name: String) throws {
        let sides = name.split(separator: "x").compactMap { Int($0) }
        let image = try Image(decoding: Fixture.small("jpeg-\(name).jpg").bytes)
        #expect(image.size == PixelSize(width: sides[0], height: sides[1]))
    }

    @Test(arguments: ["grey", "progressive-grey"])
    func greyHasEqualChannels(name: String) throws {
        let image = try Image(decoding: Fixture.small("jpeg-\(name).jpg").bytes)
        #expect(image.pixels.allSatisfy { $0.red == $0.green && $0.green == $0.blue })
    }

    @Test func twelveBitsAreRefusedByName() throws {
        let error = try #require(throws: ImageError.self) {
            try Image(decoding: Fixture.small("jpeg-12-bit.jpg").bytes)
        }
        #expect(error.code == .unsupported)
        #expect(error.message.contains("12 bits"))
    }

    @Test(arguments: ["comment", "fill-bytes", "trailing-bytes", "no-jfif", "samsung-scan", "empty-segments"])
    func harmlessOdditiesAreReadWithoutWarning(name: String) throws {
        for side in [1000, 16] {
            let options = DecodingOptions(resize: Resize(into: .square(side)))
            let decoded = try DecodedImage(Fixture.small("jpeg-\(name).jpg").bytes, options: options)
            #expect(decoded.warnings.isEmpty)
            if side > 64 { OrientationTests.expectUpright(decoded.image) }
        }
    }

    @Test func fileThatLacksItsEndMarkIsNotSaidToLackRows() throws {
        let bytes = Array(Fixture.small("jpeg-420.jpg").bytes.dropLast(2))
        let error = try #require(throws: ImageError.self) { try Image(decoding: bytes) }
        #expect(error.code == .truncated)
        #expect(error.message.contains("or all of them"))
    }

    @Test(arguments: 1...160)
    func everySmallerWidthIsExactlyWhatWasAskedFor(width: Int) throws {
        let options = DecodingOptions(resize: Resize(into: PixelSize(width: width, height: 107)))
        let image = try Image(decoding: Fixture.small("jpeg-420.jpg").bytes, options: options)
        #expect(image.size.width == width)
    }

    @Test func qualityChangesSizeAndPictureSurvives() throws {
        let image = try Image(decoding: Fixture.small("jpeg-444.jpg").bytes)
        let coarse = try image.encoded(.jpeg(quality: 20))
        let fine = try image.encoded(.jpeg(quality: 95))
        #expect(coarse.count < fine.count / 2)
        #expect(try Image(decoding: fine).meanDistance(to: image) < 2)
    }

    @Test func transparentPixelsAreLaidOnWhite() throws {
        let image = try Image(size: .square(16), fill: .clear)
        let decoded = try Image(decoding: image.encoded(.jpeg()))
        #expect(decoded.pixels.allSatisfy { $0 == .white })
    }

    @Test func sideBeyondTheFormatIsAnEncodingError() throws {
        let image = try Image(size: PixelSize(width: 65_501, height: 1), fill: .white)
        let error = try #require(throws: ImageError.self) { try image.encoded(.jpeg()) }
        #expect(error.code == .encodingFailed)
    }
}
