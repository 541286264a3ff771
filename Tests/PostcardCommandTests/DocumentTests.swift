import Foundation
import PostcardImaging
import PostcardTestSupport
import Testing

@testable import postcard

/// The blocks of README.md and of the documents, as they are pasted.
@Suite struct DocumentTests {
    struct Block: CustomTestStringConvertible, Sendable {
        let document: String
        let language: String
        let text: String

        var testDescription: String { "\(document): \(text.prefix(60))" }

        /// The commands, each with the lines that continue it.
        var commands: [String] {
            text.replacing("\\\n", with: " ").split(separator: "\n").map(String.init)
        }

        static let all: [Block] = {
            let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent()
            let folder = root.appending(path: "Documentation")
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            let files =
                [root.appending(path: "README.md")]
                + names.filter { $0.hasSuffix(".md") }.sorted().map { folder.appending(path: $0) }
            return files.flatMap { file in
                let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
                // Every second part is in a fence.
                return text.split(separator: "```", omittingEmptySubsequences: false).enumerated()
                    .filter { !$0.offset.isMultiple(of: 2) }
                    .map { _, part in
                        let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
                        return Block(
                            document: file.lastPathComponent, language: String(lines[0]), text: String(lines[1]))
                    }
            }
        }()

        static let shell = all.filter { $0.language == "sh" && $0.commands.contains { $0.hasPrefix("postcard ") } }
    }

    /// What needs a network, a terminal, a program of somebody's own, or an id that was made elsewhere.
    private static let elsewhere = [
        "https://", "http://", "curl", "postcard app", "postcard serve", "openssl", "--search", "place search",
        "my-engine",
        "photo-7k3x9w2mq4ta", "meme-2v8nq0c4r6td", "entry-5t1z8k3w9c2x", "auth=", "clip.mp4",
        "downloads an album", "new-collection", "s3://",

    ]

    @Test func `there are blocks in README and in documents`() {
        #expect(Block.shell.count { $0.document == "README.md" } >= 8)
        #expect(Set(Block.shell.map(\.document)).count >= 4)
    }

    @Test(arguments: Block.shell)
    func `a block is what the shell and the command understand`(block: Block) async throws {
        try await ExampleShell(in: TemporaryFolder()).expectToUnderstand(block.text)
    }

    @Test func `the commands of README that need no network run one after the other`() async throws {
        let folder = try TemporaryFolder()
        let postcard = PostcardCommand(in: folder)
        let shell = ExampleShell(in: folder)
        try shell.makePictures()
        var count = 0
        for command in Block.shell.filter({ $0.document == "README.md" }).flatMap(\.commands) {
            guard !Self.elsewhere.contains(where: command.contains) else { continue }
            let isJQ = command.hasPrefix("jq ")
            let result = try await shell.run((isJQ ? "cd Library; " : "") + command, postcard)
            #expect(result.status == 0, "\(command)\n\(result.errors)")
            count += 1
        }
        #expect(count >= 30)
    }

    @Test func `the template of the document is a template`() async throws {
        let folder = try TemporaryFolder()
        let postcard = PostcardCommand(in: folder)
        let shell = ExampleShell(in: folder)
        let blocks = Block.all.filter { $0.document == "Templates.md" }
        let template = try #require(blocks.first { $0.language == "json" })
        try folder.write(Array(template.text.utf8), as: "my-template/template.json")
        try folder.write(TestPicture.gradient(400, 300).encoded(.webp()), as: "my-template/picture.webp")
        let script = try #require(blocks.last)
        let result = try await shell.run(script.text, postcard)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.hasPrefix("two-doors: left, right, below\n"))
        // The strip with the text below.
        #expect(try TestPicture.header(of: folder.read("out.png")).size.height > 300)
        #expect(try TestPicture.header(of: folder.read("example.png")).size.width == 400)
    }

    @Test func `the job of the document gives the result of the document`() async throws {
        let folder = try TemporaryFolder()
        let postcard = PostcardCommand(in: folder)
        let blocks = Block.all.filter { $0.document == "Batch.md" && $0.language == "json" }
        let results = try #require(blocks.last).text.split(separator: "\n").map(String.init)
        let job = try #require(blocks.first).text + #"{"id": 8, "input": "nope.jpg", "output": "nope.png"}"# + "\n"
        try folder.write(TestPicture.jpeg(1200, 800), as: "photo.jpg")
        let run = try await postcard.run(["batch"], input: Array(job.utf8))
        let lines = try Dictionary(
            grouping: run.text.split(separator: "\n").map(Self.object), by: { $0["id"] as? Int })
        for result in results {
            let expected = try Self.object(result[...])
            let found = try #require(lines[expected["id"] as? Int]?.first)
            #expect(Set(found.keys) == Set(expected.keys))
            for key in ["status", "message", "code", "retry", "path", "format", "width", "height"] {
                #expect("\(found[key] ?? "-")" == "\(expected[key] ?? "-")", "\(key)")
            }
        }
    }

    private static func object(_ line: Substring) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
}
