import PostcardFixtures
import PostcardImaging
import PostcardTestSupport
import Testing

/// Any file becomes an animated GIF in one call, whether it is animated or not.
struct AnyPictureTests {
    static let fits: [Resize.Fit] = [.inside, .exact, .cover, .cover(.detail), .pad(.white), .pad(.clear)]

    @Test(arguments: fits)
    func `every fit gives frames the same size as still images`(fit: Resize.Fit) throws {
        let bytes = Fixture.small("gif-transparent-loop-3.gif").bytes
        let options = DecodingOptions(resize: Resize(into: PixelSize(width: 20, height: 31), fit: fit))
        let animation = try AnimatedImage(decoding: bytes, options: options)
        let still = try Image(decoding: bytes, options: options)
        var frames = try animation.frames()
        let first = try #require(try frames.next())
        expectEqual(animation.size, still.size)
        expectEqual(first.image.size, still.size)
        expectEqual(first.image.pixels, still.pixels)
        let copy = try AnimatedImage(decoding: animation.encoded().bytes)
        expectEqual(copy.size, still.size)
        expectEqual(copy.frameCount, 4)
        expectEqual(copy.loopCount, 3)
        expectEqual(copy.delays, [100, 200, 300, 400])
    }

    @Test(arguments: ["jpeg-orientation-6.jpg", "png-rgba-8.png", "webp-lossy.webp", "bmp-24.bmp", "gif-still.gif"])
    func `a still image is one frame`(name: String) throws {
        let options = DecodingOptions(resize: Resize(into: .square(24)))
        let animation = try AnimatedImage(decoding: Fixture.small(name).bytes, options: options)
        #expect(animation.frameCount == 1)
        #expect(animation.loopCount == nil)
        #expect(animation.delays == [0])
        let still = try Image(decoding: Fixture.small(name).bytes, options: options)
        #expect(try animation.encoded().bytes == still.encoded(as: .gif))
        #expect(try Image(decoding: animation.encoded().bytes).size == still.size)
    }

    @Test func `transparent padding stays transparent`() throws {
        let options = DecodingOptions(resize: Resize(into: .square(40), fit: .pad(.clear)))
        let animation = try AnimatedImage(decoding: Fixture.small("gif-87a.gif").bytes, options: options)
        let copy = try Image(decoding: animation.encoded().bytes)
        expectEqual(copy.size, .square(40))
        expectEqual(copy[20, 0].alpha, 0)
        expectEqual(copy[20, 20].alpha, 255)
    }

    @Test func `a still image is written as GIF`() throws {
        let options = try EncodingOptions(format: .gif)
        #expect(options == .gif)
        #expect(options.format == .gif)
        let image = try Image(decoding: Fixture.small("gif-transparent.gif").bytes)
        let bytes = try image.encoded(as: options)
        #expect(ImageFormat(sniffing: bytes.span.bytes) == .gif)
        #expect(try Image(decoding: bytes).distance(to: image) == 0)
    }

    @Test func `limits apply to still images too`() throws {
        let options = DecodingOptions(limits: DecodingLimits(pixels: 100))
        let error = try #require(throws: ImageError.self) {
            try AnimatedImage(decoding: Fixture.small("jpeg-420.jpg").bytes, options: options)
        }
        #expect(error.code == .limitExceeded)
    }
}
