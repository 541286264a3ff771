import PostcardFixtures
import PostcardImaging
import Testing

struct OtherFormatTests {
    static let upright = [
        "webp-lossless.webp", "webp-orientation-6.webp", "webp-display-p3.webp", "webp-animated.webp", "avif-444.avif",
        "avif-orientation-6.avif", "tiff-rgb.tif", "tiff-rgb-big-endian.tif", "tiff-rgb-16.tif",
        "tiff-rgb-16-big-endian.tif", "tiff-rgb-tiled.tif", "tiff-orientation-6.tif", "tiff-lzw.tif",
        "tiff-deflate.tif",
        "tiff-packbits.tif", "tiff-jpeg.tif", "tiff-cmyk.tif", "bmp-4.bmp", "bmp-8.bmp", "bmp-8-rle.bmp",
        "bmp-16-565.bmp",
        "bmp-24.bmp", "bmp-24-top-down.bmp", "bmp-32.bmp",
    ]

    @Test(arguments: upright)
    func pictureIsReadUprightAndOpaque(name: String) throws {
        let decoded = try DecodedImage(Fixture.small(name).bytes)
        #expect(decoded.image.size == PixelSize(width: 64, height: 48) && decoded.image.isOpaque)
        #expect(decoded.warnings.isEmpty)
        OrientationTests.expectUpright(decoded.image)
    }

    @Test(arguments: upright)
    func resizingWorksOnEveryFormat(name: String) throws {
        let options = DecodingOptions(resize: Resize(into: .square(32)))
        let image = try Image(decoding: Fixture.small(name).bytes, options: options)
        #expect(image.size == PixelSize(width: 32, height: 24))
        OrientationTests.expectUpright(image)
    }

    @Test(arguments: [
        "webp-lossless-alpha.webp", "webp-lossy-alpha.webp", "avif-alpha.avif", "heic-alpha.heic",
    ])
    func transparencyIsRead(name: String) throws {
        let image = try Image(decoding: Fixture.small(name).bytes)
        #expect(!image.isOpaque)
        #expect(image.pixels.contains { $0.alpha == 0 } && image.pixels.contains { $0.alpha == 255 })
    }

    @Test func heicAndAvifShowWhatWebPShows() throws {
        let webp = try Image(decoding: Fixture.small("webp-lossy.webp").bytes)
        for name in ["heic.heic", "avif.avif"] {
            #expect(try Image(decoding: Fixture.small(name).bytes).meanDistance(to: webp) < 8)
        }
    }

    @Test func oneBitBitmapHasTwoColours() throws {
        let image = try Image(decoding: Fixture.small("bmp-1.bmp").bytes)
        #expect(Set(image.pixels).count == 2)
    }

    @Test func paddedBitmapRowsStayInLine() throws {
        let image = try Image(decoding: Fixture.small("bmp-24-13x7.bmp").bytes)
        let reference = try Image(decoding: Fixture.small("bmp-24.bmp").bytes)
        #expect(image.size == PixelSize(width: 13, height: 7))
        #expect(image[0, 0] == reference[0, 0])
    }

    static let written: [EncodingOptions] = [
        .jpeg(quality: 95), .png, .webp(quality: 95), .losslessWebP, .avif(quality: 90),
    ]

    @Test(arguments: written)
    func pictureSurvivesWritingAndReading(options: EncodingOptions) throws {
        let image = try Image(decoding: Fixture.small("png-rgb-8.png").bytes)
        let bytes = try image.encoded(options)
        #expect(ImageFormat(sniffing: bytes.span.bytes) == options.format)
        let again = try Image(decoding: bytes)
        #expect(again.isOpaque && again.meanDistance(to: image) < 4)
        #expect(try image.encoded(options) == bytes)
    }

    @Test(arguments: [EncodingOptions.png, .losslessWebP, .avif(quality: 90)])
    func transparencySurvivesWritingAndReading(options: EncodingOptions) throws {
        let image = try Image(decoding: Fixture.small("png-rgba-8.png").bytes)
        let again = try Image(decoding: image.encoded(options))
        let differences = zip(image.pixels, again.pixels).map { abs(Int($0.alpha) - Int($1.alpha)) }
        #expect(differences.allSatisfy { $0 <= 12 })
    }

    @Test(arguments: [ImageFormat.heic, .bmp, .tiff])
    func formatThatIsNotWrittenSaysSo(format: ImageFormat) throws {
        let error = try #require(throws: ImageError.self) { try EncodingOptions(format: format) }
        #expect(error.code == .unsupported && error.message.contains(format.displayName))
    }

    @Test(arguments: ["hostile-50000x50000.bmp", "hostile-negative-width.bmp"])
    func lyingBitmapIsRefused(name: String) {
        #expect(throws: ImageError.self) { try Image(decoding: Fixture.small(name).bytes) }
    }

    @Test(arguments: ["webp-lossy.webp", "tiff-rgb.tif", "bmp-24.bmp", "avif.avif", "heic.heic"])
    func halfAFileIsAnErrorThatNamesTheFormat(name: String) throws {
        let bytes = Fixture.small(name).bytes
        let error = try #require(throws: ImageError.self) { try Image(decoding: Array(bytes.prefix(bytes.count / 2))) }
        #expect(error.code == .truncated || error.code == .damaged)
        #expect(
            error.message.contains(
                name.split(separator: "-")[0].split(separator: ".")[0].prefix(3).uppercased().prefix(1)))
    }
}
