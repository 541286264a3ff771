import ArgumentParser
import Foundation
import PostcardFixtures
import PostcardImaging
import PostcardTestSupport
import Testing

@testable import PostcardCommands

/// Commands decode HEIC in the process that `main` passes on. The program itself is tested in Tests/Service/test_bombs.py.
@Suite(.serialized) struct IsolationTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Fixture.small("heic.heic").bytes, as: "a.heic")
        try folder.write(TestPicture.jpeg(), as: "a.jpg")
    }

    private func run(_ arguments: [String]) async throws {
        let words = arguments.map { $0.replacing("DIR", with: folder.url.path) }
        var command = try ArgumentList(words[...], of: WholeProgram.root).parsed()
        if var command = command as? any AsyncParsableCommand {
            try await command.run()
        } else {
            try command.run()
        }
    }

    static let commands: [[String]] = [
        ["thumbnail", "DIR/a.heic", "--to", "DIR/thumbs", "--quiet"],
        ["thumbnail", "DIR/a.heic", "--output", "DIR/small.jpg", "--quiet"],
        ["peek", "DIR/a.heic", "--output", "DIR/peek.jpg", "--quiet"],
        ["edit", "DIR/a.heic", "grayscale", "-o", "DIR/edited.jpg"],
        ["edit", "DIR/a.jpg", "watermark=DIR/a.heic", "-o", "DIR/marked.jpg"],
        ["meme", "make", "DIR/a.heic", "HI", "-o", "DIR/meme.jpg", "--no-record"],
        [
            "meme", "make", "DIR/a.jpg", "HI", "--overlay", "DIR/a.heic@0.1,0.1,0.5,0.5", "-o", "DIR/over.jpg",
            "--no-record",
        ],
    ]

    @Test(arguments: commands)
    func `a command decodes in the process that main passes on`(arguments: [String]) async throws {
        let counted = CountedIsolation()
        try await Postcard.$isolation.withValue(counted.isolation) { try await run(arguments) }
        #expect(counted.count > 0)
    }

    @Test(arguments: commands)
    func `a command without isolation fails, and writes nothing`(arguments: [String]) async throws {
        let error = await #expect(throws: Failure.self) { try await run(arguments) }
        #expect(error?.status == .internalError)
        #expect(try folder.files().sorted() == ["a.heic", "a.jpg"])
    }
}
