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
    func `a picture is read upright and opaque`(name: String) throws {
        let decoded = try DecodedImage(Fixture.small(name).bytes)
        #expect(decoded.image.size == PixelSize(width: 64, height: 48))
        #expect(decoded.image.isOpaque)
        #expect(decoded.warnings.isEmpty)
        OrientationTests.expectUpright(decoded.image)
    }

    @Test(arguments: upright)
    func `resizing works with every format`(name: String) throws {
        let options = DecodingOptions(resize: Resize(into: .square(32)))
        let image = try Image(decoding: Fixture.small(name).bytes, options: options)
        #expect(image.size == PixelSize(width: 32, height: 24))
        OrientationTests.expectUpright(image)
    }

    @Test(arguments: [
        "webp-lossless-alpha.webp", "webp-lossy-alpha.webp", "avif-alpha.avif", "heic-alpha.heic",
    ])
    func `an oval is opaque in its middle and transparent in the corners`(name: String) throws {
        let image = try Image(decoding: Fixture.small(name).bytes)
        let (right, bottom) = (image.size.width - 1, image.size.height - 1)
        #expect(!image.isOpaque)
        #expect(image[right / 2, bottom / 2].alpha == 255)
        for (x, y) in [(0, 0), (right, 0), (0, bottom), (right, bottom)] { #expect(image[x, y].alpha == 0) }
    }

    @Test(arguments: [(0, true), (255, false)])
    func `alpha without transparency is opaque`(corner: UInt8, isOpaque: Bool) throws {
        var image = try Image(size: PixelSize(width: 70, height: 50), fill: .clear)
        for y in 0..<50 {
            for x in 0..<70 { try image.setColor(Color(red: 200, green: UInt8(4 * y), blue: UInt8(3 * x)), x: x, y: y) }
        }
        for y in 0..<8 {
            for x in 0..<8 {
                try image.setColor(
                    Color(red: 200, green: UInt8(4 * y), blue: UInt8(3 * x), alpha: 255 - corner), x: x, y: y)
            }
        }
        // The image starts with transparent pixels, so its alpha is written too.
        try #require(!image.isOpaque)
        #expect(try Image(decoding: image.encoded(as: .avif(quality: 90))).isOpaque == isOpaque)
    }

    @Test func `HEIC and AVIF show the same picture as WebP`() throws {
        let webp = try Image(decoding: Fixture.small("webp-lossy.webp").bytes)
        for name in ["heic.heic", "avif.avif"] {
            #expect(try Image(decoding: Fixture.small(name).bytes).meanDistance(to: webp) < 8)
        }
    }

    @Test func `a one-bit bitmap has two colors`() throws {
        let image = try Image(decoding: Fixture.small("bmp-1.bmp").bytes)
        #expect(Set(image.pixels).count == 2)
    }

    /// A version 5 bitmap with one row.
    private static func version5(bits: Int, compression: Int, alphaMask: Int, _ pixels: [UInt8]) -> [UInt8] {
        let masks = bits == 32 ? [0xFF_0000, 0xFF00, 0xFF] : [0x7C00, 0x3E0, 0x1F]
        let little = ICOTests.little
        var header = little(124, 4) + little(pixels.count * 8 / bits, 4) + little(1, 4)
        header += little(1, 2) + little(bits, 2) + little(compression, 4) + little(pixels.count, 4)
        header += [UInt8](repeating: 0, count: 16)
        for mask in masks + [alphaMask] { header += little(mask, 4) }
        header += [UInt8](repeating: 0, count: 68)
        var file = Array("BM".utf8) + little(138 + pixels.count, 4) + little(0, 4) + little(138, 4)
        file += header + pixels
        return file
    }

    @Test(arguments: [0, 3])
    func `version 5 bitmaps without bit fields have alpha only at 32 bits per pixel`(compression: Int) throws {
        func image(_ bits: Int, _ mask: Int, _ pixels: [UInt8]) throws -> Image {
            try Image(decoding: Self.version5(bits: bits, compression: compression, alphaMask: mask, pixels))
        }
        let half = try image(32, 0xFF00_0000, [10, 20, 30, 255, 10, 20, 30, 0])
        #expect(half[0, 0] == Color(red: 30, green: 20, blue: 10))
        #expect(half[1, 0].alpha == 0)
        #expect(!half.isOpaque)
        #expect(try image(32, 0xFF00_0000, [10, 20, 30, 0])[0, 0].alpha == 0)
        #expect(try image(32, 0xFF00_0000, [10, 20, 30, 255]).isOpaque)
        #expect(try image(32, 0, [10, 20, 30, 0]).isOpaque)
        let bit = try image(16, 0x8000, [0x1F, 0x80, 0x1F, 0])
        #expect(bit[0, 0] == Color(red: 0, green: 0, blue: 255))
        #expect(bit[1, 0].alpha == (compression == 0 ? 255 : 0))
    }

    @Test func `padded bitmap rows stay aligned`() throws {
        let image = try Image(decoding: Fixture.small("bmp-24-13x7.bmp").bytes)
        let reference = try Image(decoding: Fixture.small("bmp-24.bmp").bytes)
        #expect(image.size == PixelSize(width: 13, height: 7))
        #expect(image[0, 0] == reference[0, 0])
    }

    static let written: [EncodingOptions] = [
        .jpeg(quality: 95), .png, .webp(quality: 95), .webp(quality: nil), .avif(quality: 90),
    ]

    @Test(arguments: written)
    func `a picture survives a round trip`(options: EncodingOptions) throws {
        let image = try Image(decoding: Fixture.small("png-rgb-8.png").bytes)
        let bytes = try image.encoded(as: options)
        #expect(ImageFormat(sniffing: bytes.span.bytes) == options.format)
        let again = try Image(decoding: bytes)
        #expect(again.isOpaque)
        #expect(again.meanDistance(to: image) < 4)
        #expect(try image.encoded(as: options) == bytes)
    }

    @Test(arguments: [EncodingOptions.png, .webp(quality: nil), .avif(quality: 90)])
    func `transparency survives a round trip`(options: EncodingOptions) throws {
        let image = try Image(decoding: Fixture.small("png-rgba-8.png").bytes)
        let again = try Image(decoding: image.encoded(as: options))
        let differences = zip(image.pixels, again.pixels).map { abs(Int($0.alpha) - Int($1.alpha)) }
        #expect(differences.allSatisfy { $0 <= 12 })
    }

    @Test(arguments: [ImageFormat.heic, .bmp, .tiff])
    func `a format that can't be written is reported`(format: ImageFormat) throws {
        let error = try #require(throws: ImageError.self) { try EncodingOptions(format: format) }
        #expect(error.code == .unsupported)
        #expect(error.message.contains(format.displayName))
    }

    @Test(arguments: ["hostile-50000x50000.bmp", "hostile-negative-width.bmp"])
    func `a bitmap with an incorrect size is rejected`(name: String) {
        #expect(throws: ImageError.self) { try Image(decoding: Fixture.small(name).bytes) }
    }

    @Test(arguments: ["webp-lossy.webp", "tiff-rgb.tif", "bmp-24.bmp", "avif.avif", "heic.heic"])
    func `the error for half a file names the format`(name: String) throws {
        let bytes = Fixture.small(name).bytes
        let error = try #require(throws: ImageError.self) { try Image(decoding: Array(bytes.prefix(bytes.count / 2))) }
        #expect(error.code == .truncated || error.code == .damaged)
        #expect(
            error.message.contains(
                name.split(separator: "-")[0].split(separator: ".")[0].prefix(3).uppercased().prefix(1)))
    }
}
