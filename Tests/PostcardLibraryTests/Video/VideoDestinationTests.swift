import Foundation
import PostcardFixtures
import PostcardImaging
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardLibrary
@testable import PostcardMemes

/// Videos for services, checked with ffprobe.
@Suite(.enabled(if: VideoLab.hasFFmpeg, "needs ffmpeg"))
struct VideoDestinationTests {
    let folder: TemporaryFolder
    let clip: FilePath

    init() throws {
        folder = try TemporaryFolder()
        clip = FilePath(folder.path("clip.mp4"))
        try VideoLab.ffmpeg(
            ["-f", "lavfi", "-i", "testsrc2=s=162x90:r=10:d=2", "-f", "lavfi", "-i", "sine=f=440:d=2"]
                + ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "libopus", "\(clip)"])
    }

    private func facts(of path: FilePath) async throws -> VideoFacts {
        try await VideoFacts.read(VideoFile(path), by: .system).get()
    }

    /// Three colors in turn over a transparent border.
    private func animation(_ size: PixelSize, delay: Int = 200, count: Int = 3) throws -> [UInt8] {
        var encoder = try AnimationEncoder(size: size, encoding: .webp(quality: 100))
        let colors = [Color(red: 200, green: 0, blue: 0), Color(red: 0, green: 160, blue: 0), .white]
        for color in (0..<count).map({ colors[$0 % 3] }) {
            var image = try Image(size: size, fill: .clear)
            try image.draw(
                Image(size: PixelSize(width: size.width - 40, height: size.height - 40), fill: color), x: 20, y: 20)
            try encoder.append(image, delay: delay)
        }
        return try encoder.finish()
    }

    private static let videos = MemeDestination.all.filter { $0.video?.fileExtension == "mp4" }

    @Test(arguments: videos.prefix(TestScale.count(quick: 2, all: videos.count)))
    func `a video has the shape, codecs, frame rate and size that its service accepts`(
        place: MemeDestination
    ) async throws {
        let rule = try #require(place.video)
        var work = try VideoMeme(MemeStyle.band.meme(of: ["Words"]), tools: .system, limits: .default)
        work.destination = place
        let path = FilePath(folder.path("a.mp4"))
        let made = try await work.write(on: clip, to: path, as: .mp4)
        let facts = try await facts(of: path)
        #expect(facts.size == made.size)
        if case .screen(let box) = rule.shape { #expect(facts.size == box) }
        #expect(rule.framesPerSecond ~= facts.frameRate ?? 0)
        #expect(abs((facts.duration ?? 0) - 2) < 0.2)
        let streams = try VideoLab.streams(of: path.string)
        #expect(streams == ["h264,\(made.size.width),\(made.size.height),yuv420p", "aac"], "\(streams)")
        #expect(try folder.read("a.mp4").count <= rule.bytes)
        #expect(try !folder.read("a.mp4").contains("elst".utf8))
        #expect(made.warnings.contains { $0.contains("at least 3 seconds") } == (rule.seconds.lowerBound == 3))
    }

    @Test(arguments: MemeDestination.all.filter { $0.video?.fileExtension == "webm" }, [1_100, 80])
    func `an animation becomes a transparent WebM without sound`(place: MemeDestination, delay: Int) async throws {
        let rule = try #require(place.video)
        let job = try MemeFile.Job(
            Meme.classic(top: "Words"),
            on: animation(PixelSize(width: 180, height: 121), delay: delay, count: 3_300 / delay), encoding: .gif)
        let frames = try job.frames(for: place)
        var work = VideoMeme(Meme(), tools: .system, limits: .default)
        work.destination = place
        let bytes = try await work.video(of: frames.bytes, as: .webm).bytes
        #expect(bytes.count <= rule.bytes)
        try folder.write(bytes, as: "a.webm")
        let facts = try await facts(of: FilePath(folder.path("a.webm")))
        #expect(max(facts.size.width, facts.size.height) == max(frames.size.width, frames.size.height))
        #expect(facts.duration ?? 9 <= 3 && facts.duration ?? 0 > 2.8)
        #expect(rule.framesPerSecond ~= facts.frameRate ?? 0)
        let streams = try VideoLab.streams(of: folder.path("a.webm"))
        #expect(streams.count == 1 && streams[0].hasPrefix("vp9,"), "\(streams)")
        try VideoLab.ffmpeg([
            "-c:v", "libvpx-vp9", "-i", folder.path("a.webm"), "-frames:v", "1", folder.path("frame.png"),
        ])
        let image = try Image(decoding: folder.read("frame.png"))
        #expect(image[1, image.size.height / 2].alpha < 10)
        #expect(image[image.size.width / 2, image.size.height / 2].red > 150)
    }

    @Test(arguments: ["mp4", "webm"])
    func `a video is at most as large and long as allowed`(format: String) async throws {
        let source = FilePath(folder.path("noise.mp4"))
        try VideoLab.ffmpeg(
            ["-f", "lavfi", "-i", "testsrc2=s=128x96:r=10:d=2,noise=alls=60:allf=t", "-c:v", "mpeg4", "-q:v", "2"]
                + ["\(source)"])
        let still = try #require(MemeDestination(named: "x")).still
        var work = VideoMeme(Meme(), tools: .system, limits: .default)
        work.destination = MemeDestination(
            name: "small", still: still,
            video: .init(
                shape: .within(.square(128)), fileExtension: format, bytes: 40_000, seconds: 0...1,
                framesPerSecond: 1...30))
        let path = FilePath(folder.path("small.\(format)"))
        let made = try await work.write(on: source, to: path, as: #require(VideoMeme.Format(fileExtension: format)))
        #expect(try folder.read("small.\(format)").count <= 40_000)
        #expect(try await facts(of: path).duration ?? 9 <= 1.1)
        #expect(made.warnings == ["small accepts at most 1 seconds; the rest is left out."])
        #expect(try folder.files().sorted() == ["clip.mp4", "noise.mp4", "small.\(format)"])
    }

    @Test(arguments: [
        ("discord-emoji", false, 128, 128), ("discord-emoji", true, 128, 71), ("telegram-sticker", false, 162, 90),
    ])
    func `a sticker is made from the frames of a video`(name: String, pads: Bool, width: Int, height: Int) async throws
    {
        var work = VideoMeme(Meme.classic(top: "Words"), tools: .system, limits: .default)
        work.destination = MemeDestination(named: name)
        work.start = 0.5
        let animation = try AnimatedImage(decoding: await work.clip(of: clip, pads: pads))
        #expect(animation.size.width == width && abs(animation.size.height - height) <= 1, "\(animation.size)")
        #expect(abs(animation.delays.reduce(0, +) - 1_500) <= 100)
    }

    @Test func `a video for no service can be a WebM with sound`() async throws {
        let path = FilePath(folder.path("a.webm"))
        _ = try await VideoMeme(Meme.classic(top: "Words"), tools: .system, limits: .default).write(
            on: clip, to: path, as: .webm)
        let streams = try VideoLab.streams(of: path.string)
        #expect(streams == ["vp9,162,90,yuv420p", "opus"], "\(streams)")
    }

    @Test func `a missing encoder is reported`() async throws {
        let program = folder.path("ffmpeg")
        try folder.write(Array("#!/bin/sh\necho \"Unknown encoder 'libx264'\" >&2\nexit 1\n".utf8), as: "ffmpeg")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        let work = VideoMeme(Meme(), tools: MediaTools(ffmpeg: program, ffprobe: "ffprobe"), limits: .default)
        let error = await #expect(throws: LibraryError.self) {
            try await work.write(on: clip, to: FilePath(folder.path("a.mp4")), as: .mp4)
        }
        #expect(error?.message.contains("Unknown encoder 'libx264'") == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("Install ffmpeg with libx264") == true)
    }
}
