import PostcardImaging
import PostcardLibrary

/// Counts what a run does and tells of it: a bar or lines for people, an object a line for programs.
struct ResizeTally {
    private let isJSON: Bool
    private let isQuiet: Bool
    private var progress: Progress?
    private var made = 0
    private var upToDate = 0
    private var failed = 0
    /// Pictures that were not made, when somebody wants to know which.
    private(set) var failures: Set<String> = []
    private let keepsFailures: Bool
    private let tellsSizes: Bool
    /// The part of an address that stands before the names of results in a bucket.
    private let prefix: String
    private var total = 0
    private var done = 0
    private var lastError: Failure?

    /// `keepsFailures` tells whether `failures` is filled. `tellsSizes` tells whether each result is printed for
    /// people, with its size.
    init(isJSON: Bool, isQuiet: Bool, keepsFailures: Bool = false, tellsSizes: Bool = false, prefix: String = "") {
        self.isJSON = isJSON
        self.isQuiet = isQuiet
        self.keepsFailures = keepsFailures
        self.tellsSizes = tellsSizes
        self.prefix = prefix
    }

    mutating func begin(_ total: Int) {
        self.total = total
        progress = Progress(total: total, isShown: Console.showsProgress && !isQuiet, isPlain: !isQuiet && !isJSON)
    }

    mutating func count(_ outcome: ResizeBatch.Outcome, of item: ResizeBatch.Item) {
        progress?.advance()
        done += 1
        switch outcome {
        case .made(let sizes, let warnings):
            made += 1
            if !warnings.isEmpty { progress?.clear() }
            for warning in warnings { Console.error("\(item.input): warning: \(warning.escapedForTerminal)") }
            report(ResizeEvent(made: item, below: prefix, sizes: sizes, warnings: warnings))
            guard tellsSizes, !isQuiet, !isJSON else { return }
            for (version, size) in zip(item.versions, sizes) {
                Console.error("\(prefix)\(version.output): \(size) pixels")
            }
        case .upToDate:
            upToDate += 1
            report(ResizeEvent(upToDate: item, below: prefix))
        case .failed(let error):
            fail("\(item.input)", error)
        }
    }

    mutating func fail(_ input: String, _ error: any Error) {
        progress?.clear()
        let failure = Failure(error).namingLimitOption
        failed += 1
        if keepsFailures { failures.insert(input) }
        lastError = failure
        let message = failure.description
        Console.error(message.contains(input) ? message : "\(input): \(message)")
        report(ResizeEvent(failed: input, message: message))
    }

    func countRemoval(of orphan: ResultFolder.Orphan) { report(ResizeEvent(removed: orphan)) }

    func end() {
        progress?.clear()
    }

    func summarize(kind: String, place: String) {
        guard !isQuiet, !isJSON else { return }
        var text = "\(made.counting(kind)) made \(place)"
        if upToDate > 0 { text += ", \(upToDate) up to date" }
        Console.error(text)
    }

    /// One failure keeps its own exit status when nothing else was asked for.
    func checkFailures(kind: String) throws {
        guard let lastError else { return }
        let left = total - done
        guard left == 0 else {
            throw Failure(lastError.status, "Stopped, with \(left.counting("picture")) not begun.")
        }
        guard failed > 1 || made + upToDate > 0 else { throw Failure(lastError.status, "No \(kind) was made.") }
        throw Failure(.tryAgain, "\(failed) of \(failed + made + upToDate) pictures failed.")
    }

    private func report(_ event: ResizeEvent) {
        if isJSON { JSONOutput.printLine(event) }
    }
}

/// A line of `thumbnail --json`: what became of one picture.
private struct ResizeEvent: Encodable {
    struct Result: Encodable {
        let file: String
        let width: Int?
        let height: Int?
    }

    enum Status: String, Encodable { case made, upToDate, failed, removed }

    let input: String
    let status: Status
    var results: [Result]?
    var message: String?
    var warnings: [String]?

    init(made item: ResizeBatch.Item, below prefix: String, sizes: [PixelSize], warnings: [String]) {
        self.warnings = warnings.isEmpty ? nil : warnings
        input = "\(item.input)"
        status = .made
        results = zip(item.versions, sizes).map {
            Result(file: "\(prefix)\($0.output)", width: $1.width, height: $1.height)
        }
    }

    init(upToDate item: ResizeBatch.Item, below prefix: String) {
        input = "\(item.input)"
        status = .upToDate
        results = item.versions.map { Result(file: "\(prefix)\($0.output)", width: nil, height: nil) }
    }

    init(removed orphan: ResultFolder.Orphan) {
        input = "\(orphan.picture)"
        status = .removed
        results = [Result(file: "\(orphan.result)", width: nil, height: nil)]
    }

    init(failed input: String, message: String) {
        self.input = input
        status = .failed
        self.message = message
    }
}
