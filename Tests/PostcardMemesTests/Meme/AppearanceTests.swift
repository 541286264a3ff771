import Foundation
import PostcardImaging
import PostcardTestSupport
import Testing

@testable import PostcardMemes

/// Text that appears word by word or line by line, and captions with times.
struct AppearanceTests {
    private let fonts = FontLibrary(usesSystemFonts: false)
    private let size = PixelSize(width: 160, height: 100)

    private func photo() throws -> [UInt8] {
        try Image(size: size, fill: Color(red: 90, green: 120, blue: 150)).encoded(as: .png)
    }

    private func caption(_ text: String, _ appearance: Caption.Appearance? = nil) -> Caption {
        var caption = Caption(text, in: UnitBox(x: 0.02, y: 0.02, width: 0.96, height: 0.96))
        (caption.appearance, caption.maximumSize) = (appearance, .pixels(20))
        return caption
    }

    private func frames(_ bytes: [UInt8]) throws -> (images: [Image], delays: [Int]) {
        let animation = try AnimatedImage(decoding: bytes)
        var frames = try animation.frames()
        var images: [Image] = []
        while let frame = try frames.next() { images.append(frame.image) }
        return (images, animation.delays)
    }

    private func made(_ captions: [Caption], on bytes: [UInt8]? = nil, as encoding: EncodingOptions = .gif) throws
        -> MemeFile
    {
        try MemeFile.Job(Meme(captions: captions), on: bytes ?? photo(), encoding: encoding, fonts: fonts).run()
    }

    /// The columns and rows in which something white is drawn.
    private func ink(_ image: Image) -> Set<Int> {
        Set(
            (0..<size.height).flatMap { y in
                (0..<size.width).filter { image[$0, y].red > 200 }.map { y * size.width + $0 }
            })
    }

    @Test(arguments: [EncodingOptions.gif, .webp(quality: 90)])
    func `words appear one after another and stay in place`(encoding: EncodingOptions) throws {
        let file = try made([caption("One wonderful two", .words)], as: encoding)
        let (images, delays) = try frames(file.bytes)
        #expect(images.count == 3)
        // A longer word is shown for longer, and the complete text is shown for the longest time.
        #expect(delays[0] < delays[1])
        #expect(delays[2] == 2_000)
        let inks = images.map(ink)
        #expect(inks[0].count > 50)
        for (ink, next) in zip(inks, inks.dropFirst()) {
            #expect(next.count > ink.count + 50)
            #expect(ink.subtracting(next).count < 20)
        }
        let whole = try Meme(captions: [caption("One wonderful two")]).render(
            onto: Image(decoding: photo()), fonts: fonts)
        #expect(inks[2].symmetricDifference(ink(whole.image)).count < 20)
        #expect(file.reports.count == 1)
        #expect(file.warnings.isEmpty)
    }

    @Test func `lines appear one after another`() throws {
        let (images, delays) = try frames(made([caption("One two\nthree\n\nfour five six", .lines)]).bytes)
        #expect(images.count == 3)
        #expect(delays[1] < delays[0])
        let rows = images.map { image in Set(ink(image).map { $0 / size.width }) }
        #expect(rows[0].count < rows[1].count && rows[1].count < rows[2].count)
    }

    @Test(
        arguments: [
            ("one two, three", [0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2]), ("a\n\nb", [0, 0, 0, 1]),
            ("well-known", nil),
            ("", []), ("a  b", [0, 0, 0, 1]),
        ] as [(String, [Int]?)])
    func `words are numbered`(text: String, numbers: [Int]?) throws {
        let text = try CaptionText(text, letterCase: .asTyped)
        let found = LineBreaker(text).wordNumbers()
        if let numbers { #expect(found == numbers) }
        #expect(found.count == text.count)
        #expect(zip(found, found.dropFirst()).allSatisfy { $0 <= $1 && $1 <= $0 + 1 })
    }

    @Test func `texts without spaces appear in several words`() throws {
        let text = try CaptionText("今日はいい天気ですね", letterCase: .asTyped)
        #expect(try #require(LineBreaker(text).wordNumbers().last) > 0)
    }

    @Test func `captions follow each other or have set times`() throws {
        let words = [caption("A", .words), caption("B", .words)]
        var layouts = try words.map { try $0.layout(on: size, fonts: fonts) }
        let timeline = MemeTimeline(Meme(captions: words), layouts, length: nil)
        expectEqual(timeline.visibleParts(at: 0), [nil, 0])
        expectEqual(timeline.changes.count, 1)
        expectEqual(timeline.visibleParts(at: timeline.changes[0]), [nil, nil])
        var timed = [caption("A"), caption("B"), caption("C")]
        (timed[1].start, timed[1].stop) = (.milliseconds(500), .seconds(2))
        timed[2].start = .seconds(1)
        layouts = try timed.map { try $0.layout(on: size, fonts: fonts) }
        let other = MemeTimeline(Meme(captions: timed), layouts, length: nil)
        expectEqual(other.changes, [500, 1_000, 2_000])
        expectEqual(other.visibleParts(at: 400), [nil, 0, 0])
        expectEqual(other.visibleParts(at: 1_500), [nil, nil, nil])
        expectEqual(other.visibleParts(at: 2_000), [nil, 0, nil])
        expectEqual(other.stillFrames.map(\.delay), [500, 500, 1_000, 2_000])
    }

    @Test func `endless text appears within a minute and in at most 150 frames`() throws {
        let long = caption(String(repeating: "word ", count: 1_500), .words)
        let layout = try long.layout(on: .square(3_000), fonts: fonts)
        let timeline = MemeTimeline(Meme(captions: [long]), [layout], length: nil)
        #expect(timeline.changes.count <= 150)
        #expect(try #require(timeline.changes.last) <= 60_000)
        #expect(timeline.visibleParts(at: 60_000) == [nil])
    }

    @Test func `on an animation, words appear within its duration, and the animation continues`() throws {
        var encoder = try AnimationEncoder(size: size, loopCount: 2)
        for gray in [100, 110, 120, 130] as [UInt8] {
            try encoder.append(Image(size: size, fill: Color(red: gray, green: gray, blue: gray)), delay: 300)
        }
        let bytes = try encoder.finish()
        let file = try made([caption("One two three four five six", .words)], on: bytes)
        let (images, delays) = try frames(file.bytes)
        #expect(delays.reduce(0, +) == 1_200)
        #expect(images.count > 4)
        let counts = images.map { ink($0).count }
        #expect(counts[0] > 0)
        #expect(zip(counts, counts.dropFirst()).allSatisfy { $0 <= $1 + 20 })
        // All words appear before the last quarter of the animation.
        let whole = try frames(made([caption("One two three four five six")], on: bytes).bytes).images[3]
        #expect(abs(counts[counts.count - 1] - ink(whole).count) < 20)
        #expect(try AnimatedImage(decoding: file.bytes).loopCount == 2)
    }

    @Test(arguments: [EncodingOptions.jpeg(), .png])
    func `a still format shows the whole text and causes a warning`(encoding: EncodingOptions) throws {
        let file = try made([caption("One two", .words)], as: encoding)
        #expect(file.warnings.contains { $0.contains("GIF and WebP") })
        #expect(try file.bytes == made([caption("One two")], as: encoding).bytes)
    }

    @Test func `too many frames of a large picture are rejected`() throws {
        let meme = Meme(captions: [caption("One two three", .words)])
        var job = try MemeFile.Job(meme, on: photo(), encoding: .gif, fonts: fonts)
        job.limits.pixels = 20_000
        let error = #expect(throws: ImageError.self) { try job.run() }
        #expect(error?.code == .limitExceeded)
    }

    @Test func `the error for an unknown appearance lists the known ones`() {
        let json = Data(#"{"appear": "letters"}"#.utf8)
        #expect {
            try JSONDecoder().decode(Caption.self, from: json)
        } throws: {
            guard case DecodingError.dataCorrupted(let context) = $0 else { return false }
            return context.debugDescription == "Unknown value “letters”. Use one of: words, lines."
        }
    }

    @Test(arguments: [(-1.0, nil), (nil, 0.0), (2.0, 1.0), (601.0, nil), (.nan, nil)] as [(Double?, Double?)])
    func `impossible times are rejected`(start: Double?, stop: Double?) {
        var caption = caption("a")
        (caption.startSeconds, caption.stopSeconds) = (start, stop)
        #expect(throws: MemeError.self) { try caption.validate() }
    }

    @Test(arguments: [("1.25", .milliseconds(1_250)), ("-1", .seconds(-1)), ("1e300", nil)] as [(String, Duration?)])
    func `a time in JSON is decoded as a duration and encoded as before`(seconds: String, duration: Duration?) throws {
        let caption = try JSONDecoder().decode(Caption.self, from: Data("{\"from\": \(seconds)}".utf8))
        #expect(caption.start == duration)
        let written = try JSONDecoder().decode(Caption.self, from: JSONEncoder().encode(caption))
        #expect(written.startSeconds == Double(seconds))
    }

    @Test func `a time set as a duration is stored in seconds`() {
        var caption = caption("a")
        (caption.start, caption.stop) = (.milliseconds(1_500), .seconds(2))
        #expect(caption.startSeconds == 1.5)
        #expect(caption.stopSeconds == 2)
        caption.stop = nil
        #expect(caption.stopSeconds == nil)
    }

    @Test func `captions have times as fractions of an animation`() {
        var motion = MemeFile.Motion()
        motion.captionTimes = [0...0.5, 0.5...1]
        expectEqual(motion.spans, [MemeFile.Motion.Span(stop: 0.5), MemeFile.Motion.Span(start: 0.5)])
        motion.spans = [MemeFile.Motion.Span(start: 0.7, stop: 0.2)]
        expectEqual(motion.captionTimes, [0.7...0.7])
    }
}
