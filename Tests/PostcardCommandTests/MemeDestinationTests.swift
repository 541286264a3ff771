import PostcardFixtures
import PostcardImaging
import PostcardTestSupport
import Testing

@testable import PostcardCommands

/// Memes for destinations, such as emoji, stickers and videos.
@Suite struct MemeDestinationTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
        try folder.write(TestPicture.jpeg(120, 90), as: "a.jpg")
        try folder.write([], as: "out/.keep")
    }

    @Test(arguments: [
        ("discord-emoji", "wow.gif"), ("whatsapp-sticker", "wow.webp"), ("instagram-post", "wow.jpg"),
    ])
    func `a destination determines the file extension`(place: String, name: String) async throws {
        try folder.write(Fixture.small("gif-disposal-2.gif").bytes, as: "moves.gif")
        let result = try await postcard.run("meme", "moves.gif", "WOW", "--for", place, "-o", "wow")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try folder.files().contains(name))
        // The loss of animation is reported.
        #expect(result.errors.contains("the first of") == (place == "instagram-post"), "\(result.errors)")
    }

    @Test(
        .enabled(if: VideoLab.hasFFmpeg, "needs ffmpeg"),
        arguments: [
            (["moves.gif", "WOW", "--for", "telegram-sticker", "-o", "out/wow"], "out/wow.webm", "vp9,512,"),
            (
                ["a.jpg", "ONE TWO", "--appear", "words", "--for", "telegram-emoji", "-o", "wow.webm"], "wow.webm",
                "vp9,100,100"
            ),
            (["a.jpg", "ONE TWO", "--appear", "words", "-o", "wow.mp4"], "wow.mp4", "h264,480,360"),
            (["moves.gif", "WOW", "--for", "x", "-o", "wow.mp4"], "wow.mp4", "h264,"),
            (["clip.mp4", "WOW", "--for", "whatsapp-status", "-o", "wow"], "wow.mp4", "h264,1080,1920"),
            (["clip.mp4", "WOW", "--for", "telegram-sticker", "-o", "wow"], "wow.webm", "vp9,512,"),
            (["clip.mp4", "WOW", "--for", "discord-emoji", "-o", "wow.gif"], "wow.gif", "gif,128,128"),
        ])
    func `a destination or a file name determines a video's format`(
        arguments: [String], name: String, stream: String
    ) async throws {
        try folder.write(Fixture.small("gif-disposal-2.gif").bytes, as: "moves.gif")
        try VideoLab.ffmpeg([
            "-f", "lavfi", "-i", "testsrc2=s=96x64:r=10:d=1", "-c:v", "mpeg4", folder.path("clip.mp4"),
        ])
        let result = try await postcard.run(["meme"] + arguments)
        #expect(result.status == 0, "\(result.errors)")
        let streams = try VideoLab.streams(of: folder.path(name))
        #expect(streams.count == 1 && streams[0].hasPrefix(stream), "\(streams)")
    }

    @Test(arguments: [
        (["a.jpg", "WOW", "-o", "wow.mp4"], "a.jpg is a still image"),
        (["moves.gif", "WOW", "--for", "telegram-sticker", "-o", "wow.mp4"], "accepts only .webm videos"),
        (["moves.gif", "WOW", "--for", "discord-emoji", "-o", "wow.mp4"], "accepts no videos"),
    ])
    func `a video that can't be made or that a destination does not accept is rejected`(
        arguments: [String], message: String
    ) async throws {
        try folder.write(Fixture.small("gif-disposal-2.gif").bytes, as: "moves.gif")
        let result = try await postcard.run(["meme"] + arguments)
        #expect(result.status == 64 && result.errors.contains(message), "\(result.errors)")
        #expect(!folder.has("wow.mp4"))
    }

    @Test(arguments: [("discord-emoji", "words.gif"), ("whatsapp-sticker", "words.webp")])
    func `text appears in an emoji or sticker`(place: String, name: String) async throws {
        let result = try await postcard.run(
            "meme", "a.jpg", "ONE TWO THREE", "--appear", "words", "--for", place, "-o", name)
        #expect(result.status == 0 && !result.errors.contains("over time"), "\(result.errors)")
        #expect(try AnimatedImage(decoding: folder.read(name)).frameCount == 3)
    }

    @Test func `texts and overlays that lose their animation in a result are reported`() async throws {
        try folder.write(Fixture.small("gif-disposal-2.gif").bytes, as: "moves.gif")
        let words = try await postcard.run(
            "meme", "a.jpg", "SO MANY WORDS", "--appear", "words", "--for", "telegram-sticker", "-o", "words.webp")
        #expect(words.status == 0 && words.errors.contains("over time only"), "\(words.errors)")
        let overlay = try await postcard.run(
            "meme", "a.jpg", "A", "--overlay", "moves.gif@0.1,0.1,0.3,0.3", "-o", "overlay.jpg")
        #expect(overlay.status == 0 && overlay.errors.contains("Overlay 1 is drawn as a still"), "\(overlay.errors)")
    }

    @Test func `a meme for a destination has its shape and format`() async throws {
        let emoji = try await postcard.run(
            "meme", "a.jpg", "WOW", "--for", "discord-emoji", "-o", "wow.png")
        #expect(emoji.status == 0, "\(emoji.errors)")
        #expect(try Image(decoding: folder.read("wow.png")).size == .square(128))
        let story = try await postcard.run(
            "meme", "a.jpg", "WOW", "--for", "instagram-story", "-o", "story.jpg")
        #expect(story.status == 0, "\(story.errors)")
        #expect(
            try Image(decoding: folder.read("story.jpg")).size == PixelSize(width: 1_080, height: 1_920))
        let wrong = try await postcard.run(
            "meme", "a.jpg", "WOW", "--for", "whatsapp-sticker", "-o", "wow.png")
        #expect(wrong.status == 64)
        #expect(wrong.errors.contains("accepts WebP"), "\(wrong.errors)")
        let unknown = try await postcard.run(
            "meme", "a.jpg", "WOW", "--for", "myspace", "-o", "wow.png")
        #expect(unknown.status == 64)
        #expect(unknown.errors.contains("telegram-sticker"), "\(unknown.errors)")
    }

    @Test(arguments: [["--from", "1"], ["--to", "2"], ["--fps", "10"]])
    func `parts and frame rates are accepted only for videos`(option: [String]) async throws {
        let result = try await postcard.run(["meme", "a.jpg", "WOW", "-o", "wow.jpg"] + option)
        #expect(result.status == 64)
        #expect(result.errors.contains("for videos"), "\(result.errors)")
    }
}
