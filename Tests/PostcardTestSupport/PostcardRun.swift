import Foundation

/// A run of `postcard` that continues during the test.
public final class PostcardRun: @unchecked Sendable {
    // Unchecked because Process is not Sendable. It is started in `init`, and after that only receives signals and is waited for.
    private let process = Process()
    private let scratch: TemporaryFolder
    private let finished: AsyncStream<Void>
    private let terminal: PseudoTerminal?

    init(_ command: PostcardCommand, arguments: [String], input bytes: [UInt8], isAtTerminal: Bool) throws {
        scratch = try TemporaryFolder()
        let inputPath = try scratch.write(bytes, as: "input")
        try scratch.write([], as: "output")
        try scratch.write([], as: "errors")
        process.executableURL = command.url
        process.arguments = arguments
        process.currentDirectoryURL = command.folder
        process.environment = ["PATH": "/usr/bin:/bin"].merging(command.environment) { $1 }
        let input = try FileHandle(forReadingFrom: URL(filePath: inputPath))
        let output = try FileHandle(forWritingTo: URL(filePath: scratch.path("output")))
        let errors = try FileHandle(forWritingTo: URL(filePath: scratch.path("errors")))
        // Foundation keeps ended processes with their files. If the files were not closed, the suite would have 5,000 open files.
        defer { for file in [input, output, errors] { try? file.close() } }
        (process.standardInput, process.standardOutput, process.standardError) = (input, output, errors)
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        finished = stream
        terminal = isAtTerminal ? try PseudoTerminal() : nil
        if let terminal {
            process.standardOutput = terminal.programEnd
            process.standardError = terminal.programEnd
        }
        process.terminationHandler = { _ in continuation.finish() }
        try process.run()
        terminal?.begin()
    }

    /// The process id.
    public var processIdentifier: Int32 { process.processIdentifier }

    /// Sends a signal.
    public func send(signal: Int32) { kill(process.processIdentifier, signal) }

    /// Waits for the end, and returns the result.
    public func result() async throws -> PostcardCommand.Result {
        for await _ in finished {}
        if let terminal {
            return PostcardCommand.Result(
                status: process.terminationStatus, output: await terminal.output(), errors: "")
        }
        return PostcardCommand.Result(
            status: process.terminationStatus, output: try scratch.read("output"),
            errors: String(decoding: try scratch.read("errors"), as: UTF8.self))
    }
}
