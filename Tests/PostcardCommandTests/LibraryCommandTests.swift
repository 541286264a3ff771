import Foundation
import PostcardTestSupport
import Testing

@Suite struct LibraryCommandTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand
    let index: String

    init() async throws {
        folder = try TemporaryFolder()
        index = folder.path("Library/index.jsonl")
        postcard = PostcardCommand(in: folder)
        let path = try folder.write(TestPicture.jpeg(), as: "a.jpg")
        _ = try await postcard.run("journal", "new", "A week in Paris")
        #expect(try await postcard.run("journal", "add", "A week in Paris", path).status == 0)
    }

    private func change(_ text: String, to other: String) throws {
        let before = try String(contentsOfFile: index, encoding: .utf8)
        #expect(before.contains(text))
        try before.replacing(text, with: other).write(toFile: index, atomically: false, encoding: .utf8)
    }

    @Test func `every command reports a lost index as damage`() async throws {
        try FileManager.default.removeItem(atPath: index)
        let check = try await postcard.run("library", "check")
        #expect(check.status == 65, "\(check.errors)")
        #expect(check.errors.contains("postcard library repair"), "\(check.errors)")
        let list = try await postcard.run("journal", "list")
        #expect(list.errors.contains("postcard library check"))
        for command in ["journal", "pin", "meme", "album"] {
            #expect(try await postcard.run(command, "list").status == 65)
        }
        #expect(try await postcard.run("library", "compact").status == 65)
        let repair = try await postcard.run("library", "repair")
        #expect(repair.status == 0, "\(repair.errors)")
        #expect(try await postcard.run("journal", "list").text.contains("Rescued pictures"))
        #expect(try await postcard.run("library", "check").status == 0)
    }

    @Test func `an altered line is reported, and never takes effect`() async throws {
        try change("A week in Paris", to: "B week in Qaris")
        let list = try await postcard.run("journal", "list")
        #expect(list.status == 0)
        #expect(list.errors.contains("postcard library check"))
        #expect(try await postcard.run("library", "check").status == 65)
        let repair = try await postcard.run("library", "repair")
        #expect(repair.text.contains("index.damaged"), "\(repair.text) \(repair.errors)")
        let again = try await postcard.run("journal", "list")
        #expect(!again.text.contains("Qaris") && again.errors.isEmpty || !again.errors.contains("library check"))
    }

    @Test func `repair reports what it can't fix`() async throws {
        for name in try folder.files() where name.hasPrefix("Library/blobs/") {
            try FileManager.default.removeItem(atPath: folder.path(name))
        }
        let check = try await postcard.run("library", "check")
        #expect(check.status == 65, "\(check.errors)")
        #expect(!check.errors.contains("library repair"), "\(check.errors)")
        let repair = try await postcard.run("library", "repair")
        #expect(repair.status == 65, "\(repair.text)")
        #expect(!repair.text.contains("Nothing to repair"), "\(repair.text)")
        #expect(repair.text.contains("import an export"))
    }

    @Test func `compact reports what can no longer be restored`() async throws {
        _ = try await postcard.run("journal", "new", "Rome")
        _ = try await postcard.run("delete", "A week in Paris", "Rome")
        let compact = try await postcard.run("library", "compact")
        #expect(compact.text.contains("2 journals can no longer be restored"), "\(compact.text)")
        #expect(try await !postcard.run("library", "compact").text.contains("restored"))
    }

    @Test func `repair prints no zero counts`() async throws {
        try change("A week in Paris", to: "B week in Qaris")
        let repair = try await postcard.run("library", "repair")
        #expect(!repair.text.contains(": 0"), "\(repair.text)")
    }

    @Test func `an incomplete export is rejected, and another run completes it`() async throws {
        #expect(try await postcard.run("library", "export", "--to", "backup").status == 0)
        try FileManager.default.moveItem(
            atPath: folder.path("backup/library.json"), toPath: folder.path("backup/.library.json.part"))
        var other = postcard
        other.environment["POSTCARD_LIBRARY"] = folder.path("Other")
        for name in ["backup", "Library"] {
            let refused = try await other.run("library", "import", name)
            #expect(refused.status == 65, "\(name): \(refused.errors)")
            #expect(refused.errors.localizedCaseInsensitiveContains("export"), "\(refused.errors)")
            expectEqual(try await other.run("journal", "list", "--json").status, 66)
        }
        #expect(try await postcard.run("library", "export", "--to", "backup").status == 0)
        #expect(try await other.run("library", "import", "backup").status == 0)
    }
}
