import PostcardTestSupport
import Testing

@Suite struct JournalCommandTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
    }

    @Test func aBlankNameIsRefused() async throws {
        let result = try await postcard.run("journal", "new", " ")
        #expect(result.status == 64)
        #expect(result.errors.contains("needs a name"))
    }

    @Test func aNoteIsReplacedByStandardInput() async throws {
        _ = try await postcard.run("journal", "new", "France")
        let note = try await postcard.run("note", "new", "France", "--text", "one")
        let id = String(note.text.prefix { $0 != " " })
        let edited = try await postcard.run("note", "edit", id, input: Array("two".utf8))
        #expect(edited.status == 0, "\(edited.errors)")
        let blank = try await postcard.run("note", "edit", id, input: [0x20])
        #expect(blank.status == 64)
        let history = try await postcard.run("note", "history", id)
        #expect(history.text.contains("one"))
        #expect(history.text.contains("two"))
    }

    @Test func whatWasDeletedIsRestored() async throws {
        let picture = try folder.write(TestPicture.jpeg(), as: "a.jpg")
        let entry = try await postcard.run("entry", "new", picture, "--text", "above")
        #expect(entry.status == 0, "\(entry.errors)")
        let id = String(entry.text.prefix { $0 != " " })
        #expect(try await postcard.run("delete", id).status == 0)
        #expect(try await postcard.run("restore").text.contains("above"))
        #expect(try await postcard.run("restore", id).status == 0)
        #expect(try await postcard.run("entry", "show", id).text.contains("above"))
    }
}
