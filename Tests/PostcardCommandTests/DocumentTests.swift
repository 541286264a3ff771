import Foundation
import PostcardFixtures
import PostcardImaging
import PostcardTestSupport
import Testing

@testable import PostcardCommands

/// The blocks of README.md and of the documents, as readers paste them.
@Suite struct DocumentTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static func document(_ name: String) throws -> String {
        try String(contentsOf: root.appending(path: name), encoding: .utf8)
    }

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
            let folder = DocumentTests.root.appending(path: "Documentation")
            let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
            let files =
                [DocumentTests.root.appending(path: "README.md")]
                + names.filter { $0.hasSuffix(".md") && !$0.hasSuffix("README.md") && !$0.hasPrefix("Decisions/") }
                .sorted().map { folder.appending(path: $0) }
            return files.flatMap { file in
                let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
                // Every second part is inside a fence.
                return text.split(separator: "```", omittingEmptySubsequences: false).enumerated()
                    .flatMap { index, part in
                        index.isMultiple(of: 2)
                            ? indented(in: part, of: file.lastPathComponent)
                            : [fenced(part, of: file.lastPathComponent)]
                    }
            }
        }()

        private static func fenced(_ part: Substring, of document: String) -> Block {
            let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
            return Block(document: document, language: String(lines[0]), text: String(lines[1]))
        }

        /// Commands outside paragraphs, indented by four columns.
        private static func indented(in part: Substring, of document: String) -> [Block] {
            part.split(separator: "\n").filter { $0.hasPrefix("    postcard ") }
                .map { Block(document: document, language: "sh", text: String($0.dropFirst(4))) }
        }

        static let shell = all.filter { $0.language == "sh" && $0.commands.contains { $0.hasPrefix("postcard ") } }
    }

    /// Blocks that need a network, a terminal, a reader's program, or an id from elsewhere.
    private static let elsewhere =
        (VideoLab.hasFFmpeg ? [] : ["clip.m", "dance.mp4"]) + [
            "https://", "http://", "curl", "postcard app", "postcard serve", "openssl", "--search", "place search",
            "my-engine",
            "photo-7k3x9w2mq4ta", "meme-2v8nq0c4r6td", "entry-5t1z8k3w9c2x", "entry-7k3x9w2mq4ta",
            "auth=", "downloads an album", "new-collection", "s3://",
        ]

    @Test func `README and the documents contain blocks`() {
        #expect(Block.shell.count { $0.document == "README.md" } >= 4)
        #expect(Block.shell.count { $0.document == "Library.md" } >= 4)
        #expect(Set(Block.shell.map(\.document)).count >= 5)
    }

    @Test(arguments: Block.shell)
    func `the shell and the command can parse every block`(block: Block) async throws {
        try await ExampleShell(in: TemporaryFolder()).expectToUnderstand(block.text)
    }

    /// The blocks before these install packages and build, and don't run. The program and the bundled photos are linked instead.
    @Test func `the blocks in README run in order, in one shell, after the setup`() async throws {
        let folder = try TemporaryFolder()
        let postcard = PostcardCommand(in: folder)
        // The folder in which the record of meme files is stored.
        try folder.write([], as: "home/.profile")
        try FileManager.default.createDirectory(atPath: folder.path(".build"), withIntermediateDirectories: false)
        for (link, target) in [
            (".build/release", URL(filePath: postcard.path).deletingLastPathComponent().path),
            ("Fixtures", "\(Fixture.folder)"),
        ] {
            try FileManager.default.createSymbolicLink(atPath: folder.path(link), withDestinationPath: target)
        }
        let blocks = Block.all.filter {
            $0.document == "README.md" && $0.language == "sh" && !$0.text.contains("Scripts/")
        }
        expectEqual(blocks.count, 7)
        let result = try await ExampleShell(in: folder).runInOrder(blocks.map(\.text), postcard)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        try expectEqual(
            TestPicture.header(of: folder.read("out/friday.jpg")).size, PixelSize(width: 4000, height: 3000))
        try expectEqual(TestPicture.header(of: folder.read("out/small.jpg")).size, PixelSize(width: 800, height: 600))
        try expectEqual(TestPicture.header(of: folder.read("out/meme.jpg")).size.width, 600)
        for photo in Fixture.travel {
            let size = try TestPicture.header(of: folder.read("out/thumbs/\(photo.name)")).size
            #expect(max(size.width, size.height) == 256)
        }
    }

    @Test(arguments: [("ShareATrip.md", 6, "out/weekend.html"), ("MakeMemes.md", 7, "out/table/sheet.jpg")])
    func `the blocks in a tutorial run in order, in one shell`(
        document: String, count: Int, result: String
    ) async throws {
        let folder = try TemporaryFolder()
        let postcard = PostcardCommand(in: folder)
        // The folder for the records of meme files.
        try folder.write([], as: "home/.profile")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("Fixtures"), withDestinationPath: "\(Fixture.folder)")
        try FileManager.default.createDirectory(atPath: folder.path(".build"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path(".build/release"),
            withDestinationPath: URL(filePath: postcard.path).deletingLastPathComponent().path)
        let blocks = Block.all.filter { $0.document == document && $0.language == "sh" }.map(\.text)
        expectEqual(blocks.count, count)
        let path = #"export PATH="$PWD/.build/release:$PATH""#
        let run = try await ExampleShell(in: folder).runInOrder([path] + blocks, postcard)
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        #expect(FileManager.default.fileExists(atPath: folder.path(result)))
    }

    @Test func `the figures and their date in README match the measurements`() throws {
        let readme = try Self.document("README.md")
        let section = try #require(readme.split(separator: "\n## ").first { $0.hasPrefix("Performance\n") })
        let measurements = try Self.document("Benchmarks/RESULTS.md")
        let numbers = { (row: Substring) in row.matches(of: #/[0-9]+(\.[0-9]+)?/#).map { String($0.0) } }
        let measured = measurements.split(separator: "\n").map { Set(numbers($0)) }
        let rows = section.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
        #expect(rows.count == 3)
        for row in rows {
            let cells = row.split(separator: "|").dropFirst()
            let figures = cells.flatMap(numbers)
            #expect(figures.count == 3)
            #expect(measured.contains { $0.isSuperset(of: figures) }, "\(row)")
        }
        let date = try #require(section.firstMatch(of: #/Measured on ([0-9]+ [A-Z][a-z]+ [0-9]{4})/#)).1
        #expect(measurements.hasPrefix("# Results\n\nMeasured on \(date) "))
        let missed = Double(measurements.matches(of: #/\| missed \|/#).count)
        let met = Double(measurements.matches(of: #/\| met \|/#).count)
        #expect(section.contains("About a third of the targets are missed."))
        #expect(abs(missed / (missed + met) - 1.0 / 3) < 0.04)
    }

    @Test(.thorough, arguments: [("Library.md", 18), ("Batch.md", 9), ("Memes.md", 14)])
    func `commands that need no network run in sequence, in one folder`(
        document: String, least: Int
    ) async throws {
        let folder = try TemporaryFolder()
        let postcard = PostcardCommand(in: folder)
        let shell = ExampleShell(in: folder)
        try shell.makePictures()
        var count = 0
        for command in Block.shell.filter({ $0.document == document }).flatMap(\.commands) {
            guard !Self.elsewhere.contains(where: command.contains) else { continue }
            let isJQ = command.hasPrefix("jq ")
            let result = try await shell.run((isJQ ? "cd Library; " : "") + command, postcard)
            #expect(result.status == 0, "\(command)\n\(result.errors)")
            count += 1
        }
        #expect(count >= least)
    }

    /// Each of the gallery's commands is below its picture.
    @Test(arguments: Set(Block.shell.map(\.document)).subtracting(["Gallery.md"]).sorted())
    func `no two commands in a document write the same picture`(document: String) async throws {
        let shell = ExampleShell(in: try TemporaryFolder())
        var outputs: Set<String> = []
        for block in Block.shell where block.document == document {
            for call in try await blocking({ try shell.calls(of: block.text) }) {
                for (option, name) in zip(call, call.dropFirst())
                where ["-o", "--output"].contains(option) && name != "-" {
                    #expect(outputs.insert(name).inserted, "\(document): \(name)")
                }
            }
        }
    }

    /// The lines of a snippet that documents show: all but the first line and hidden lines; imports are always shown.
    private static func shown(_ snippet: String) -> [Substring] {
        var isHidden = false
        return snippet.split(separator: "\n").dropFirst().filter { line in
            if line.hasPrefix("// snippet.") {
                isHidden = line == "// snippet.hide"
                return false
            }
            return !isHidden || line.hasPrefix("import ")
        }
    }

    @Test func `the programs in the documents match the snippets that the package builds`() throws {
        let folder = Self.root.appending(path: "Snippets")
        let snippets = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
            $0.hasSuffix(".swift")
        }
        .map { try Self.shown(String(contentsOf: folder.appending(path: $0), encoding: .utf8)) }
        let programs = Block.all.filter { $0.document == "Swift.md" && $0.text.hasPrefix("import ") }
        #expect(programs.count == 1)
        for program in programs {
            #expect(snippets.contains(program.text.split(separator: "\n")), "\(program.text)")
        }
        // README contains part of a snippet.
        let parts = Block.all.filter { $0.document == "README.md" && $0.language == "swift" }
        #expect(parts.count == 1)
        for part in parts {
            #expect(snippets.contains { $0.contains(part.text.split(separator: "\n")) }, "\(part.text)")
        }
    }

    @Test func `the document lists the existing products and the packages that they link to`() throws {
        let document = try Self.document("Documentation/Guides/Swift.md")
        let manifest = try Self.document("Package.swift")
        let products = manifest.matches(of: /\.library\(name: "(\w+)"/).map { String($0.1) }
        #expect(document.matches(of: #/^\| `(\w+)` \|/#.anchorsMatchLineEndings()).map { String($0.1) } == products)
        #expect(document.contains("swift build -c release"))
        let setup = try Self.document("Scripts/setup.sh")
        let list = try #require(setup.firstMatch(of: #/build_packages=\(([^)]*)\)/#)).1
        let packages = list.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(document.contains("sudo apt-get install \(packages)\n"))
    }

    @Test func `the table of dependencies lists all packages`() throws {
        let document = try Self.document("Documentation/Reference/Dependencies.md")
        let words = Set(document.split { !$0.isLetter && !$0.isNumber && $0 != "-" }.map { String($0) })
        let manifest = try Self.document("Package.swift")
        let packages = manifest.matches(of: #/\.package\(url: "[^"]+/([\w-]+)"/#).map { String($0.1) }
        #expect(packages.count > 10)
        for package in packages { #expect(words.contains(package)) }
    }

    @Test func `the JSON reference lists all commands that print JSON`() throws {
        let document = try Self.document("Documentation/Reference/JSON.md")
        let table = try #require(document.split(separator: "\n## ").first { $0.hasPrefix("Output of each command\n") })
        let listed = table.split(separator: "\n").filter { $0.hasPrefix("| `") }.flatMap { row in
            row.split(separator: "|")[0].matches(of: #/`([^`]+)`/#).map { String($0.1) }
        }
        let commands = try WholeProgram.pages.filter { page in
            try CommandDefinition(of: page.command).arguments.contains { $0.longName == "--json" }
        }.map { $0.path.joined(separator: " ") }
        #expect(commands.count > 20)
        // `batch` prints only JSON, and has no option for it.
        #expect(Set(listed) == Set(commands + ["batch"]))
    }

    @Test func `the template in the document is valid`() async throws {
        let folder = try TemporaryFolder()
        let postcard = PostcardCommand(in: folder)
        let shell = ExampleShell(in: folder)
        let blocks = Block.all.filter { $0.document == "Templates.md" }
        let template = try #require(blocks.first { $0.language == "json" })
        try folder.write(Array(template.text.utf8), as: "my-template/template.json")
        try folder.write(TestPicture.gradient(400, 300).encoded(as: .webp()), as: "my-template/picture.webp")
        let script = try #require(blocks.first { $0.language == "sh" })
        let result = try await shell.run(script.text, postcard)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.hasPrefix("two-doors: left, right, below\n"))
        // The strip with the text is below the picture, which makes the result taller.
        #expect(try TestPicture.header(of: folder.read("out.png")).size.height > 300)
        #expect(try TestPicture.header(of: folder.read("example.png")).size.width == 400)
    }

    @Test func `the job in the document produces the documented result`() async throws {
        let folder = try TemporaryFolder()
        let postcard = PostcardCommand(in: folder)
        let blocks = Block.all.filter { $0.document == "Jobs.md" && $0.language == "json" }
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
