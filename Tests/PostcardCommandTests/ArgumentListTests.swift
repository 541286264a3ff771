import ArgumentParser
import Foundation
import PostcardTestSupport
import Testing

@testable import PostcardCommands

/// Values that start with a minus, in the declared arguments of every command.
@Suite struct ArgumentListTests {
    struct Leaf: CustomTestStringConvertible, Sendable {
        let path: [String]
        let command: any ParsableCommand.Type

        var testDescription: String { path.joined(separator: " ") }

        static let all = leaves(of: WholeProgram.root, path: [])

        private static func leaves(of command: any ParsableCommand.Type, path: [String]) -> [Leaf] {
            guard !command.configuration.subcommands.isEmpty else { return [Leaf(path: path, command: command)] }
            return command.configuration.subcommands.flatMap { leaves(of: $0, path: path + [$0.name]) }
        }
    }

    private static let texts = [
        "-33.8568,151.2153", "-dash text with h", "- milk", "--- sep", "-honey", "-1", "--two words",
    ]

    private func normalized(_ typed: [String]) throws -> [String] {
        try ArgumentList(typed[...], of: WholeProgram.root).arguments
    }

    @Test(arguments: Leaf.all)
    func `every option accepts a value that starts with a minus`(leaf: Leaf) throws {
        let definition = try CommandDefinition(of: leaf.command)
        let options = definition.arguments.filter { $0.kind == .option }
        for (index, argument) in options.enumerated() {
            let joined = try #require(argument.longName)
            // Each option gets one of the texts, since getting the definition of a command takes a few milliseconds.
            let text = Self.texts[index % Self.texts.count]
            for name in argument.names ?? [] {
                #expect(try normalized(leaf.path + [name.typed, text]) == leaf.path + ["\(joined)=\(text)"])
            }
            #expect(try normalized(leaf.path + [joined, "--help"]) == leaf.path + [joined, "--help"])
        }
    }

    @Test(arguments: Leaf.all)
    func `every positional argument accepts a value that starts with a minus`(leaf: Leaf) throws {
        let definition = try CommandDefinition(of: leaf.command)
        guard definition.arguments.contains(where: { $0.kind == .positional }) else { return }
        let option = definition.arguments.first { $0.kind == .option }?.longName
        for text in Self.texts {
            let typed = leaf.path + ["a", text] + (option.map { [$0, "x"] } ?? [])
            let options = option.map { ["\($0)=x"] } ?? []
            #expect(try normalized(typed) == leaf.path + options + ["--", "a", text])
        }
        #expect(try normalized(leaf.path + ["--", "--help"]) == leaf.path + ["--", "--help"])
        #expect(try normalized(leaf.path + ["-x"]) == leaf.path + ["-x"], "an option that does not exist")
    }

    @Test(arguments: Leaf.all)
    func `the parser reads values that start with a minus in every position`(leaf: Leaf) async throws {
        let positionals = try CommandDefinition(of: leaf.command).arguments.filter { $0.kind == .positional }
        guard !positionals.isEmpty else { return }
        let folder = try TemporaryFolder()
        let postcard = PostcardCommand(in: folder)
        let values = positionals.map { _ in "-dash with h" }
        let result = try await postcard.run(leaf.path + values)
        #expect(result.status != 0 || leaf.path == ["journal", "new"] || leaf.path == ["template", "list"])
        #expect(!result.text.contains("OVERVIEW:"), "\(result.errors)")
        #expect(!result.errors.contains("Unknown option"), "\(result.errors)")
    }

    @Test(arguments: [
        ["pin", "drop", "-33.8568,151.2153"],
        ["pin", "drop", "-33°51'24\"S".replacing("S", with: "") + " 151°12'55\""],
        ["map", "set", "-33.8,151.2"], ["pin", "drop", "-33.8,151.2"],
        ["pin", "drop", "-33.8,-70.6", "--name", "-dash"], ["journal", "new", "-dash journal"],
        ["settings", "set", "owner", "-honey"],
    ])
    func `a southern coordinate and a name with a dash are accepted`(arguments: [String]) async throws {
        let folder = try TemporaryFolder()
        let result = try await PostcardCommand(in: folder).run(arguments)
        #expect(result.status == 0, "\(result.errors)")
        #expect(!result.text.contains("OVERVIEW:"))
        #expect(result.text.contains("-3") || result.text.contains("-dash") || result.text.contains("-honey"))
    }

    @Test func `file names and texts can start with a minus`() async throws {
        let folder = try TemporaryFolder()
        let postcard = PostcardCommand(in: folder)
        try folder.write(TestPicture.jpeg(), as: "-leading-dash.jpg")
        let meme = try await postcard.run("meme", "-leading-dash.jpg", "-dash text", "-o", "m.jpg")
        #expect(meme.status == 0, "\(meme.errors)")
        #expect(folder.has("m.jpg"))
        let listed = try await postcard.run("meme", "list", "--text", "-dash")
        #expect(listed.text.contains("-dash text"))
        let thumbnail = try await postcard.run("thumbnail", "-leading-dash.jpg", "--to", "t")
        #expect(thumbnail.status == 0)
        #expect(folder.has("t/-leading-dash.jpg"))
        _ = try await postcard.run("journal", "new", "J")
        let nameless = try await postcard.run("pin", "drop", "1,2", "--name", "")
        #expect(nameless.status == 0, "an empty value is a value: \(nameless.errors)")
        #expect(try await postcard.run("note", "new", "J", "--text", "- milk").text.contains("- milk"))
        let place = try await postcard.run("journal", "place", "J", "-33.8,151.2", "--name", "- harbour")
        #expect(place.text.hasSuffix("- harbour\n"), "\(place.errors)")
    }

    struct Mistake: Sendable {
        let arguments: [String]
        let message: String
    }

    @Test(arguments: [
        Mistake(arguments: ["memes"], message: "Did you mean postcard meme?"),
        Mistake(arguments: ["Meme"], message: "Did you mean postcard meme?"),
        Mistake(arguments: ["pin", "lsit"], message: "Did you mean postcard pin list?"),
        Mistake(arguments: ["meme", "lsit"], message: "Did you mean postcard meme list?"),
        Mistake(arguments: ["help", "nosuch"], message: "no command postcard nosuch"),
        Mistake(arguments: ["help", "pin", "lst"], message: "Did you mean postcard pin list?"),
        Mistake(arguments: ["thumbnail", "a.jpg", "-s", "100"], message: "Unknown option '-s'"),
        Mistake(arguments: ["peek", "a.jpg"], message: "Usage: postcard peek"),
        Mistake(
            arguments: ["meme", "make", "a.jpg", "HI", "--style", "nope", "-o", "x.jpg"],
            message: "Usage: postcard meme"),
    ])
    func `a mistyped command is reported with a suggestion`(mistake: Mistake) async throws {
        let folder = try TemporaryFolder()
        try folder.write(TestPicture.jpeg(), as: "a.jpg")
        let result = try await PostcardCommand(in: folder).run(mistake.arguments)
        #expect(result.status == 64)
        #expect(result.text.isEmpty)
        #expect(result.errors.contains(mistake.message), "\(result.errors)")
    }
}
