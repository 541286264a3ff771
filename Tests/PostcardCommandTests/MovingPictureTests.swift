import Foundation
import PostcardImaging
import PostcardTestSupport
import Testing

/// Animated GIFs stay animated in `edit`, `batch` and `thumbnail`.
@Suite struct MovingPictureTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
        var encoder = try AnimationEncoder(size: PixelSize(width: 60, height: 40), loopCount: 3)
        for _ in 0..<4 { try encoder.append(TestPicture.gradient(60, 40), delay: 70) }
        try folder.write(encoder.finish(), as: "a.gif")
    }

    @Test(arguments: [["resize=30"], ["crop=0,0,30,20"], ["rotate=90", "resize=20x30"], []])
    func `edit keeps all frames of a GIF`(edits: [String]) async throws {
        let result = try await postcard.run(["edit", "a.gif"] + edits + ["-o", "b.gif"])
        #expect(result.status == 0, "\(result.errors)")
        let animation = try AnimatedImage(decoding: folder.read("b.gif"))
        expectEqual(animation.frameCount, 4)
        expectEqual(animation.delays, [70, 70, 70, 70])
        expectEqual(animation.loopCount, 3)
    }

    @Test func `GIF and WebP convert to each other and stay animated`() async throws {
        let commands = [
            ["edit", "a.gif", "-o", "b.webp"], ["edit", "b.webp", "resize=30", "-o", "c.webp"],
            ["meme", "c.webp", "Still", "moving", "-o", "d.gif"], ["meme", "d.gif", "Still", "moving", "-o", "e.webp"],
            ["thumbnail", "b.webp", "--to", "out", "--format", "gif", "--size", "20"],
            ["thumbnail", "b.webp", "--to", "out", "--format", "webp", "--size", "20"],
        ]
        for command in commands {
            let result = try await postcard.run(command)
            #expect(result.status == 0, "\(command): \(result.errors)")
            #expect(!result.errors.contains("first of"), "\(command): \(result.errors)")
        }
        for name in ["b.webp", "c.webp", "d.gif", "e.webp"] {
            let animation = try AnimatedImage(decoding: folder.read(name))
            #expect(animation.delays == [70, 70, 70, 70], "\(name)")
            #expect(animation.loopCount == 3, "\(name)")
        }
    }

    @Test func `batch keeps all frames of a GIF, with a caption on each`() async throws {
        let job = #"{"input":"a.gif","operations":[{"resize":{"width":30}},{"meme":{"captions":[]}}],"output":"b.gif"}"#
        let result = try await postcard.run(["batch"], input: Array(job.utf8))
        #expect(result.status == 0, "\(result.text)")
        let animation = try AnimatedImage(decoding: folder.read("b.gif"))
        #expect(animation.frameCount == 4)
        #expect(animation.size == PixelSize(width: 30, height: 20))
    }

    @Test func `a format without animation causes a warning`() async throws {
        let result = try await postcard.run("edit", "a.gif", "-o", "b.png")
        #expect(result.errors.contains("warning: Only the first of 4 frames"), "\(result.errors)")
        let small = try await postcard.run("thumbnail", "a.gif", "--to", "out")
        #expect(small.errors.contains("a.gif: warning: Only the first of 4 frames"), "\(small.errors)")
        let moving = try await postcard.run("thumbnail", "a.gif", "--to", "out", "--format", "auto", "--quiet")
        #expect(moving.errors == "")
        let job = #"{"input":"a.gif","output":"c.png"}"#
        let batch = try await postcard.run(["batch"], input: Array(job.utf8))
        #expect(batch.text.contains("first of 4 frames"), "\(batch.text)")
    }

    @Test func `the limit applies to all frames together`() async throws {
        let result = try await postcard.run(
            "edit", "a.gif", "rotate=0", "resize=600,enlarge", "-o", "b.gif", "--max-megapixels", "0.5")
        #expect(result.status == 65, "\(result.errors)")
        #expect(result.errors.contains("The result would have 4 frames"), "\(result.errors)")
        #expect(result.errors.contains("raise the pixel limit. --max-megapixels sets the limit."), "\(result.errors)")
        #expect(!folder.has("b.gif"))
    }

    @Test func `an edit is written through a symbolic link`() async throws {
        try folder.write(TestPicture.jpeg(80, 60), as: "source.jpg")
        try folder.write(TestPicture.jpeg(80, 60), as: "real/a.jpg")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link.jpg"), withDestinationPath: folder.path("real/a.jpg"))
        let result = try await postcard.run("edit", "source.jpg", "resize=20", "-o", "link.jpg", "--force")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try TestPicture.header(of: folder.read("real/a.jpg")).size.width == 20)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("link.jpg"))
        #expect(attributes[.type] as? FileAttributeType == .typeSymbolicLink)
    }

    @Test(arguments: ["/dev/full", "-", "- without a job"])
    func `batch reports that it can't write its results`(output: String) async throws {
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        let redirection = output.hasPrefix("-") ? ">&-" : "> \(output)"
        let jobs = output == "- without a job" ? 0 : 2
        shell.arguments = [
            "-c",
            "yes '{\"input\":\"a.gif\"}' | head -n \(jobs) | \"$P\" batch \(redirection) 2> errors",
        ]
        shell.currentDirectoryURL = folder.url
        shell.environment = ["P": postcard.path, "PATH": "/usr/bin:/bin", "HOME": folder.path("home")]
        try shell.run()
        shell.waitUntilExit()
        #expect(shell.terminationReason == .exit)
        #expect(shell.terminationStatus == 74)
        #expect(String(decoding: try folder.read("errors"), as: UTF8.self).contains("tandard output"))
    }
}
