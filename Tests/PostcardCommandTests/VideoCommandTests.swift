import Foundation
import PostcardFixtures
import PostcardImaging
import PostcardTestSupport
import Testing

/// Videos on a machine where ffmpeg is not installed.
@Suite struct VideoCommandTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() throws {
        folder = try TemporaryFolder()
        try folder.write([], as: "bin/nothing")
        postcard = PostcardCommand(in: folder, environment: ["PATH": folder.path("bin")])
    }

    struct View: Decodable {
        let path: String
        let problem: String?
    }

    @Test func `without ffmpeg, a video has a placeholder and a message`() async throws {
        let video = Fixture.video("rotated-by-metadata.mp4").path
        let made = try await postcard.run("entry", "new", video, "--text", "Lights")
        #expect(made.status == 0, "\(made.errors)")
        #expect(made.errors.contains("without ffmpeg"), "\(made.errors)")
        let id = String(made.text.prefix { $0 != " " })
        let peek = try await postcard.run("peek", id)
        #expect(peek.status == 0, "\(peek.errors)")
        #expect(peek.errors.contains("ffmpeg is not installed"), "\(peek.errors)")
        let view = try #require(try await postcard.run("peek", id, "--json").json([View].self).first)
        #expect(view.problem?.contains("Install it") == true)
        let placeholder = try Image(decoding: Array(Data(contentsOf: URL(filePath: view.path))))
        // A dark disk with a bright mark in its middle.
        #expect(placeholder[placeholder.size.width / 2, placeholder.size.height / 2].red > 200)
        #expect(placeholder[10, 10].red < 120)
        let share = try await postcard.run("share", id, "--to", "out.html")
        #expect(share.status == 0, "\(share.errors)")
        #expect(share.errors.contains("ffmpeg is not installed"), "\(share.errors)")
        #expect(try await postcard.run("entry", "play", id).text.hasSuffix("\n"))
    }

    @Test func `a video's thumbnail needs ffmpeg, and a gallery skips videos without ffmpeg`() async throws {
        try folder.write(TestPicture.jpeg(), as: "in/a.jpg")
        try FileManager.default.copyItem(
            atPath: Fixture.video("rotated-by-metadata.mp4").path, toPath: folder.path("in/clip.mp4"))
        let thumbnail = try await postcard.run("thumbnail", "in/clip.mp4", "-o", "clip.jpg")
        #expect(thumbnail.status == 65, "\(thumbnail.errors)")
        #expect(thumbnail.errors.contains("in/clip.mp4 is a video. To use its frames, install ffmpeg."))
        let gallery = try await postcard.run("gallery", "in", "--to", "out")
        #expect(gallery.status == 0, "\(gallery.errors)")
        #expect(gallery.errors.contains("Skipped 1 video."))
        #expect(gallery.text.contains("1 picture, 0 videos"))
    }

    @Test(.enabled(if: VideoLab.hasFFmpeg))
    func `thumbnails and galleries show frames of videos`() async throws {
        let postcard = PostcardCommand(in: folder)
        let video = Fixture.video("rotated-by-metadata.mp4").path
        try FileManager.default.createDirectory(atPath: folder.path("in"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: video, toPath: folder.path("in/clip.mp4"))
        let thumbnail = try await postcard.run("thumbnail", "in/clip.mp4", "--to", "thumbs", "--size", "64")
        #expect(thumbnail.status == 0, "\(thumbnail.errors)")
        let size = try TestPicture.header(of: folder.read("thumbs/clip.jpg")).size
        #expect(max(size.width, size.height) == 64)
        for (options, text) in [
            ([], "<img src=\"clip.large.jpg\""), (["--originals", "copy"], "src=\"clip.mp4\"></video>"),
        ] {
            let gallery = try await postcard.run(["gallery", "in", "--to", "out"] + options)
            #expect(gallery.status == 0, "\(gallery.errors)")
            #expect(gallery.text.contains("0 pictures, 1 video"))
            #expect(String(decoding: try folder.read("out/clip.html"), as: UTF8.self).contains(text))
        }
    }

    @Test func `a share reports which videos the page does not contain`() async throws {
        try folder.write(
            Array("RIFF\u{20}\0\0\0AVI LIST\u{14}\0\0\0hdrlavih".utf8) + [UInt8](repeating: 0, count: 16), as: "a.avi")
        let made = try await postcard.run("entry", "new", "a.avi", "--text", "Lights")
        #expect(made.status == 0, "\(made.errors)")
        let id = String(made.text.prefix { $0 != " " })
        let share = try await postcard.run("share", id, "--to", "out.html")
        #expect(share.status == 0, "\(share.errors)")
        #expect(share.errors.contains("the page contains only a frame of the video"), "\(share.errors)")
        struct Report: Decodable { let notEmbedded: [String] }
        let json = try await postcard.run("share", id, "--to", "out.html", "--force", "--json").json(Report.self)
        #expect(json.notEmbedded == ["\(id).avi"])
        let page = String(decoding: try folder.read("out.html"), as: UTF8.self)
        #expect(page.contains("is not included in this page"))
        #expect(!page.contains("data:video"))
    }

    @Test func `without ffmpeg, a file that might not be a video is rejected`() async throws {
        try folder.write(Array("no video".utf8), as: "a.mp4")
        let result = try await postcard.run("entry", "new", "a.mp4", "--text", "Lights")
        #expect(result.status == 65, "\(result.errors)")
        #expect(result.errors.contains("ffmpeg"), "\(result.errors)")
    }
}
