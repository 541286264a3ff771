import Foundation
import PostcardTestSupport
import Testing

/// Memes that are saved in the default library without an option.
@Suite struct KeptMemeTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() throws {
        folder = try TemporaryFolder()
        // No library is specified.
        postcard = PostcardCommand(in: folder, environment: ["POSTCARD_LIBRARY": ""])
        try folder.write(TestPicture.jpeg(160, 120), as: "photo.jpg")
        try folder.write(Array("name,top\none,A\ntwo,B\n".utf8), as: "captions.csv")
    }

    private func texts() async throws -> [[String]] {
        let list = try await postcard.run("meme", "list", "--json")
        return list.status == 66 ? [] : try list.json([MemeLibraryTests.Listed].self).map(\.texts)
    }

    private func set(_ value: String) async throws {
        #expect(try await postcard.run("settings", "set", "keep-memes", value).status == 0)
    }

    @Test func `a meme made in a terminal is listed, and can be redone`() async throws {
        let made = try await postcard.runAtTerminal("meme", "photo.jpg", "WISH YOU WERE HERE", "-o", "out.png")
        #expect(made.status == 0, "\(made.text)")
        let list = try await postcard.run("meme", "list", "--text", "wish", "--json").json(
            [MemeLibraryTests.Listed].self)
        let meme = try #require(list.first)
        #expect(made.text.contains("\(meme.id)  out.png"), "\(made.text)")
        let again = try await postcard.run("meme", "redo", meme.id, "-o", "again.png")
        #expect(again.status == 0, "\(again.errors)")
        #expect(try folder.read("again.png") == folder.read("out.png"))
    }

    @Test(arguments: [
        ["meme", "photo.jpg", "A", "-o", "a.jpg", "--no-record"],
        ["meme", "photo.jpg", "--from", "captions.csv", "-o", "memes"],
        ["edit", "photo.jpg", "sharpen=0.3", "-o", "a.jpg"],
    ])
    func `unwanted memes and the results of other commands are not saved`(arguments: [String]) async throws {
        #expect(try await postcard.runAtTerminal(arguments).status == 0)
        #expect(try await texts().isEmpty)
    }

    @Test func `a script saves nothing, and no folder is created`() async throws {
        #expect(try await postcard.run("meme", "photo.jpg", "A", "-o", "a.jpg").status == 0)
        let piped = try await postcard.run("meme", "photo.jpg", "A", "-o", "-")
        #expect(piped.status == 0 && piped.output.starts(with: [0xFF, 0xD8]))
        #expect(try folder.files() == ["a.jpg", "captions.csv", "photo.jpg"])
    }

    @Test func `the setting chooses which memes are saved`() async throws {
        try await set("always")
        try await expectEqual(postcard.run("meme", "photo.jpg", "A", "-o", "a.jpg").status, 0)
        try await expectEqual(postcard.run("meme", "photo.jpg", "B", "-o", "-").status, 0)
        try await expectEqual(texts(), [["A"]])
        try await set("never")
        #expect(try await postcard.runAtTerminal("meme", "photo.jpg", "C", "-o", "c.jpg").status == 0)
        #expect(try await texts() == [["A"]])
    }

    @Test func `the setting never applies to a library specified only by the environment`() async throws {
        var named = postcard
        named.environment["POSTCARD_LIBRARY"] = folder.path("Library")
        #expect(try await named.run("settings", "set", "keep-memes", "never").status == 0)
        #expect(try await named.run("meme", "photo.jpg", "A", "-o", "a.jpg").status == 0)
        let list = try await named.run("meme", "list", "--json")
        #expect(try list.json([MemeLibraryTests.Listed].self).isEmpty)
        let saved = try await named.run(
            "meme", "photo.jpg", "B", "-o", "b.jpg", "--library", folder.path("Library"))
        #expect(saved.text.hasPrefix("meme-"), "\(saved.errors)")
    }

    @Test func `a meme that can't be saved in the library is still made`() async throws {
        try folder.write([1], as: "home/.local/share/postcard")
        let made = try await postcard.runAtTerminal("meme", "photo.jpg", "A", "-o", "a.jpg")
        #expect(made.status == 0)
        #expect(made.text.contains("Not saved"), "\(made.text)")
        #expect(try folder.read("a.jpg").starts(with: [0xFF, 0xD8]))
    }

    @Test func `a meme does not wait for a library that another process is changing`() async throws {
        try await set("terminal")
        let lock = open(folder.path("home/.local/share/postcard/lock"), O_RDWR)
        defer { close(lock) }
        try #require(flock(lock, LOCK_EX | LOCK_NB) == 0)
        let made = try await postcard.runAtTerminal("meme", "photo.jpg", "A", "-o", "a.jpg")
        #expect(made.status == 0)
        #expect(made.text.contains("Not saved"), "\(made.text)")
        #expect(try folder.read("a.jpg").starts(with: [0xFF, 0xD8]))
    }

    @Test func `without memes the list explains how to make one`() async throws {
        for status: Int32 in [66, 0] {
            let list = try await postcard.run("meme", "list")
            #expect(list.status == status)
            #expect(list.errors.contains("postcard meme photo.jpg") && !list.errors.contains("pin"), "\(list.errors)")
            try await set("terminal")
        }
    }
}
