import PostcardFixtures
import PostcardImaging
import PostcardTestSupport
import Testing

@testable import PostcardMemes

/// Memes for services that accept pictures of one shape, format and size.
struct MemeDestinationTests {
    private static let animatedPlaces = MemeDestination.all.filter { $0.moving != nil && $0.name != "x" }
    private let meme = Meme.classic(top: "Words", bottom: "and more")

    /// A picture that is large in every encoding.
    private static func noise(_ size: PixelSize, seed: Int = 1) throws -> Image {
        var image = try Image(size: size, fill: .black)
        var state = UInt64(seed)
        for y in 0..<size.height {
            for x in 0..<size.width {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                try image.setColor(
                    Color(
                        red: UInt8(truncatingIfNeeded: state >> 56),
                        green: UInt8(truncatingIfNeeded: state >> 48),
                        blue: UInt8(truncatingIfNeeded: state >> 40)), x: x, y: y)
            }
        }
        return image
    }

    private static func moving(frames: Int) throws -> [UInt8] {
        var encoder = try AnimationEncoder(size: .square(160), encoding: .webp(quality: nil))
        for frame in 0..<frames { try encoder.append(noise(.square(160), seed: frame + 1), delay: 50) }
        return try encoder.finish()
    }

    private func fitted(
        _ meme: Meme, on bytes: [UInt8], to place: MemeDestination, as format: ImageFormat
    ) throws -> MemeFile {
        try MemeFile.Job(meme, on: bytes, encoding: EncodingOptions(format: format)).run(for: place)
    }

    private static func fits(_ size: PixelSize, _ shape: MemeDestination.Shape) -> Bool {
        switch shape {
        case .sticker(let exact), .screen(let exact): size == exact
        case .longEdge(let side): max(size.width, size.height) == side
        case .post(let width, let ratios):
            size.width == width && ratios ~= Double(size.width) / Double(size.height)
        case .within(let most): size.width <= most.width && size.height <= most.height
        }
    }

    @Test(arguments: MemeDestination.all, ["jpeg-420.jpg", "noise"])
    func `a still has the shape, format and size that its service accepts`(
        place: MemeDestination, source: String
    ) throws {
        let bytes =
            try source == "noise"
            ? Self.noise(PixelSize(width: 700, height: 500)).encoded(as: .png) : Fixture.small(source).bytes
        let file = try fitted(meme, on: bytes, to: place, as: place.still.format)
        #expect(file.bytes.count <= place.still.bytes)
        #expect(ImageFormat(sniffing: file.bytes.span.bytes) == place.still.format)
        let image = try Image(decoding: file.bytes)
        #expect(image.size == file.size)
        #expect(Self.fits(image.size, place.still.shape), "\(image.size)")
        guard case .sticker = place.still.shape else { return }
        #expect(image[image.size.width / 2, 0].alpha == 255)
        var job = try MemeFile.Job(meme, on: bytes, encoding: EncodingOptions(format: place.still.format))
        job.padsStickers = true
        #expect(try Image(decoding: job.run(for: place).bytes)[image.size.width / 2, 0].alpha == 0)
    }

    @Test(arguments: [true, false])
    func `an emoji shows the square with the most detail of an opaque picture, and all of a transparent one`(
        isOpaque: Bool
    ) throws {
        let place = try #require(MemeDestination(named: "slack-emoji"))
        var photo = try Image(size: PixelSize(width: 300, height: 100), fill: isOpaque ? .white : .clear)
        for y in 20..<80 {
            for x in 220..<280 where (x / 6 + y / 6).isMultiple(of: 2) { try photo.setColor(.black, x: x, y: y) }
        }
        let file = try fitted(Meme(), on: photo.encoded(as: .png), to: place, as: .png)
        let image = try Image(decoding: file.bytes)
        let dark = (0..<128 * 128).count { image[$0 % 128, $0 / 128].red < 60 && image[$0 % 128, $0 / 128].alpha > 200 }
        #expect(image.size == .square(128) && (dark > 2_000) == isOpaque)
    }

    @Test(arguments: animatedPlaces.prefix(TestScale.count(quick: 2, all: animatedPlaces.count)))
    func `an animation stays animated, with fewer frames if it has too many`(place: MemeDestination)
        throws
    {
        let rule = try #require(place.moving)
        let file = try fitted(meme, on: Self.moving(frames: 12), to: place, as: rule.format)
        #expect(file.bytes.count <= rule.bytes)
        let animation = try AnimatedImage(decoding: file.bytes)
        #expect(2...12 ~= animation.frameCount)
        #expect(animation.delays.reduce(0, +) == 12 * 50)
        #expect(Self.fits(animation.size, rule.shape))
    }

    @Test(arguments: animatedPlaces.prefix(TestScale.count(quick: 2, all: animatedPlaces.count)))
    func `text that appears on a still image is complete at the end, within all limits`(place: MemeDestination) throws {
        let rule = try #require(place.moving)
        var words = Meme.classic(top: Array(repeating: "WORD", count: 60).joined(separator: " "))
        let photo = try Image(size: .square(300), fill: Color(red: 90, green: 120, blue: 150)).encoded(as: .png)
        words.editCaptions { caption, _ in caption.appearance = .words }
        let file = try fitted(words, on: photo, to: place, as: rule.format)
        #expect(file.bytes.count <= rule.bytes)
        let animation = try AnimatedImage(decoding: file.bytes)
        #expect(4...(rule.frames ?? 151) ~= animation.frameCount)
        #expect(animation.delays.reduce(0, +) <= rule.milliseconds ?? .max)
        #expect(Self.fits(animation.size, rule.shape))
        var brightPixels: [Int] = []
        try animation.forEachFrame { frame in
            let (image, side) = (frame.image, frame.image.size.width)
            brightPixels.append((0..<side * side).count { image[$0 % side, $0 / side].green > 160 })
        }
        let most = brightPixels.max() ?? 0
        #expect((brightPixels.last ?? 0) * 100 > most * 95 && (brightPixels.first ?? 0) * 2 < most, "\(brightPixels)")
    }

    @Test(arguments: MemeDestination.all.filter { $0.video != nil && $0.name != "x" })
    func `the frames of a video have the shape and duration that its service accepts`(place: MemeDestination) throws {
        let rule = try #require(place.video)
        var encoder = try AnimationEncoder(size: PixelSize(width: 60, height: 40), encoding: .gif)
        for frame in 0..<3 {
            let gray = UInt8(80 * frame)
            try encoder.append(
                Image(size: PixelSize(width: 60, height: 40), fill: Color(red: gray, green: gray, blue: gray)),
                delay: Int(rule.seconds.upperBound * 400))
        }
        let job = try MemeFile.Job(meme, on: encoder.finish(), encoding: .gif)
        let file = try job.frames(for: place)
        let animation = try AnimatedImage(decoding: file.bytes)
        // The video encoder pads the frames for a screen.
        var size = animation.size
        if case .screen(let box) = rule.shape { size.height = box.height }
        #expect(Self.fits(size, rule.shape), "\(animation.size)")
        #expect(Double(animation.delays.reduce(0, +)) == rule.seconds.upperBound * 1_000)
        #expect(file.warnings.contains { $0.contains("later frames are left out") }, "\(file.warnings)")
    }

    @Test func `a service that does not accept animated WebP gets a still`() throws {
        let place = try #require(MemeDestination(named: "telegram-sticker"))
        let file = try fitted(meme, on: Self.moving(frames: 3), to: place, as: .webp)
        #expect(try AnimatedImage(decoding: file.bytes).frameCount == 1)
        #expect(!file.bytes.prefix(64).contains("ANIM".utf8))
        #expect(file.warnings.contains { $0.contains("make a .webm") }, "\(file.warnings)")
    }

    @Test func `a meme with a surround is fitted into the shape`() throws {
        let place = try #require(MemeDestination(named: "telegram-sticker"))
        let band = try MemeStyle.band.meme(of: ["Words above the picture"])
        let file = try fitted(band, on: Fixture.small("jpeg-420.jpg").bytes, to: place, as: .webp)
        #expect(
            max(file.size.width, file.size.height) == 512
                || file.size.width < 512 && file.size.height == 512)
    }

    @Test func `an animation that is too long is cut, with a warning`() throws {
        let place = try #require(MemeDestination(named: "discord-sticker"))
        var encoder = try AnimationEncoder(size: .square(8), encoding: .gif)
        for frame in 0..<4 {
            let gray = UInt8(60 * frame)
            try encoder.append(
                Image(size: .square(8), fill: Color(red: gray, green: gray, blue: gray)), delay: 2_000)
        }
        let file = try fitted(meme, on: encoder.finish(), to: place, as: .gif)
        #expect(try AnimatedImage(decoding: file.bytes).delays == [2_000, 2_000, 1_000])
        #expect(file.warnings.contains { $0.contains("accepts at most 5 seconds") }, "\(file.warnings)")
    }

    @Test(arguments: [(60, 50), (20, 20)]) func `a service gets at most the number of frames that it accepts`(
        count: Int, kept: Int
    )
        throws
    {
        let place = try #require(MemeDestination(named: "slack-emoji"))
        var encoder = try AnimationEncoder(size: .square(16), encoding: .gif)
        for frame in 0..<count {
            let gray = UInt8(4 * frame)
            try encoder.append(
                Image(size: .square(16), fill: Color(red: gray, green: gray, blue: gray)), delay: 40)
        }
        let file = try fitted(meme, on: encoder.finish(), to: place, as: .gif)
        let animation = try AnimatedImage(decoding: file.bytes)
        #expect(animation.frameCount == kept)
        #expect(animation.delays.reduce(0, +) == count * 40)
    }

    @Test func `frames have at most the number of pixels that a service accepts`() throws {
        let rule = try #require(MemeDestination(named: "x")?.moving)
        #expect(rule.maximumFrames(of: PixelSize(width: 1_280, height: 1_080)) == 217)
        #expect(rule.maximumFrames(of: .square(100)) == 350)
        let framing = rule.shape.framing(of: PixelSize(width: 2_560, height: 1_080))
        #expect(
            framing.resize?.size(for: PixelSize(width: 2_560, height: 1_080)) == PixelSize(width: 1_280, height: 540))
        let half = rule.shape.framing(of: PixelSize(width: 400, height: 200), scale: 0.5)
        #expect(half.resize?.size(for: PixelSize(width: 400, height: 200)) == PixelSize(width: 200, height: 100))
    }

    @Test(arguments: [(3_000, 500, 566), (500, 3_000, 1_350), (900, 900, 1_080), (1_200, 800, 720)])
    func `a post is never wider or taller than allowed`(width: Int, height: Int, expected: Int) throws {
        let rule = try #require(MemeDestination(named: "instagram-post")).still
        let box = try #require(rule.shape.framing(of: PixelSize(width: width, height: height)).box)
        #expect(box == PixelSize(width: 1_080, height: expected))
        #expect(0.8...1.91 ~= Double(box.width) / Double(box.height))
    }
}
