import PostcardFixtures
import PostcardTestSupport
import Synchronization
import Testing

@testable import PostcardImaging

/// Long work calls the checkpoint after each strip, and ends when the checkpoint throws.
struct ImageWorkTests {
    /// A picture slightly larger than three strips.
    private static func picture() throws -> Image {
        try Image(size: PixelSize(width: 1 << 10, height: 800), fill: Color(red: 200, green: 90, blue: 10, alpha: 255))
    }

    private static let work: [(name: String, work: @Sendable (Image) throws -> Void)] = [
        ("blur", { _ = try $0.blurred(sigma: 1) }), ("wide blur", { _ = try $0.blurred(sigma: 40) }),
        ("sharpen", { _ = try $0.sharpened() }), ("rotate", { _ = try $0.rotated(byDegrees: 7) }),
        ("smaller", { _ = try $0.resized(to: .square(20)) }),
        ("larger", { _ = try $0.cropped(to: PixelRect(x: 0, y: 0, width: 20, height: 20)).resized(to: .square(900)) }),
        ("JPEG", { _ = try $0.encoded(as: .jpeg()) }), ("PNG", { _ = try $0.encoded(as: .png) }),
        ("brightness", { _ = try $0.filtered(.brightness(percent: 5)) }),
        ("saturation", { _ = try $0.filtered(.saturation(percent: 5)) }),
        ("mosaic", { _ = try $0.filtered(.mosaic(side: 7)) }), ("edges", { _ = try $0.filtered(.edges) }),
        ("WebP", { _ = try $0.encoded(as: .webp(quality: 50)) }),
    ]

    private struct Stop: Error {}

    /// Runs `body` with a checkpoint that throws on the third call.
    ///
    /// - Returns: the number of calls.
    private static func stopped(_ body: () throws -> Void) -> Int {
        let calls = Mutex(0)
        #expect(throws: Stop.self) {
            try ImageWork.run(checkpoint: {
                let isLast = calls.withLock { calls in
                    calls += 1
                    return calls == 3
                }
                if isLast { throw Stop() }
            }) { try body() }
        }
        return calls.withLock { $0 }
    }

    @Test(arguments: work.indices)
    func `work ends with the error from the checkpoint`(index: Int) throws {
        let image = try Self.picture()
        #expect(Self.stopped { try Self.work[index].work(image) } == 3, "\(Self.work[index].name)")
    }

    @Test(arguments: [false, true])
    func `decoding ends with the error from the checkpoint`(recover: Bool) throws {
        let file = try Self.picture().encoded(as: .jpeg())
        for resize in [nil, Resize(into: .square(900))] {
            let options = DecodingOptions(resize: resize, toleratesDamage: recover)
            #expect(Self.stopped { _ = try Image(decoding: file, options: options) } == 3)
        }
    }

    @Test func `reading an icon has a checkpoint for each strip of rows`() throws {
        let (width, height) = (1 << 10, 800)
        let data = ICOTests.bitmap(
            width: width, height: 2 * height, bits: 24, pixels: [UInt8](repeating: 9, count: 3 * width * height),
            mask: [UInt8](repeating: 0, count: width / 8 * height))
        let file = ICOTests.icon([(0, 24, data)])
        let calls = try file.span.bytes.withBuffer { bytes in
            let icon = try ICOFile(bytes)
            return Self.stopped { _ = try icon.reader(wanted: .square(1), options: DecodingOptions()) }
        }
        #expect(calls == 3)
    }

    @Test func `an animation has a checkpoint for each frame`() throws {
        let animation = try AnimatedImage(decoding: Fixture.small("gif-disposal-2.gif").bytes)
        try #require(animation.frameCount >= 3)
        #expect(Self.stopped { _ = try animation.encoded() } == 3)
    }

    @Test(arguments: [
        "jpeg-420.jpg", "png-rgb-8.png", "gif-still.gif", "webp-lossy.webp", "avif.avif", "heic.heic", "bmp-24.bmp",
        "tiff-orientation-6.tif",
    ])
    func `a file is not decoded after the checkpoint has thrown`(name: String) {
        #expect(throws: Stop.self) {
            try ImageWork.run(checkpoint: { throw Stop() }) { try Image(decoding: Fixture.small(name).bytes) }
        }
    }

    @Test(arguments: [EncodingOptions.jpeg(), .png, .webp(), .webp(quality: nil), .avif(), .gif])
    func `a picture is not encoded after the checkpoint has thrown`(encoding: EncodingOptions) throws {
        let image = try Image(size: .square(8), fill: .white)
        #expect(throws: Stop.self) {
            try ImageWork.run(checkpoint: { throw Stop() }) { try image.encoded(as: encoding) }
        }
    }

    /// The work inside gets an `ImageError`, and can ignore that error.
    @Test func `an ignored interruption still causes an error`() throws {
        let image = try Self.picture()
        let seen = Mutex<ImageError.Code?>(nil)
        let calls = Self.stopped {
            do throws(ImageError) {
                _ = try image.blurred(sigma: 9)
            } catch {
                seen.withLock { $0 = error.code }
            }
            #expect((try? image.encoded(as: .png)) == nil)
        }
        #expect(seen.withLock { $0 } == .interrupted)
        #expect(calls == 3)
    }

    @Test func `an outer checkpoint also stops inner work`() throws {
        let image = try Self.picture()
        #expect(
            Self.stopped { _ = try ImageWork.run(checkpoint: {}) { try image.blurred(sigma: 9) } } == 3)
    }

    @Test func `other errors are passed on`() throws {
        #expect(throws: CancellationError.self) {
            try ImageWork.run(checkpoint: {}) { throw CancellationError() }
        }
    }

    @Test func `work without an error completes`() throws {
        let image = try ImageWork.run(checkpoint: {}) { try Self.picture().blurred(sigma: 9) }
        #expect(image.size.width == 1 << 10)
        #expect(try Self.picture().resized(to: .square(4)).size == .square(4))
        try ImageWork.checkpoint()
    }
}
