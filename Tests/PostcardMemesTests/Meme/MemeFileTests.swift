import PostcardFixtures
import PostcardImaging
import PostcardMemes
import PostcardTestSupport
import Synchronization
import Testing

/// A meme from file to file, still or animated.
struct MemeFileTests {
    private struct Stop: Error {}

    private let fonts = FontLibrary(usesSystemFonts: false)
    private let meme = Meme.classic(top: "one", bottom: "two")
    private let base = Color(red: 90, green: 120, blue: 150)

    private func photo(_ width: Int = 120, _ height: Int = 80) throws -> [UInt8] {
        try Image(size: PixelSize(width: width, height: height), fill: base).encoded(as: .png)
    }

    /// Frames in different grays, each with a different duration.
    private func animatedPicture(frames: Int = 3, loopCount: Int? = 2) throws -> [UInt8] {
        var encoder = try AnimationEncoder(size: PixelSize(width: 120, height: 80), loopCount: loopCount)
        for frame in 0..<frames {
            let gray = UInt8(100 + 20 * frame)
            try encoder.append(
                Image(size: PixelSize(width: 120, height: 80), fill: Color(red: gray, green: gray, blue: gray)),
                delay: 100 + 10 * frame)
        }
        return try encoder.finish()
    }

    @Test(arguments: [EncodingOptions.jpeg(), .png, .webp(), .gif])
    func `a still file has the stated size and format`(encoding: EncodingOptions) throws {
        let file = try MemeFile.Job(meme, on: photo(), encoding: encoding, fonts: fonts).run()
        let header = try ImageHeader(of: file.bytes)
        expectEqual(header.format, encoding.format)
        expectEqual(file.format, encoding.format)
        expectEqual(header.size, PixelSize(width: 120, height: 80))
        expectEqual(file.size, header.size)
        expectEqual(file.reports.count, 2)
        #expect(file.warnings.isEmpty)
        #expect(try Image(decoding: file.bytes).size == file.size)
    }

    @Test func `a still file matches the rendered image`() throws {
        let file = try MemeFile.Job(meme, on: photo(), encoding: .png, fonts: fonts).run()
        let drawn = try meme.render(onto: Image(decoding: photo()), fonts: fonts).image
        #expect(try Image(decoding: file.bytes).encoded(as: .png) == drawn.encoded(as: .png))
    }

    @Test(arguments: [
        (MemeFile.Crop.aspectRatio(1) as MemeFile.Crop?, nil as PixelSize?, 80, 80), (.aspectRatio(3), nil, 120, 40),
        (.aspectRatio(0.1), nil, 8, 80),
        (.rect(PixelRect(x: 100, y: 10, width: 50, height: 30)), nil, 20, 30),
        (.aspectRatio(1), .square(40), 40, 40), (nil, PixelSize(width: 60, height: 60), 60, 40),
    ])
    func `the base image is cropped before it is resized`(
        crop: MemeFile.Crop?, box: PixelSize?, width: Int, height: Int
    )
        throws
    {
        let framing = MemeFile.Framing(crop: crop, resize: box.map { Resize(into: $0) })
        let expected = PixelSize(width: width, height: height)
        let still = try MemeFile.Job(meme, on: photo(), framing: framing, encoding: .png, fonts: fonts).run()
        #expect(still.size == expected)
        let moving = try MemeFile.Job(meme, on: animatedPicture(), framing: framing, encoding: .gif, fonts: fonts).run()
        #expect(moving.size == expected)
        #expect(try AnimatedImage(decoding: moving.bytes).size == expected)
    }

    @Test(arguments: [(80, 120), (200, 80), (40, 40)])
    func `the padding of the box shows the blurred meme`(width: Int, height: Int) throws {
        let box = PixelSize(width: width, height: height)
        let framing = MemeFile.Framing(resize: Resize(into: box), box: box)
        let file = try MemeFile.Job(Meme(), on: photo(), framing: framing, encoding: .png, fonts: fonts).run()
        #expect(file.size == box)
        let image = try Image(decoding: file.bytes)
        // A picture of a single color does not change when it is blurred.
        for (x, y) in [(0, 0), (width / 2, height / 2), (width - 1, height - 1)] {
            #expect(image[x, y] == base, "\(x), \(y)")
        }
    }

    @Test func `a surround is fitted into the box`() throws {
        let box = PixelSize.square(100)
        let framing = MemeFile.Framing(resize: Resize(into: box), box: box)
        let meme = Meme(surround: Surround(color: .black, margin: 0.5))
        let file = try MemeFile.Job(meme, on: photo(100, 100), framing: framing, encoding: .png, fonts: fonts).run()
        #expect(file.size == box)
        let image = try Image(decoding: file.bytes)
        #expect(image[2, 2] == .black)
        #expect(image[50, 50] == base)
    }

    @Test func `an animation keeps its frames, delays and loops`() throws {
        let file = try MemeFile.Job(meme, on: animatedPicture(), encoding: .gif, fonts: fonts).run()
        let animation = try AnimatedImage(decoding: file.bytes)
        expectEqual(animation.delays, [100, 110, 120])
        expectEqual(animation.loopCount, 2)
        expectEqual(file.reports.count, 2)
        #expect(file.warnings.isEmpty)
        var frames = try animation.frames()
        var number = 0
        while let frame = try frames.next() {
            let gray = UInt8(100 + 20 * number)
            #expect(frame.image[60, 40] == Color(red: gray, green: gray, blue: gray))
            let isLettered = (0..<120).contains { frame.image[$0, 10] == .white }
            #expect(isLettered, "frame \(number)")
            number += 1
        }
        #expect(number == 3)
        #expect(try Image(decoding: file.bytes)[60, 40] == Color(red: 100, green: 100, blue: 100))
    }

    @Test(arguments: [(3, ["first of 3 frames"]), (1, [])])
    func `lost frames are reported`(frames: Int, words: [String]) throws {
        let file = try MemeFile.Job(meme, on: animatedPicture(frames: frames), encoding: .png, fonts: fonts).run()
        #expect(file.warnings.count == words.count)
        for (warning, word) in zip(file.warnings, words) { #expect(warning.contains(word)) }
        #expect(try Image(decoding: file.bytes)[60, 40] == Color(red: 100, green: 100, blue: 100))
    }

    @Test(
        arguments: [EncodingOptions.gif, .webp(quality: 90), .webp(quality: nil)],
        [("webp-animated.webp", 3), ("gif-disposal-2.gif", 4)])
    func `animations stay animated between all formats that support them`(
        encoding: EncodingOptions, source: (name: String, frames: Int)
    ) throws {
        let original = try AnimatedImage(decoding: Fixture.small(source.name).bytes)
        let file = try MemeFile.Job(meme, on: Fixture.small(source.name).bytes, encoding: encoding, fonts: fonts).run()
        let animation = try AnimatedImage(decoding: file.bytes)
        #expect(file.warnings.isEmpty)
        expectEqual(ImageFormat(sniffing: file.bytes.span.bytes), encoding.format)
        expectEqual(animation.frameCount, original.frameCount)
        expectEqual(animation.delays, original.delays)
        expectEqual(animation.loopCount, original.loopCount)
    }

    @Test func `a picture with one frame becomes a still GIF`() throws {
        let file = try MemeFile.Job(meme, on: animatedPicture(frames: 1), encoding: .gif, fonts: fonts).run()
        #expect(try AnimatedImage(decoding: file.bytes).frameCount == 1)
        #expect(try AnimatedImage(decoding: file.bytes).loopCount == nil)
        #expect(file.warnings.isEmpty)
    }

    @Test func `metadata is written`() throws {
        var metadata = Metadata()
        metadata.artist = "Ada"
        let file = try MemeFile.Job(meme, on: photo(), encoding: .jpeg().withMetadata(metadata), fonts: fonts).run()
        #expect(try ImageHeader(of: file.bytes).metadata.artist == "Ada")
    }

    @Test func `omitted text is reported`() throws {
        var caption = Caption("many words", in: UnitBox(x: 0, y: 0, width: 0.1, height: 0.1))
        caption.minimumSize = .pixels(60)
        let file = try MemeFile.Job(Meme(captions: [caption]), on: photo(), encoding: .png, fonts: fonts).run()
        #expect(file.reports.flatMap(\.warnings).contains { $0.hasPrefix("Text that did not fit") })
    }

    /// The result has 10,800 pixels, but as a GIF it takes as much memory as 72,900 pixels.
    @Test func `the pixel limit for a GIF reflects its memory`() throws {
        let picture = try Image(size: PixelSize(width: 120, height: 90), fill: .white).encoded(as: .png)
        func file(_ pixels: Int, _ encoding: EncodingOptions) throws -> MemeFile {
            var job = try MemeFile.Job(meme, on: picture, encoding: encoding, fonts: fonts)
            job.limits.pixels = pixels
            return try job.run()
        }
        #expect(try file(72_900, .gif).size.area == 10_800)
        #expect(try file(10_800, .png).size.area == 10_800)
        let error = #expect(throws: ImageError.self) { try file(72_800, .gif) }
        #expect(error?.code == .limitExceeded)
    }

    @Test func `limits are enforced`() throws {
        var job = try MemeFile.Job(meme, on: photo(), encoding: .png, fonts: fonts)
        job.limits.pixels = 9_000
        #expect(throws: ImageError.self) { try job.run() }
        let surround = Meme(surround: Surround(margin: 2))
        let box = MemeFile.Framing(box: .square(200))
        for (meme, framing) in [(surround, MemeFile.Framing()), (self.meme, box)] {
            for (picture, encoding) in [(try photo(), EncodingOptions.png), (try animatedPicture(), .gif)] {
                var job = try MemeFile.Job(meme, on: picture, framing: framing, encoding: encoding, fonts: fonts)
                job.pixelLimit = 20_000
                let error = #expect(throws: MemeError.self) { try job.run() }
                #expect(error?.code == .invalidCaption)
            }
        }
    }

    @Test func `a still base image is decoded by the given closure`() throws {
        let count = Mutex(0)
        let kept = try Image(size: PixelSize(width: 30, height: 20), fill: base)
        var job = try MemeFile.Job(meme, on: photo(), encoding: .png, fonts: fonts)
        job.decoding = { _ in
            count.withLock { $0 += 1 }
            return kept
        }
        let file = try job.run()
        #expect(count.withLock(\.self) == 1)
        #expect(file.size == kept.size)
        job.decoding = { _ in throw Stop() }
        #expect(throws: Stop.self) { try job.run() }
        (job.base, job.encoding) = (try OpenedPicture(animatedPicture()), .gif)
        _ = try job.run()
    }

    @Test(arguments: [EncodingOptions.png, .gif])
    func `the checkpoint stops the work`(encoding: EncodingOptions) throws {
        #expect(throws: Stop.self) {
            try ImageWork.run(checkpoint: { throw Stop() }) {
                try MemeFile.Job(meme, on: animatedPicture(), encoding: encoding, fonts: fonts).run()
            }
        }
    }
}
