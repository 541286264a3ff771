import Foundation
import PostcardImaging
import PostcardTestSupport
import Testing

/// The picture limits, in every command that reads pictures.
@Suite struct LimitOptionTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand
    /// The program with a limit of 10,000 pixels, which the pictures exceed.
    let limited: PostcardCommand

    init() async throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
        limited = PostcardCommand(in: folder, environment: ["POSTCARD_MAX_MEGAPIXELS": "0.01"])
        try folder.write(TestPicture.jpeg(200, 150), as: "a.jpg")
        _ = try await postcard.run("journal", "new", "Trip")
    }

    static let commands = [
        ["meme", "a.jpg", "HI", "-o", "b.jpg", "--force"], ["thumbnail", "a.jpg", "-o", "b.jpg", "--force"],
        ["peek", "a.jpg", "-o", "b.jpg", "--force"], ["edit", "a.jpg", "-o", "b.jpg", "--force"],
        ["journal", "add", "Trip", "a.jpg"], ["entry", "new", "a.jpg", "--text", "Here"],
    ]

    @Test(arguments: commands)
    func `the environment sets the pixel limit, and an option raises it`(command: [String]) async throws {
        let refused = try await limited.run(command)
        #expect(refused.status != 0)
        #expect(
            refused.errors.contains("200 × 150 pixels")
                && refused.errors.contains("Raise the pixel limit to read it. --max-megapixels sets the limit."),
            "\(refused.errors)")
        let made = try await limited.run(command + ["--max-megapixels", "1"])
        #expect(made.status == 0, "\(made.errors)")
    }

    @Test(arguments: commands + [["info", "a.jpg"]])
    func `the byte limit can be set by an option`(command: [String]) async throws {
        let refused = try await postcard.run(command + ["--max-megabytes", "0.001"])
        #expect(refused.status != 0)
        #expect(
            refused.errors.contains("Raise the byte limit to read it. --max-megabytes sets the limit."),
            "\(refused.errors)")
    }

    /// Padding makes the file larger than the default limit.
    @Test(arguments: commands.prefix(4) + [["info", "a.jpg"]])
    func `a raised byte limit applies to every step of a command`(command: [String]) async throws {
        let file = try FileHandle(forUpdating: URL(filePath: folder.path("a.jpg")))
        try file.truncate(atOffset: 65 << 20)
        try file.close()
        #expect(try await postcard.run(command).status == 65)
        let made = try await postcard.run(command + ["--max-megabytes", "70"])
        #expect(made.status == 0, "\(made.errors)")
        let raised = PostcardCommand(in: folder, environment: ["POSTCARD_MAX_MEGABYTES": "70"])
        let again = try await raised.run(command)
        #expect(again.status == 0, "\(again.errors)")
        let jobs = Array(#"{"input": "a.jpg", "operations": [{"rotate": 90}], "output": "c.png"}"#.utf8)
        let batch = try await raised.run(["batch", "--force"], input: jobs)
        #expect(batch.status == 0, "\(batch.text)")
    }

    @Test func `a picture that was stored under a raised limit is shown and shared under the same limit`() async throws
    {
        let raised = PostcardCommand(in: folder, environment: ["POSTCARD_MAX_MEGAPIXELS": "0.05"])
        let added = try await raised.run("journal", "add", "Trip", "a.jpg")
        #expect(added.status == 0, "\(added.errors)")
        let shared = try await raised.run("share", "Trip", "--to", "trip.html")
        #expect(shared.status == 0, "\(shared.errors)")
    }

    @Test func `the error of a command without limit options suggests no such option`() async throws {
        let made = try await postcard.run("meme", "a.jpg", "HI")
        #expect(made.status == 0, "\(made.errors)")
        let refused = try await limited.run("template", "add", "a.jpg", "--name", "cat")
        #expect(!refused.errors.contains("--max-megapixels"), "\(refused.errors)")
    }

    @Test func `a result that is too large is distinguished from a picture that is too large`() async throws {
        let refused = try await limited.run("edit", "a.jpg", "resize=400x300,enlarge", "-o", "b.jpg")
        #expect(refused.errors.contains("The picture has"))
        let result = try await postcard.run(
            "edit", "a.jpg", "resize=400x300,enlarge", "-o", "b.jpg", "--max-megapixels", "0.05")
        #expect(result.errors.contains("The result would have 400 × 300 pixels"), "\(result.errors)")
        #expect(result.errors.contains("Make it smaller or raise the pixel limit. --max-megapixels sets the limit."))
    }
}
