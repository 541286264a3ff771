import ArgumentParser
import PlatformFoundation
import PlatformLibc
import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardPhotos
import SystemPackage

struct BatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch", abstract: "Run image jobs from standard input, one JSON object per line.",
        discussion: """
            Reads one JSON object per line from standard input, and writes one per line to
            standard output, in the order in which jobs finish, each with the id of its
            job. It runs until standard input ends, so a program can start it once and send
            jobs as needed. The exit status is 75 if some jobs failed.

            With --job, a file sets the operations and outputs of all jobs. A line can then
            be just a path or URL, which is also the job's id.

            A JOB
              "input"       a path, an http, https or s3 URL, or {"base64": "…"}
              "operations"  \(EditNotation.names)
              "output"      a path, or {"path", "format", "quality", "keep",
                            "existing"}; without a path the result is Base64
              "outputs"     a list of outputs, each with its "resize"
              "source"      true for format, size and SHA-256 of the input
              "id"          a string or a number, returned with the result
            See Documentation/Reference/Jobs.md for all members.

            EXAMPLES
              echo '{"input": "a.jpg", "output": "b.png"}' | postcard batch
              my-engine | postcard batch --workers 4 --force > results.jsonl
              echo '{"operations": [{"resize": {"width": 64}}], "output": "{name}.webp"}' \\
                > small.json
              ls *.jpg | postcard batch --job small.json --existing keep --answered
            """)

    @Option(
        help: "A JSON file with a job without an input. Its operations and outputs apply to jobs that have none.",
        completion: .file())
    var job: String?

    @Option(
        help: "The action for existing results: fail, replace or keep. (default: fail)",
        completion: .list(PictureJob.ExistingResult.allCases.map(\.rawValue)))
    var existing: PictureJob.ExistingResult?

    @Flag(help: "The same as --existing replace.") var force = false

    @Flag(
        help:
            "Exit with status 0 if every job got a response, even if the job failed. Any other status then means that the program did not finish or could not write results."
    )
    var answered = false

    @Option(help: "The maximum number of jobs that compute at once. (default: the number of processors)")
    var workers: Int?

    @Option(
        help:
            "The maximum number of jobs in progress, including those that only read or write. (default: the value of --workers)"
    )
    var fetches: Int?

    @Option(
        help: ArgumentHelp(
            "The time in seconds after which a job fails. (default: none)", valueName: "seconds"))
    var jobSeconds: Double?

    @Flag(help: "Decode as much of damaged files as possible, with a warning.") var recover = false

    @OptionGroup var limitOptions: LimitOptions

    func validate() throws {
        for (name, value) in [("--workers", workers), ("--fetches", fetches)] {
            try require(value.map({ 1...256 ~= $0 }) ?? true, "\(name) must be between 1 and 256.")
        }
        try require(
            jobSeconds.map({ $0 > 0 && $0 <= 86_400 }) ?? true, "--job-seconds must be above 0 and at most 86400.")
        try require(!force || existing == nil, "--force means --existing replace; use one of them.")
    }

    func run() async throws {
        try Console.requireOutput()
        MemoryAllocation.reuse()
        let limits = try limitOptions.limits
        let workers = workers ?? Console.processors
        let runner = PictureJobRunner(
            limits: limits, recover: recover, existing: existing ?? (force ? .replace : .fail), recipe: try recipe,
            timeout: jobSeconds.map { .seconds($0) }, workers: workers, describe: { PictureJobError(describing: $0) },
            store: PictureInput.store, fetch: PictureInput.fetch)
        let jobs = max(workers, fetches ?? workers)
        // Base64 is a third longer than the bytes it encodes. The remaining bytes are for the other members of the job.
        let lines = StandardInputLines(longest: limits.bytes / 3 * 4 + (1 << 20), ahead: jobs)
        let (failures, unwritten) = try await withInterruption {
            try await withThrowingTaskGroup(of: PictureJobError?.self) { group in
                var (failures, unwritten) = (0, 0)
                func count(_ error: PictureJobError?) {
                    if error != nil { failures += 1 }
                    if error?.isOfResult == true { unwritten += 1 }
                }
                var running = 0
                for try await line in lines {
                    if Task.isCancelled { break }
                    if running == jobs, let error = try await group.next() {
                        running -= 1
                        count(error)
                    }
                    running += 1
                    group.addTask {
                        let result = await runner.result(of: line.bytes, number: line.number)
                        try Console.write(result.line)
                        lines.finished()
                        return result.error
                    }
                }
                for try await error in group { count(error) }
                try Task.checkCancellation()
                return (failures, unwritten)
            }
        }
        try require(answered || failures == 0, .tryAgain, "\(failures.counting("job")) failed.")
        try require(unwritten == 0, .tryAgain, "The results of \(unwritten.counting("job")) could not be written.")
    }
}

extension BatchCommand {
    private var recipe: PictureRecipe? {
        get throws {
            guard let job else { return nil }
            let bytes = try PictureFile.read(FilePath(argument: job), maximumBytes: 1 << 20)
            do {
                return try JSONDecoder().decode(PictureRecipe.self, from: Data(bytes))
            } catch {
                throw Failure(.badData, "\(job) is not a valid job file: \(error.decodingExplanation)")
            }
        }
    }
}

extension PictureJob.ExistingResult: ExpressibleByArgument {}

extension PictureJobError {
    /// Converts an error from files, pictures or fetching.
    fileprivate init(describing error: any Error) {
        self.init(error)
        guard !(error is PictureJobError || error is CancellationError) else { return }
        let message = Failure(error).namingLimitOption.description
        self = PictureJobError((error as? SourceError).map { Code($0.code) } ?? code, message)
    }
}

extension PictureJobError.Code {
    fileprivate init(_ code: SourceError.Code) {
        switch code {
        case .keyRefused, .refused: self = .notPermitted
        case .gone: self = .notFound
        case .notAPicture: self = .unsupported
        case .tooLarge: self = .tooLarge
        case .badQuery: self = .invalidJob
        default: self = .unavailable
        }
    }
}

extension Console {
    /// Checks that standard output is open, before any work is done.
    ///
    /// - Throws: `Failure` if standard output is closed. ``Console/prepare()`` opens a closed standard output for reading only.
    fileprivate static func requireOutput() throws {
        guard fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE == O_RDONLY else { return }
        throw Failure(
            .inputOutput, "Standard output is closed, so results can't be written. Redirect it to a file or a program.")
    }
}
