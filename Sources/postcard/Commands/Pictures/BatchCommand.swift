import ArgumentParser
import PlatformLibc
import PostcardImaging
import PostcardLibrary
import Synchronization

struct BatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch",
        abstract: "Run picture jobs from standard input, one per line.",
        discussion: """
            Reads one JSON object a line from standard input and writes one a line to
            standard output, in the order in which jobs are done, each with the id of its
            job. It goes on until standard input ends: a program can start it once and send
            jobs as they come. The exit status is 75 when some failed.

            A JOB
              "input"       a path, an http or https address, or {"base64": "…"}
              "operations"  a list of {"resize": …}, crop, rotate, flip, blur, sharpen,
                            grayscale, brightness, contrast, saturation, tint,
                            negative, emboss, edges, mosaic, convolution,
                            roundCorners, watermark, meme
              "output"      a path, or {"path", "format", "quality", "keep",
                            "replace"}; without a path the result comes as Base64
              "id"          a text or a number, given back with the result
            All of it is described in Documentation/Batch.md.

            EXAMPLES
              echo '{"input": "a.jpg", "operations": [{"rotate": 90}], "output": "b.png"}' |
                postcard batch
              my-engine | postcard batch --workers 4 --force > results.jsonl
            """)

    @Option(name: .long, help: "The maximum number of concurrent jobs; otherwise the number of processors.")
    var workers: Int?

    @Flag(name: .long, help: "Let every job replace files that are there.")
    var force = false

    @Flag(name: .long, help: "Decode as much as possible of damaged files, with a warning.")
    var recover = false

    @OptionGroup var limit: LimitOptions

    func validate() throws {
        guard workers.map({ 1...256 ~= $0 }) ?? true else {
            throw ValidationError("--workers goes from 1 to 256.")
        }
    }

    func run() async throws {
        try Console.requireOutput()
        let limits = try limit.limits
        let runner = PictureJobRunner(
            limits: limits, recover: recover, replaces: force, describe: { Failure($0).description },
            fetch: PictureInput.fetch)
        let workers = workers ?? Console.processors
        // Base64 is a third longer, and a job has more to it than its picture.
        let lines = StandardInputLines(longest: limits.bytes / 3 * 4 + (1 << 20), ahead: workers)
        let failures = try await withInterruption {
            try await withThrowingTaskGroup(of: Bool.self) { group in
                var failures = 0
                var running = 0
                for try await line in lines {
                    if Task.isCancelled { break }
                    if running == workers, let isDone = try await group.next() {
                        running -= 1
                        failures += isDone ? 0 : 1
                    }
                    running += 1
                    group.addTask {
                        var result = await runner.result(of: line.bytes, number: line.number)
                        result.message = result.message.map { Failure(.badData, $0).namingLimitOption.description }
                        try BatchOutput.write(result)
                        lines.finished()
                        return result.status == .done
                    }
                }
                for try await isDone in group where !isDone { failures += 1 }
                try Task.checkCancellation()
                return failures
            }
        }
        guard failures == 0 else {
            throw Failure(.tryAgain, "\(failures.counting("job")) failed.")
        }
    }
}

extension Console {
    /// Stops before work is begun whose results could not be told.
    ///
    /// - Throws: `Failure` when standard output is closed: it cannot be written then, see ``Console/prepare()``.
    fileprivate static func requireOutput() throws {
        guard fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE == O_RDONLY else { return }
        throw Failure(.inputOutput, "Standard output is closed. Results go there; send it to a file or a program.")
    }
}

/// Whole lines, one at a time, whichever task writes.
private enum BatchOutput {
    private static let turn = Mutex(())

    static func write(_ result: PictureJobResult) throws {
        let line = try JSONOutput.line(result)
        try turn.withLock { _ in try Console.write(Array("\(line)\n".utf8)) }
    }
}
