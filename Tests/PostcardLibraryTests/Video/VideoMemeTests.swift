import PostcardFixtures
import PostcardImaging
import PostcardMemes
import PostcardTestSupport
import Synchronization
import SystemPackage
import Testing

@testable import PostcardLibrary

/// Memes from videos that tests make with ffmpeg, checked with ffprobe and as pictures.
@Suite(.enabled(if: VideoLab.hasFFmpeg, "needs ffmpeg"))
struct VideoMemeTests {
    let folder: TemporaryFolder
    let clip: FilePath

    init() throws {
        folder = try TemporaryFolder()
        clip = FilePath(folder.path("clip.mp4"))
        try VideoLab.ffmpeg(
            ["-f", "lavfi", "-i", "color=c=0x204080:s=160x90:r=10:d=2", "-f", "lavfi", "-i", "sine=f=440:d=2"]
                + [
                    "-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac", "-metadata", "location=+48.1+2.1/",
                    "\(clip)",
                ])
    }

    /// A white bar over the upper third.
    private static let meme: Meme = {
        var shape = MemeShape(.rectangle, from: UnitPoint(x: 0, y: 0), to: UnitPoint(x: 1, y: 0.3))
        shape.color = .white
        shape.isFilled = true
        return Meme(shapes: [shape])
    }()

    private func made(
        _ name: String, of source: FilePath? = nil, _ change: (inout VideoMeme) -> Void = { _ in }
    ) async throws -> (made: VideoMeme.Made, facts: VideoFacts?, path: FilePath) {
        var work = VideoMeme(Self.meme, tools: .system, limits: .default)
        change(&work)
        let path = FilePath(folder.path(name))
        let format = try #require(path.extension.flatMap(VideoMeme.Format.init(fileExtension:)))
        let made = try await work.write(on: source ?? clip, to: path, as: format)
        guard case .success(let facts) = try await VideoFacts.read(VideoFile(path), by: .system) else {
            return (made, nil, path)
        }
        return (made, facts, path)
    }

    /// Returns a frame of a finished video.
    private func frame(of path: FilePath, at second: Double = 0.5) throws -> Image {
        try VideoLab.ffmpeg(["-ss", "\(second)", "-i", "\(path)", "-frames:v", "1", folder.path("frame.png")])
        return try Image(decoding: folder.read("frame.png"))
    }

    @Test(arguments: ["a.mp4", "a.gif"])
    func `the reported progress rises to 1`(name: String) async throws {
        let shares = Mutex<[Double]>([])
        _ = try await made(name) { work in work.onProgress = { share in shares.withLock { $0.append(share) } } }
        let reported = shares.withLock { $0 }
        #expect(reported.count > 1)
        expectEqual(reported, reported.sorted())
        #expect(reported.allSatisfy { 0...1 ~= $0 })
        #expect((reported.last ?? 0) > 0.9)
    }

    @Test(arguments: ["a.mp4", "a.mov"])
    func `captions are drawn on a video, which keeps its size, length and sound, but no position`(
        name: String
    ) async throws {
        let (made, facts, path) = try await made(name)
        #expect(made.size == PixelSize(width: 160, height: 90))
        #expect(facts?.size == made.size)
        #expect(abs((facts?.duration ?? 0) - 2) < 0.1)
        #expect(facts?.frameRate == 10)
        #expect(facts?.coordinate == nil)
        let image = try frame(of: path)
        #expect(image[80, 10].red > 240)
        #expect(image[80, 80].blue > 100 && image[80, 80].red < 60)
        try VideoLab.ffmpeg(["-i", "\(path)", "-map", "0:a", "-c", "copy", folder.path("sound.aac")])
        try VideoLab.ffmpeg(["-i", "\(clip)", "-map", "0:a", "-c", "copy", folder.path("original.aac")])
        #expect(try folder.read("sound.aac") == folder.read("original.aac"))
    }

    @Test func `sound that a container does not support is re-encoded`() async throws {
        let source = FilePath(folder.path("pcm.mov"))
        try VideoLab.ffmpeg(["-i", "\(clip)", "-c:v", "copy", "-c:a", "pcm_s16le", "\(source)"])
        let (_, facts, path) = try await made("a.mp4", of: source)
        #expect(facts != nil)
        try VideoLab.ffmpeg(["-i", "\(path)", "-map", "0:a", "-c", "copy", folder.path("sound.aac")])
    }

    @Test func `the part, size and frame rate are as requested`() async throws {
        let (made, facts, _) = try await made("a.mp4") { work in
            work.start = 0.5
            work.stop = 1.5
            work.framing.resize = Resize(into: .square(81))
            work.framesPerSecond = 5
        }
        #expect(made.size == PixelSize(width: 80, height: 46) || made.size == PixelSize(width: 80, height: 44))
        #expect(facts?.size == made.size)
        #expect(abs((facts?.duration ?? 0) - 1) < 0.15)
        #expect(facts?.frameRate == 5)
    }

    @Test(arguments: ["a.gif", "a.webp"])
    func `a video becomes an animation`(name: String) async throws {
        let (made, _, path) = try await made(name) { work in
            work.start = 0.5
            work.stop = 1.5
        }
        let animation = try AnimatedImage(decoding: PictureFile.read(path, maximumBytes: 1 << 20))
        #expect(animation.size == made.size)
        #expect(animation.size == PixelSize(width: 160, height: 90))
        #expect(9...11 ~= animation.frameCount)
        #expect(animation.delays.allSatisfy { $0 == 100 })
        #expect(animation.loopCount == 0)
        var frames = try animation.frames()
        let first = try #require(try frames.next()).image
        #expect(first[80, 10].red > 240)
        #expect(first[80, 80].blue > 100 && first[80, 80].red < 70)
    }

    /// Two captions side by side. The second caption appears after 0.7 seconds.
    @Test(arguments: ["a.mp4", "a.gif"])
    func `caption times are relative to the kept part`(name: String) async throws {
        var captions = [0.0, 0.5].map { Caption("HH", in: UnitBox(x: $0, y: 0, width: 0.5, height: 0.4)) }
        captions[1].start = .milliseconds(700)
        let (_, _, path) = try await made(name) { work in
            work.meme = Meme(captions: captions)
            work.start = 0.4
        }
        for (second, isThere) in [(0.5, false), (0.9, true)] {
            let image = try frame(of: path, at: second)
            func hasLetters(_ columns: Range<Int>) -> Bool {
                columns.contains { x in (0..<36).contains { image[x, $0].red > 200 } }
            }
            #expect(hasLetters(0..<80))
            #expect(hasLetters(80..<160) == isThere, "\(name) at \(second)")
        }
    }

    @Test(arguments: ["moves.png", "moves.webp"], ["a.mp4", "a.mov"])
    func `an animation becomes a video with all its frames, each shown for its duration`(
        source: String, name: String
    ) async throws {
        let size = PixelSize(width: 64, height: 48)
        let colors: [Color] = [.clear, Color(red: 200, green: 0, blue: 0), Color(red: 0, green: 0, blue: 200)]
        var encoder = try AnimationEncoder(size: size, encoding: .webp(quality: 100))
        for (color, delay) in zip(colors, [40, 80, 600]) {
            try encoder.append(Image(size: size, fill: color), delay: delay)
        }
        var bytes = try encoder.finish()
        if source.hasSuffix("png") {
            bytes = try APNGWriter.bytes(of: AnimatedImage(decoding: bytes), onto: .white)
        }
        try folder.write(bytes, as: source)
        let (made, facts, path) = try await made(name, of: FilePath(folder.path(source)))
        #expect(made.size == size && facts?.size == size)
        #expect(abs((facts?.duration ?? 0) - 0.72) < 0.06)
        // `frame(of:at:)` returns the first frame that starts at the given time or later.
        for (second, color) in zip([0, 0.05, 0.5], [Color.white] + colors.dropFirst()) {
            let image = try frame(of: path, at: second)
            #expect(image[32, 5].red > 230 && image[32, 5].green > 230)
            #expect(
                abs(Int(image[32, 30].red) - Int(color.red)) < 30 && abs(Int(image[32, 30].blue) - Int(color.blue)) < 30
            )
        }
        #expect(try folder.files().allSatisfy { [source, name, "clip.mp4", "frame.png"].contains($0) })
    }

    @Test(arguments: [
        ("still.jpg", "is a still image"), ("moves.avif", "none of its 3 frames"), ("words.mp4", "found no video"),
    ])
    func `a file that can't become a video is rejected with a readable message`(name: String, words: String)
        async throws
    {
        switch name {
        case "still.jpg": try folder.write(TestPicture.jpeg(40, 30), as: name)
        case "moves.avif":
            try VideoLab.ffmpeg([
                "-i", "\(clip)", "-frames:v", "3", "-c:v", "libaom-av1", "-cpu-used", "8", "-f", "avif",
                folder.path(name),
            ])
        default: try folder.write(Array("no video at all, but words".utf8), as: name)
        }
        let error = await #expect(throws: LibraryError.self) {
            _ = try await made("a.mp4", of: FilePath(folder.path(name)))
        }
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("Invalid") == false)
    }

    @Test func `a rotated video is upright`() async throws {
        let (made, facts, _) = try await made("a.mp4", of: FilePath(Fixture.video("rotated-by-metadata.mp4").path))
        // The frames are stored upright, with a tag to show the video on its side.
        #expect(made.size == PixelSize(width: 192, height: 128))
        #expect(facts?.size == made.size)
    }

    @Test func `a video can have a background around it`() async throws {
        var work = try VideoMeme(MemeStyle.band.meme(of: ["Words"]), tools: .system, limits: .default)
        work.quality = 50
        let path = FilePath(folder.path("a.mp4"))
        let made = try await work.write(on: clip, to: path, as: .mp4)
        #expect(made.size.width == 160)
        #expect(made.size.height > 100)
        let image = try frame(of: path)
        #expect(image[1, 1].red > 240)
        #expect(image[80, made.size.height - 5].blue > 100)
        #expect(image[80, made.size.height - 5].red < 60)
    }

    @Test(.enabled(if: VideoLab.hasHDR, "needs libx265 and zscale"))
    func `HDR becomes BT.709`() async throws {
        let source = FilePath(folder.path("hdr.mp4"))
        try VideoLab.ffmpeg(
            ["-f", "lavfi", "-i", "color=c=0x808080:s=160x90:r=10:d=1", "-pix_fmt", "yuv420p10le", "-c:v", "libx265"]
                + ["-x265-params", "log-level=none:colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc"]
                + ["-tag:v", "hvc1", "\(source)"])
        let (_, facts, _) = try await made("a.mp4", of: source)
        #expect(facts?.isHDR == false)
        #expect(facts?.isBT709 == true)
    }

    @Test(arguments: [(3.0, 4.0), (1.5, 1.5), (1.0, 0.5)])
    func `a part outside the video is rejected`(start: Double, stop: Double) async throws {
        let error = try await #require(throws: LibraryError.self) {
            try await made("a.mp4") { work in (work.start, work.stop) = (start, stop) }
        }
        #expect(error.code == .invalidValue)
    }

    @Test(arguments: ["a.mp4", "a.gif"])
    func `a damaged file is reported as damaged, and leaves no files`(name: String) async throws {
        let bytes = try folder.read("clip.mp4")
        try folder.write(Array(bytes.prefix(bytes.count / 2)), as: "cut.mp4")
        let path = FilePath(folder.path(name))
        let error = try await #require(throws: LibraryError.self) {
            try await PictureFile.write(to: path, replacing: false) { file in
                try await VideoMeme(Self.meme, tools: .system, limits: .default).write(
                    on: FilePath(folder.path("cut.mp4")), to: file,
                    as: #require(VideoMeme.Format(fileExtension: path.extension ?? "")))
            }
        }
        #expect(error.code == .unsupported)
        #expect(error.message.contains("cut.mp4"))
        #expect(try folder.files().sorted() == ["clip.mp4", "cut.mp4"])
    }

    @Test func `the limits apply to all frames together`() async throws {
        for limits in [DecodingLimits(pixels: 160 * 90 * 15), DecodingLimits(frames: 15)] {
            let error = try await #require(throws: ImageError.self) { try await made("a.gif") { $0.limits = limits } }
            #expect(error.code == .limitExceeded)
        }
    }
}
