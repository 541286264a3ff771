import Foundation
import PostcardTestSupport
import Testing

/// Ctrl-C and SIGTERM during work that does not stop by itself.
@Suite struct InterruptionTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() async throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
        try folder.write(TestPicture.jpeg(), as: "a.jpg")
        try #require(try await postcard.run("journal", "new", "Paris").status == 0)
    }

    /// Runs a command that adds a picture, and then waits forever for standard input. Cancellation does not end the wait.
    ///
    /// - Parameter end: A closure that sends signals, called once the picture is added.
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
            // Standard input was open until now.
            try input.fileHandleForWriting.close()
            return process
        }
    }

    @Test(arguments: [SIGTERM, SIGHUP])
    func `SIGTERM and SIGHUP end a command, whatever it is doing`(signal: Int32) async throws {
        let process = try await runStuck { kill($0.processIdentifier, signal) }
        expectEqual(process.terminationReason, .exit)
        expectEqual(process.terminationStatus, 128 + signal)
    }

    @Test(.enabled(if: VideoLab.hasFFmpeg, "needs ffmpeg"), arguments: [SIGINT, SIGTERM, SIGHUP])
    func `an interrupted video meme leaves no partial files`(signal: Int32) async throws {
        try VideoLab.ffmpeg(["-f", "lavfi", "-i", "color=blue:size=64x48:rate=10:duration=1", folder.path("clip.mp4")])
        // A program that replaces ffmpeg, writes its result and never ends.
        let script = """
            #!/bin/sh
            for file; do :; done
            echo half > "${file#file:}"
            exec 3> '\(folder.path("pipe"))'
            echo works >&3
            exec sleep 100000
            """
        let program = try folder.write(Array(script.utf8), as: "bin/ffmpeg")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        try #require(mkfifo(folder.path("pipe"), 0o600) == 0)
        try folder.write([], as: "out/.keep")
        var postcard = postcard
        postcard.environment["PATH"] = "\(folder.path("bin")):/usr/local/bin:/usr/bin:/bin"
        let run = try postcard.start(["meme", "clip.mp4", "Hi", "-o", "out/meme.mp4"])
        _ = try await blocking { [folder] in
            try FileHandle(forReadingFrom: URL(filePath: folder.path("pipe"))).read(upToCount: 1)
        }
        kill(run.processIdentifier, signal)
        expectEqual(try await run.result().status, 128 + signal)
        try expectEqual(FileManager.default.contentsOfDirectory(atPath: folder.path("out")), [".keep"])
    }

    @Test func `a second signal ends a command at once`() async throws {
        // Signals that arrive together are delivered as one, so more of them are sent.
        let process = try await runStuck { process in
            while process.isRunning { kill(process.processIdentifier, SIGINT) }
        }
        expectEqual(process.terminationReason, .exit)
        expectEqual(process.terminationStatus, 130)
        try await expectEqual(postcard.run("library", "check", "--read").status, 0)
    }

    /// A third of the files are unreadable, and the line about each is long: these lines soon fill the pipe for standard error. Until it is
    /// read, the import waits in the middle of the folder, however fast the machine is.
    @Test(arguments: [SIGINT, SIGTERM])
    func `an interrupted import is reported, and the next one continues it`(signal: Int32) async throws {
        let name = String(repeating: "x", count: 100)
        for number in 0..<300 {
            let picture = try TestPicture.jpeg(64 + number, 48, latitude: 48, longitude: 2)
            try folder.write(number % 3 == 1 ? [0xFF, 0xD8, 0xFF] : picture, as: "in/\(number)-\(name).jpg")
        }
        let process = Process()
        let errors = Pipe()
        try errors.fileHandleForReading.makePipeSmall()
        let standardError = try await blocking { [postcard, folder] in
            process.executableURL = URL(filePath: postcard.path)
            process.arguments = ["library", "import", "in"]
            process.currentDirectoryURL = folder.url
            process.environment = postcard.environment
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            process.standardError = errors
            try process.run()
            // The progress line for a tenth of the files. Nothing after it is read yet.
            var text = Data()
            let mark = Data("of 300\n".utf8)
            while text.suffix(mark.count) != mark, let byte = try errors.fileHandleForReading.read(upToCount: 1) {
                text += byte
            }
            kill(process.processIdentifier, signal)
            process.waitUntilIdle()
            text += try errors.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            return String(decoding: text, as: UTF8.self)
        }
        #expect(process.terminationStatus == 128 + signal)
        #expect(standardError.contains("30 of 300\n") && !standardError.contains("270 of 300\n"))
        // After SIGTERM a command has four seconds, and on a busy machine it may end before it reports anything.
        if signal == SIGINT { #expect(standardError.contains("to continue") && standardError.contains("Interrupted.")) }
        #expect(!standardError.contains("damaged") && !standardError.contains("lost"), "\(standardError)")
        #expect(try await postcard.run("library", "check", "--read").status == 0)
        for number in stride(from: 1, to: 300, by: 3) {
            try FileManager.default.removeItem(atPath: folder.path("in/\(number)-\(name).jpg"))
        }
        let again = try await postcard.run("library", "import", "in")
        #expect(again.status == 0)
        let counts = try #require(again.errors.firstMatch(of: /(\d+) added, (\d+) already in the library, 0 failed/))
        let (added, known) = try (#require(Int(counts.1)), #require(Int(counts.2)))
        #expect(added > 0 && known > 0 && added + known == 200)
        // There is one journal for both imports, in addition to Paris.
        #expect(try await postcard.run("journal", "list", "--json").json([Named].self).count == 2)
    }

    private struct Named: Decodable { let name: String }
}

extension FileHandle {
    /// Limits a pipe to one page of memory: 4,096 bytes on most machines.
    fileprivate func makePipeSmall() throws {
        #if os(Linux)
            // F_SETPIPE_SZ, which Glibc hides.
            try #require(fcntl(fileDescriptor, 1031, 1) > 0)
        #endif
    }
}

extension Process {
    /// Returns once every thread of the process is waiting, so all signals have been handled, or once the process has ended.
    fileprivate func waitUntilIdle() {
        #if os(Linux)
            let threads = "/proc/\(processIdentifier)/task"
            func isWaiting(_ thread: String) -> Bool {
                let text = try? String(contentsOfFile: "\(threads)/\(thread)/stat", encoding: .utf8)
                // The state follows the name of the program, which is in parentheses. A thread that has ended has no file.
                return text?.split(separator: ")").last?.hasPrefix(" S") ?? true
            }
            while let names = try? FileManager.default.contentsOfDirectory(atPath: threads),
                !names.allSatisfy(isWaiting)
            {}
        #endif
    }
}
