import Testing

@testable import PostcardImaging

struct GIFLimitTests {
    /// `count` frames of the given size, each of a few bytes.
    private func bomb(_ screen: PixelSize, frame: PixelSize, count: Int) -> [UInt8] {
        var bytes = Array("GIF89a".utf8)
        bytes += GIFSpecimen.littleEndian(screen.width) + GIFSpecimen.littleEndian(screen.height) + [0x80, 0, 0]
        bytes += [0, 0, 0, 255, 255, 255]
        let image: [UInt8] =
            [0x2C, 0, 0, 0, 0] + GIFSpecimen.littleEndian(frame.width) + GIFSpecimen.littleEndian(frame.height)
            + [0, 2, 1, 0x44, 0]
        for _ in 0..<count { bytes += image }
        return bytes + [0x3B]
    }

    @Test(arguments: [
        (PixelSize.square(65_535), PixelSize.square(65_535), 1),
        (PixelSize.square(1), PixelSize.square(65_535), 1),
        (PixelSize.square(65_535), PixelSize.square(1), 1),
        (PixelSize.square(4_000), PixelSize.square(1), 5),
        (PixelSize.square(1), PixelSize.square(1), 1_001),
        (PixelSize.square(1), PixelSize.square(1), 20_000),
    ])
    func `files beyond the limits are rejected`(_ screen: PixelSize, _ frame: PixelSize, _ count: Int) {
        let bytes = bomb(screen, frame: frame, count: count)
        for recovers in [false, true] {
            #expect(
                errorCode { try AnimatedImage(decoding: bytes, options: DecodingOptions(toleratesDamage: recovers)) }
                    == .limitExceeded)
        }
        // A still image needs only the first frame.
        let isFirstTooMuch = max(screen.area, frame.area) > DecodingLimits.default.pixels
        #expect(errorCode { try Image(decoding: bytes) } == (isFirstTooMuch ? .limitExceeded : nil))
    }

    /// A GIF result takes 27 bytes per pixel; the limit assumes 4 bytes per pixel.
    @Test func `the memory for writing a GIF is limited`() {
        func error(_ pixels: Int, _ format: ImageFormat) -> ImageError.Code? {
            errorCode { try DecodingLimits(pixels: pixels).check(result: .square(8), as: format) }
        }
        #expect(error(27 * 16, .gif) == nil)
        #expect(error(27 * 16 - 1, .gif) == .limitExceeded)
        #expect(error(64, .webp) == nil)
    }

    @Test func `later frames larger than the screen count toward the limit`() {
        var bytes = bomb(.square(1), frame: .square(1), count: 1)
        bytes.removeLast()
        bytes += [0x2C, 0, 0, 0, 0, 255, 255, 255, 255, 0, 2, 1, 0x44, 0, 0x3B]
        #expect(errorCode { try AnimatedImage(decoding: bytes) } == .limitExceeded)
    }

    @Test func `a file at the limits is read`() throws {
        let limits = DecodingLimits(pixels: 1_000, frames: 10)
        let bytes = bomb(.square(10), frame: .square(10), count: 10)
        #expect(try AnimatedImage(decoding: bytes, options: DecodingOptions(limits: limits)).frameCount == 10)
        let more = bomb(.square(10), frame: .square(10), count: 11)
        let options = DecodingOptions(limits: DecodingLimits(pixels: 1_099, frames: 11))
        #expect(errorCode { try AnimatedImage(decoding: more, options: options) } == .limitExceeded)
    }

    @Test func `enlarged frames count toward the limit`() {
        let bytes = bomb(.square(10), frame: .square(10), count: 10)
        let options = DecodingOptions(
            resize: Resize(into: .square(20), enlarges: true), limits: DecodingLimits(pixels: 2_000))
        #expect(errorCode { try AnimatedImage(decoding: bytes, options: options) } == .limitExceeded)
    }

    @Test func `a file above the byte limit is rejected`() {
        let bytes = bomb(.square(10), frame: .square(10), count: 10)
        let options = DecodingOptions(limits: DecodingLimits(bytes: bytes.count - 1))
        #expect(errorCode { try AnimatedImage(decoding: bytes, options: options) } == .limitExceeded)
    }

    @Test func `codes beyond the frame are ignored`() throws {
        // The longest possible strings: each one pixel longer than the previous one.
        let codes = [4, 0] + Array(6..<500)
        let data = GIFSpecimen.blocks(of: codes, width: GIFLZWTests.widths(rootBits: 2, clears: [0]), rootBits: 2)
        var specimen = GIFSpecimen(width: 3, height: 1, frames: [])
        specimen.extras = [0x2C, 0, 0, 0, 0, 3, 0, 1, 0, 0] + data
        #expect(try TextCanvas.texts(specimen.bytes) == [["kkk"]])
    }
}
