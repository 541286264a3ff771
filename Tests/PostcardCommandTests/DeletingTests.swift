import Foundation
import PostcardTestSupport
import Testing

/// The names of items to delete.
@Suite struct DeletingTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
    }

    private func id(_ arguments: String...) async throws -> String {
        let made = try await postcard.run(arguments)
        #expect(made.status == 0, "\(made.errors)")
        return String(made.text.prefix { $0 != " " && $0 != "\n" })
    }

    @Test func `no prefix of an id deletes anything`() async throws {
        let picture = try folder.write(TestPicture.jpeg(), as: "a.jpg")
        let ids = [
            ("pin", "delete", try await id("pin", "drop", "1,2", "--name", "One")),
            ("journal", "delete", try await id("journal", "new", "Two")),
            ("entry", "delete", try await id("entry", "new", picture, "--text", "Three")),
            ("meme", "remove", try await id("meme", picture, "FOUR")),
        ]
        let before = try folder.read("Library/index.jsonl")
        for (kind, command, id) in ids {
            for count in 1..<id.count {
                // Each run takes a tenth of a second; the first and last prefixes matter most.
                guard count < 2 || count == kind.count + 2 || count == id.count - 1 else { continue }
                #expect(try await postcard.run(kind, command, String(id.prefix(count))).status == 66)
                #expect(try await postcard.run("delete", String(id.prefix(count))).status == 66)
            }
            #expect(try await postcard.run(kind, command, String(id.dropFirst(kind.count + 1).prefix(1))).status == 66)
        }
        #expect(try folder.read("Library/index.jsonl") == before)
        for (kind, command, id) in ids { #expect(try await postcard.run(kind, command, id).status == 0) }
    }

    @Test func `digits are never treated as an id prefix`() async throws {
        for number in 0..<12 { _ = try await postcard.run("pin", "drop", "\(number),2") }
        for digit in 0...9 {
            #expect(try await postcard.run("pin", "rename", "\(digit)", "x").status == 66)
            #expect(try await postcard.run("album", "list", "\(digit)").status == 66)
        }
    }

    @Test func `delete accepts the names of journals and pins`() async throws {
        let pin = try await id("pin", "drop", "1,2", "--name", "Paris")
        let journal = try await id("journal", "new", "France")
        let both = try await id("journal", "new", "paris")
        let unclear = try await postcard.run("delete", "Paris")
        #expect(unclear.status == 73)
        #expect(unclear.errors.contains(pin))
        #expect(unclear.errors.contains(both))
        #expect(try await postcard.run("delete", "france", pin).status == 0)
        #expect(try await postcard.run("restore").text.contains(journal))
    }

    @Test func `dropping a pin twice at the same place with the same name creates one pin`() async throws {
        let first = try await id("pin", "drop", "48.8584,2.2945", "--name", "Eiffel Tower")
        let second = try await postcard.run("pin", "drop", "48.8584,2.2945", "--name", "Eiffel Tower")
        #expect(second.status == 0)
        #expect(second.text.hasPrefix(first))
        #expect(second.errors.contains("already"))
        #expect(try await postcard.run("pin", "rename", "Eiffel Tower", "Tower").status == 0)
    }
}
