import Foundation
import PostcardTestSupport
import Testing

/// The synonyms for adding, editing and removing; help lists one of them for each command.
@Suite struct VerbTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() async throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
        try folder.write(TestPicture.jpeg(), as: "a.jpg")
        for command in [["pin", "drop", "1,2", "--name", "Reef"], ["journal", "add", "France"]] {
            try #require(try await postcard.run(command).status == 0)
        }
    }

    @Test(arguments: [
        ["pin", "add", "3,4"], ["pin", "new", "3,4"], ["pin", "rename", "Reef", "Atoll"],
        ["pin", "edit", "Reef", "Atoll"],
        ["pin", "delete", "Reef"], ["pin", "rm", "Reef"], ["pin", "ls"],
        ["journal", "new", "Italy"], ["journal", "create", "Italy"], ["journal", "rename", "France", "Italy"],
        ["journal", "delete", "France"], ["journal", "view", "France"],
        ["note", "new", "France", "--text", "Rain"], ["entry", "new", "a.jpg", "--text", "Rain"], ["delete", "France"],
        ["rm", "Reef"], ["meme", "new", "a.jpg", "Hi"], ["template", "new", "a.jpg", "--name", "mine"],
    ])
    func `every synonym is accepted`(command: [String]) async throws {
        let result = try await postcard.run(command)
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test(arguments: ["pin", "journal", "note", "entry", "album", "meme", "template"])
    func `help lists one of the synonyms`(command: String) async throws {
        let help = try await postcard.run(command, "--help").text
        let list = try #require(help.range(of: "SUBCOMMANDS:"))
        let names = help[list.upperBound...].split(separator: "\n").filter {
            $0.hasPrefix("  ") && !$0.hasPrefix("   ")
        }
        .compactMap { $0.split(separator: " ").first }
        #expect(!names.isEmpty)
        for word in ["new", "create", "delete", "rename", "rm", "ls"] {
            #expect(!names.contains { $0 == word }, "\(word)")
        }
    }

    @Test(arguments: [
        ("pin lst", "postcard pin list"), ("thumbs", "postcard thumbnail"), ("resize", "postcard thumbnail"),
        ("undo", "postcard restore"), ("import", "postcard library import"), ("search", "postcard place search"),
    ])
    func `an unknown command suggests the nearest one and the right help`(typed: String, meant: String) async throws {
        let result = try await postcard.run(typed.split(separator: " ").map(String.init))
        expectEqual(result.status, 64)
        #expect(result.errors.contains("Did you mean \(meant)?"), "\(result.errors)")
        let group = typed.contains(" ") ? "postcard pin --help" : "postcard --help"
        #expect(result.errors.hasSuffix("See all commands: \(group)\n"), "\(result.errors)")
    }

    @Test func `a second journal with the same name is rejected, ignoring case`() async throws {
        for command in [["journal", "add", "france"], ["journal", "new", " France "]] {
            let result = try await postcard.run(command)
            expectEqual(result.status, 73)
            #expect(result.errors.contains("The journal \"France\" already exists"), "\(result.errors)")
        }
        _ = try await postcard.run("journal", "add", "Italy")
        expectEqual(try await postcard.run("journal", "edit", "Italy", "France").status, 73)
        expectEqual(try await postcard.run("journal", "edit", "Italy", "ITALY").status, 0)
    }

    @Test func `a mistyped name gets a suggestion, and pictures do not create a journal`() async throws {
        for (command, name) in [("pin", "Reeff"), ("journal", "Frence")] {
            let result = try await postcard.run(command, "remove", name)
            expectEqual(result.status, 66)
            #expect(
                result.errors.contains("Did you mean \"\(command == "pin" ? "Reef" : "France")\"?"), "\(result.errors)")
        }
        let added = try await postcard.run("journal", "add", "Italy", "a.jpg")
        expectEqual(added.status, 66)
        #expect(added.errors.contains("postcard journal add 'Italy'"), "\(added.errors)")
    }

    @Test(arguments: [["meme", "help"], ["pin", "drop", "help"], ["thumbnail", "help"]])
    func `help can be the last word`(command: [String]) async throws {
        let help = try await postcard.run(command)
        expectEqual(help.status, 0)
        expectEqual(help.text, try await postcard.run(["help"] + command.dropLast()).text)
        // The last word is part of a caption here, not a request for help.
        expectEqual(try await postcard.run("meme", "a.jpg", "help", "-o", "out.jpg").status, 0)
    }

    @Test(arguments: [
        (["meme", "drake", "No"], "--template drake"),
        (["entry", "add", "France", "--text", "Hi"], "--journal 'France'"),
    ])
    func `an item's name where a file is expected is recognized`(command: [String], option: String)
        async throws
    {
        let result = try await postcard.run(command)
        expectEqual(result.status, 66)
        #expect(result.errors.hasSuffix("\(option)\n"), "\(result.errors)")
    }
}
