import Foundation
import PostcardFixtures
import PostcardImaging
import PostcardTestSupport
import Testing

@testable import PostcardCommands

/// The files that a meme can replace, the sources of memes, and the help for making a meme.
@Suite struct MemeReplacingTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
        try folder.write(TestPicture.jpeg(320, 240), as: "photo.jpg")
        // The folder in which the record of meme files is stored.
        try folder.write([], as: "home/.profile")
    }

    @Test func `a new meme replaces an unchanged one`() async throws {
        #expect(try await postcard.run("meme", "photo.jpg", "ONE", "-o", "meme.jpg").status == 0)
        let first = try folder.read("meme.jpg")
        let again = try await postcard.run("meme", "photo.jpg", "TWO", "-o", "./meme.jpg")
        #expect(again.status == 0, "\(again.errors)")
        #expect(try folder.read("meme.jpg") != first)
    }

    @Test func `without a name, the meme is named after its picture, and replaces no file`() async throws {
        try folder.write([1], as: "photo-meme-2.jpg")
        for (words, name) in [("ONE", "photo-meme.jpg"), ("TWO", "photo-meme-3.jpg"), ("ONE", "photo-meme-4.jpg")] {
            let made = try await postcard.run("meme", "photo.jpg", words)
            expectEqual(made.status, 0)
            #expect(made.text.hasSuffix("  \(name)\n"), "\(made.text)")
        }
        try expectEqual(folder.read("photo-meme-4.jpg"), folder.read("photo-meme.jpg"))
        #expect(try folder.read("photo-meme-3.jpg") != folder.read("photo-meme.jpg"))
        try expectEqual(folder.read("photo-meme-2.jpg"), [1])
        let animated = try await postcard.run("meme", "photo.jpg", "ONE", "TWO", "--appear", "words")
        #expect(animated.text.hasSuffix("  photo-meme.webp\n"), "\(animated.text)")
    }

    @Test func `a meme that replaces its own file replaces its record, and is found by that file`() async throws {
        func run(_ arguments: String...) async throws -> PostcardCommand.Result {
            try await postcard.run(["meme"] + arguments + ["--library", folder.path("Library")])
        }
        for words in ["ONE", "TWO"] {
            try await expectEqual(run("make", "photo.jpg", words, "-o", "meme.jpg").status, 0)
        }
        func texts() async throws -> [[String]] {
            try await run("list", "--json").json([MemeLibraryTests.Listed].self).map(\.texts)
        }
        try await expectEqual(texts(), [["TWO"]])
        let redone = try await run("redo", "meme.jpg", "THREE")
        expectEqual(redone.status, 0)
        try await expectEqual(texts(), [["THREE"]])
        #expect(try await run("show", "./meme.jpg").text.contains("THREE"))
        try folder.write(folder.read("meme.jpg"), as: "copy.jpg")
        #expect(try await run("show", "copy.jpg").text.contains("THREE"))
        try await expectEqual(run("remove", "meme.jpg").status, 0)
        try await expectEqual(texts(), [])
        let unknown = try await run("show", "photo.jpg")
        expectEqual(unknown.status, 66)
    }

    @Test func `a changed meme and another file are not replaced`() async throws {
        #expect(try await postcard.run("meme", "photo.jpg", "ONE", "-o", "meme.jpg").status == 0)
        let changed = try TestPicture.jpeg(30, 20)
        try folder.write(changed, as: "meme.jpg")
        try folder.write(changed, as: "other.jpg")
        for name in ["meme.jpg", "other.jpg"] {
            let result = try await postcard.run("meme", "photo.jpg", "TWO", "-o", name)
            #expect(result.status == 73 && result.errors.contains("--force"), "\(result.errors)")
            #expect(try folder.read(name) == changed)
        }
        #expect(try await postcard.run("meme", "photo.jpg", "TWO", "-o", "other.jpg", "--force").status == 0)
    }

    @Test func `a file without a record is not replaced`() async throws {
        let forgetful = PostcardCommand(in: folder, environment: ["XDG_CACHE_HOME": "/dev/null/x"])
        #expect(try await forgetful.run("meme", "photo.jpg", "ONE", "-o", "meme.jpg").status == 0)
        #expect(try await forgetful.run("meme", "photo.jpg", "TWO", "-o", "meme.jpg").status == 73)
    }

    @Test(arguments: [
        ["meme", "photo.jpg", "A", "-o", "photo.jpg"], ["meme", "photo.jpg", "A", "-o", "link.jpg"],
        ["edit", "photo.jpg", "rotate=90", "-o", "link.jpg"], ["thumbnail", "photo.jpg", "-o", "link.jpg"],
    ])
    func `a picture is never replaced by its result, even with --force`(command: [String]) async throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link.jpg"), withDestinationPath: folder.path("photo.jpg"))
        let before = try folder.read("photo.jpg")
        let result = try await postcard.run(command + ["--force"])
        #expect(result.status == 73, "\(result.errors)")
        #expect(try folder.read("photo.jpg") == before)
    }

    @Test func `pictures and tables are read from pipes, and results are written to standard output`() async throws {
        try folder.write(Array(#"{"name": "one", "texts": ["A", "B"]}"#.utf8), as: "table.jsonl")
        try folder.write(Array("name,top\ntwo,A\n".utf8), as: "table.csv")
        let script = """
            postcard meme <(cat photo.jpg) TOP -o piped.jpg
            cat photo.jpg | postcard meme /dev/stdin TOP -o stdin.jpg
            postcard meme photo.jpg TOP -o /dev/stdout --format png > out.png
            postcard meme photo.jpg TOP -o - --format png | cmp - out.png
            postcard edit photo.jpg rotate=90 -o /dev/stdout > out.jpg
            postcard meme photo.jpg --from <(cat table.jsonl) -o memes
            postcard meme photo.jpg --from <(cat table.csv) -o memes
            """
        let result = try await ExampleShell(in: folder).run(script, postcard)
        #expect(result.status == 0, "\(result.errors)")
        for name in ["piped.jpg", "stdin.jpg", "out.png", "memes/one.jpg", "memes/two.jpg"] {
            #expect(try TestPicture.header(of: folder.read(name)).size == PixelSize(width: 320, height: 240), "\(name)")
        }
        #expect(try TestPicture.header(of: folder.read("out.png")).format == .png)
    }

    @Test func `a file name that contradicts --format is rejected`() async throws {
        let result = try await postcard.run("meme", "photo.jpg", "A", "-o", "x.PNG", "--format", "jpg")
        #expect(result.status == 64 && result.errors.contains("--format jpg"), "\(result.errors)")
        #expect(!folder.has("x.PNG"))
    }

    @Test(arguments: [
        ("drake", "verdict"), ("Drake", "verdict"), ("distracted-boyfriend", "tug-of-war"),
        ("expanding-brain", "grander"),
        ("verdikt", "verdict"), ("two-buttons", "crossroads"),
    ])
    func `the error for an unknown template name suggests a template`(name: String, near: String) async throws {
        let result = try await postcard.run("meme", "--template", name, "No", "Yes", "-o", "meme.jpg")
        #expect(result.status == 66)
        #expect(result.errors.contains("Closest match: \(near)"), "\(result.errors)")
        #expect(result.errors.contains("Try: postcard meme --template \(near) \""), "\(result.errors)")
    }

    @Test func `a template without text does not become a meme`() async throws {
        let result = try await postcard.run("meme", "--template", "verdict", "-o", "meme.jpg")
        #expect(result.status == 64 && result.errors.contains("postcard template show verdict"), "\(result.errors)")
    }

    @Test func `a second picture is reported, since its name would be read as a text`() async throws {
        try folder.write(TestPicture.jpeg(), as: "view.jpg")
        let result = try await postcard.run("meme", "photo.jpg", "view.jpg", "-o", "meme.jpg")
        #expect(result.errors.contains("--overlay view.jpg@"), "\(result.errors)")
    }

    @Test(arguments: [["meme", "--help"], ["meme", "-h"], ["help", "meme"]])
    func `the help for meme shows how to make one, ten options, and the subcommands`(command: [String]) async throws {
        let result = try await postcard.run(command)
        #expect(result.status == 0)
        let parts = ["STYLES", "EXAMPLES", "USAGE: postcard meme <picture>", "ARGUMENTS:", "OPTIONS:", "SUBCOMMANDS:"]
        var rest = result.text[...]
        for part in parts {
            let range = try #require(rest.range(of: part), "\(part) in \(result.text)")
            rest = rest[range.upperBound...]
        }
        for option in [
            "--output", "--style", "--template", "--color", "--size", "--crop", "--for", "--preview", "--force",
        ] {
            #expect(
                result.text.split(separator: "\n").contains { $0.hasPrefix("  -") && $0.contains(option) }, "\(option)")
        }
        #expect(result.text.contains("postcard meme make --help"))
        #expect(result.text.split(separator: "\n").count < 80)
        let all = try await postcard.run("meme", "make", "--help")
        #expect(all.text.contains("--bubble") && !result.text.contains("--bubble"))
    }

    @Test(arguments: [
        ["meme", "photo.jpg", "A", "-o", "a.jpg", "-o", "b.jpg"], ["thumbnail", "photo.jpg", "--to", "a", "--to", "b"],
        ["meme", "photo.jpg", "A", "-o", "a.jpg", "--output", "b.jpg"],
    ])
    func `a single-value option that is given twice is rejected`(command: [String]) async throws {
        let result = try await postcard.run(command)
        #expect(result.status == 64 && result.errors.contains("is given twice"), "\(result.errors)")
    }
}
