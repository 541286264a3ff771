import PostcardCore
import PostcardFixtures
import Testing

@testable import PostcardImaging

/// Animated WebP files, written and read again.
struct WebPAnimationTests {
    private static let texts = [
        ["rrrr....", "rrrr....", "rrrr....", "........"], ["rrrr....", "rrbr....", "rrrg....", "........"],
        ["rrrr....", "rrbr....", "rrrg....", "........"], ["........", "..b.....", "........", ".......w"],
    ]

    private func encoded(_ encoding: EncodingOptions, delays: [Int], loopCount: Int?) throws -> [UInt8] {
        var encoder = try AnimationEncoder(
            size: PixelSize(width: 8, height: 4), loopCount: loopCount, encoding: encoding)
        for (text, delay) in zip(Self.texts, delays) { try encoder.append(TextCanvas.image(text), delay: delay) }
        return try encoder.finish()
    }

    @Test(arguments: [0, nil, 1, 7] as [Int?])
    func `frames, delays and loops are read as written`(loopCount: Int?) throws {
        let bytes = try encoded(.webp(quality: nil), delays: [11, 17, 33, 20_000_000], loopCount: loopCount)
        #expect(try TextCanvas.texts(bytes) == Self.texts)
        let animation = try AnimatedImage(decoding: bytes)
        #expect(animation.delays == [11, 17, 33, 0xFF_FFFF])
        #expect(animation.loopCount == loopCount)
    }

    @Test func `parts with few colors are stored without loss if the result is smaller`() throws {
        let bytes = try encoded(.webp(quality: 50), delays: [10, 10, 10, 10], loopCount: 0)
        #expect(try TextCanvas.texts(bytes) == Self.texts)
        // Noise of two similar grays costs a lossy coder nothing, and costs a lossless coder one bit per pixel.
        var random = SeededRandom(seed: 1)
        let levels = (0..<64 * 64).map { _ in Int32(Bool.random(using: &random) ? 0x64_6464 : 0x66_6666) }
        func size(_ encoding: EncodingOptions) throws -> Int {
            var encoder = try AnimationEncoder(size: .square(64), encoding: encoding)
            for step in 0..<2 {
                let noise = try TextCanvas.image(.square(64)) { x, y in levels[(64 * y + x + 97 * step) % 4_096] }
                try encoder.append(noise, delay: 10)
            }
            return try encoder.finish().count
        }
        #expect(try size(.webp(quality: 50)) < size(.webp(quality: nil)))
    }

    @Test func `a frame contains only the part that changes`() throws {
        let size = PixelSize(width: 400, height: 300)
        let base = try TextCanvas.image(size) { x, y in
            Int32(truncatingIfNeeded: (x &* 7919 ^ y &* 104_729) & 0xFF_FFFF)
        }
        var encoder = try AnimationEncoder(size: size, encoding: .webp(quality: 90))
        try encoder.append(base, delay: 100)
        let first = try encoder.finish().count
        for step in 0..<20 {
            var image = base
            for x in 0..<9 { try image.setColor(.white, x: 200 + x, y: 101 + step) }
            try encoder.append(image, delay: 100)
        }
        #expect(try encoder.finish().count < first + first / 4)
    }

    @Test(arguments: [[16, 17, 16, 17], [33, 33, 34, 33], [15, 15, 15, 15], [11, 12, 13, 14]])
    func `a GIF rounds delays so that errors do not add up, and contains no delays that browsers lengthen`(
        delays: [Int]
    ) throws {
        let animation = try AnimatedImage(decoding: encoded(.webp(), delays: delays, loopCount: 0))
        let gif = try AnimatedImage(decoding: animation.encoded().bytes)
        #expect(gif.delays.count == 4)
        for (made, wanted) in zip(gif.delays, delays) {
            #expect(abs(made - wanted) < 10)
            #expect(made >= 20)
        }
        if delays.allSatisfy({ $0 >= 20 }) {
            let error = gif.delays.reduce(0, +) - delays.reduce(0, +)
            #expect(abs(error) < 10)
        }
    }

    @Test(arguments: [(0, 100), (10, 100), (11, 11)])
    func `a WebP contains the delays that browsers use`(delay: Int, written: Int) throws {
        let bytes = try encoded(.webp(), delays: [delay, 20, delay, 30], loopCount: 0)
        #expect(try AnimatedImage(decoding: bytes).delays == [written, 20, written, 30])
    }

    @Test func `metadata is kept and the file stays valid`() throws {
        var metadata = Metadata()
        metadata.artist = "Ada"
        let bytes = try encoded(.webp().withMetadata(metadata), delays: [15, 20, 30, 40], loopCount: 0)
        #expect(try ImageHeader(of: bytes).metadata.artist == "Ada")
        #expect(try AnimatedImage(decoding: bytes).delays == [15, 20, 30, 40])
    }

    @Test(arguments: [255, 100] as [UInt8])
    func `scattered changes of a lossless WebP take little space, and stay exact`(alpha: UInt8) throws {
        var image = try Image(size: .square(64), fill: .black)
        var state: UInt64 = 7
        for index in 0..<64 * 64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let gray = UInt8(state >> 56)
            try image.setColor(Color(red: gray, green: gray, blue: gray), x: index % 64, y: index / 64)
        }
        var encoder = try AnimationEncoder(size: image.size, encoding: .webp(quality: nil))
        try encoder.append(image, delay: 50)
        let first = try image.encoded(as: .webp(quality: nil)).count
        for index in stride(from: 0, to: 64 * 64, by: 300) {
            try image.setColor(Color(red: 255, green: 0, blue: 0, alpha: alpha), x: index % 64, y: index / 64)
        }
        try encoder.append(image, delay: 50)
        let bytes = try encoder.finish()
        var frames = try AnimatedImage(decoding: bytes).frames()
        _ = try frames.next()
        let second = try #require(try frames.next()).image
        let differences = (0..<64 * 64).count { second[$0 % 64, $0 / 64] != image[$0 % 64, $0 / 64] }
        #expect(differences == 0)
        // A translucent pixel can't be drawn over the previous picture.
        #expect((bytes.count < first * 3 / 2) == (alpha == 255))
    }

    @Test(arguments: [EncodingOptions.png, .jpeg(), .avif()])
    func `formats without animation are rejected`(encoding: EncodingOptions) {
        #expect(errorCode { try AnimationEncoder(size: .square(4), encoding: encoding) } == .unsupported)
    }

    @Test func `sides that WebP can't have, pictures of a different size and empty animations are rejected`() throws {
        #expect(
            errorCode { try AnimationEncoder(size: PixelSize(width: 16_384, height: 1), encoding: .webp()) }
                == .encodingFailed)
        var encoder = try AnimationEncoder(size: .square(4), encoding: .webp())
        #expect(errorCode { try encoder.finish() } == .encodingFailed)
        #expect(errorCode { try encoder.append(Image(size: .square(5)), delay: 1) } == .encodingFailed)
    }

    @Test func `frames written by Pillow are read`() throws {
        let animation = try AnimatedImage(decoding: Fixture.small("webp-animated.webp").bytes)
        #expect(animation.delays == [100, 200, 300])
    }

    @Test func `work can be stopped between frames`() throws {
        let bytes = Fixture.small("gif-disposal-2.gif").bytes
        #expect(throws: CancellationError.self) {
            try ImageWork.run(checkpoint: { throw CancellationError() }) {
                try AnimatedImage(decoding: bytes).encoded(as: .webp())
            }
        }
    }
}
