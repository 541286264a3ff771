import Foundation
import PostcardTestSupport
import Testing

/// Ctrl-C and SIGTERM where nothing stops the work itself.
@Suite struct InterruptionTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() async throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
        try folder.write(TestPicture.jpeg(), as: "a.jpg")
        try #require(try await postcard.run("journal", "new", "Paris").status == 0)
    }

    /// Runs a command that adds a picture and then waits for standard input without end, which no cancellation ends.
    ///
    /// - Parameter end: sends signals, once the picture is added.
    private func runStuck(endingBy end: @escaping @Sendable (Process) -> Void) async throws -> Process {
        try await blocking { [postcard, folder] in
            let process = Process()
            let (input, output) = (Pipe(), Pipe())
            process.executableURL = URL(filePath: postcard.path)
            process.arguments = ["journal", "add", "Paris", "a.jpg", "-"]
            process.currentDirectoryURL = folder.url
            process.environment = postcard.environment
            process.standardInput = input
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            try process.run()
            let line = output.fileHandleForReading.availableData
            #expect(line.starts(with: Array("entry-".utf8)))
            end(process)
            process.waitUntilExit()
            // Until here, standard input was open.
            try input.fileHandleForWriting.close()
            return process
        }
    }

    @Test func `SIGTERM ends a command whatever runs`() async throws {
        let process = try await runStuck { kill($0.processIdentifier, SIGTERM) }
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 143)
    }

    @Test func `a second signal ends a command at once`() async throws {
        // Signals that come together count as one, so there are more of them.
        let process = try await runStuck { process in
            while process.isRunning { kill(process.processIdentifier, SIGINT) }
        }
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 130)
        #expect(try await postcard.run("library", "check", "--read").status == 0)
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `an import that is interrupted says so, and goes on`(signal: Int32) async throws {
        for number in 0..<300 {
            try folder.write(TestPicture.jpeg(64 + number, 48, latitude: 48, longitude: 2), as: "in/\(number).jpg")
        }
        let process = Process()
        let errors = Pipe()
        let standardError = try await blocking { [postcard, folder] in
            process.executableURL = URL(filePath: postcard.path)
            process.arguments = ["library", "import", "in"]
            process.currentDirectoryURL = folder.url
            process.environment = postcard.environment
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            process.standardError = errors
            try process.run()
            // How far it is: a tenth.
            var text = errors.fileHandleForReading.availableData
            kill(process.processIdentifier, signal)
            text += try errors.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            return String(decoding: text, as: UTF8.self)
        }
        #expect(process.terminationStatus == 128 + signal)
        #expect(standardError.contains("of 300\n"))
        #expect(standardError.contains("go on") && standardError.contains("Interrupted."))
        #expect(!standardError.contains("damaged") && !standardError.contains("lost"), "\(standardError)")
        #expect(try await postcard.run("library", "check", "--read").status == 0)
        let again = try await postcard.run("library", "import", "in")
        #expect(again.status == 0)
        #expect(!again.errors.contains("\n0 were there already"), "\(again.errors)")
        #expect(try await postcard.run("journal", "list", "--json").json([Named].self).count == 1)
    }

    private struct Named: Decodable { let name: String }
}
