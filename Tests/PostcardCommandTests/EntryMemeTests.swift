import Foundation
import PostcardFixtures
import PostcardImaging
import PostcardTestSupport
import Testing

/// Memes of pictures and videos in entries.
@Suite struct EntryMemeTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
        try folder.write(TestPicture.jpeg(320, 240), as: "photo.jpg")
    }

    private func entry(_ file: String) async throws -> String {
        let made = try await postcard.run("entry", "new", file, "--text", "Lights")
        try #require(made.status == 0, "\(made.errors)")
        return String(made.text.prefix { $0 != " " })
    }

    @Test(arguments: ["", "/1"])
    func `a meme of an entry's picture is saved in the library`(number: String) async throws {
        let id = try await entry("photo.jpg") + number
        let made = try await postcard.run("meme", id, "WORDS", "-o", "meme.png")
        #expect(made.status == 0, "\(made.errors)")
        #expect(try Image(decoding: folder.read("meme.png")).size == PixelSize(width: 320, height: 240))
        let listed = try await postcard.run("meme", "list")
        #expect(listed.text.contains("WORDS"))
    }

    @Test(arguments: ["/2", "/0", "/x", "/-9223372036854775808"])
    func `a picture number that the entry does not have is reported`(number: String) async throws {
        let result = try await postcard.run("meme", entry("photo.jpg") + number, "WORDS", "-o", "meme.png")
        #expect(result.status == 66, "\(result.errors)")
        #expect(result.errors.contains("has 1 picture or video; entry-"), "\(result.errors)")
    }

    @Test(.enabled(if: VideoLab.hasFFmpeg, "needs ffmpeg"))
    func `an entry's video becomes an animated meme`() async throws {
        let id = try await entry(Fixture.video("rotated-by-metadata.mp4").path)
        let made = try await postcard.run("meme", id, "WORDS", "-o", "meme.gif", "--fps", "5", "--size", "120")
        #expect(made.status == 0, "\(made.errors)")
        #expect(try AnimatedImage(decoding: folder.read("meme.gif")).frameCount > 1)
        let still = try await postcard.run("meme", id, "WORDS", "-o", "meme.png")
        #expect(still.status == 64, "\(still.errors)")
        #expect(still.errors.contains("is a video"), "\(still.errors)")
    }
}
