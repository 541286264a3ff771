import PostcardImaging
import PostcardLibrary

/// Counts what a run does and tells of it: a bar or lines for people, an object a line for programs.
struct ResizeTally {
    private let isJSON: Bool
    private let isQuiet: Bool
    private var progress: Progress?
    private var made = 0
    private var upToDate = 0
    private(set) var failures: Set<String> = []
    private var lastError: Failure?

    init(isJSON: Bool, isQuiet: Bool) {
        self.isJSON = isJSON
        self.isQuiet = isQuiet
    }

    mutating func begin(_ total: Int) {
        progress = Progress(total: total, isShown: Console.showsProgress && !isQuiet, isPlain: !isQuiet && !isJSON)
    }

    mutating func count(_ outcome: ResizeBatch.Outcome, of item: ResizeBatch.Item) {
        progress?.advance()
        switch outcome {
        case .made(let sizes, let warnings):
            made += 1
            if !warnings.isEmpty { progress?.clear() }
            for warning in warnings { Console.error("\(item.input): warning: \(warning)") }
            report(ResizeEvent(made: item, sizes: sizes, warnings: warnings))
        case .upToDate:
            upToDate += 1
            report(ResizeEvent(upToDate: item))
        case .failed(let error):
            fail("\(item.input)", error)
        }
    }

    mutating func fail(_ input: String, _ error: any Error) {
        progress?.clear()
        let failure = Failure(error)
        failures.insert(input)
        lastError = failure
        let message = failure.description
        Console.error(message.contains(input) ? message : "\(input): \(message)")
        report(ResizeEvent(failed: input, message: message))
    }

    func end() {
        progress?.clear()
    }

    func summarize(kind: String, folder: String) {
        guard !isQuiet, !isJSON else { return }
        var text = "\(made) \(kind)\(made == 1 ? "" : "s") made in \(folder)"
        if upToDate > 0 { text += ", \(upToDate) up to date" }
        Console.error(text)
    }

    /// One failure keeps its own exit status when nothing else was asked for.
    func checkFailures(kind: String) throws {
        guard let lastError else { return }
        let failed = failures.count
        guard failed > 1 || made + upToDate > 0 else { throw Failure(lastError.status, "No \(kind) was made.") }
        throw Failure(.tryAgain, "\(failed) of \(failed + made + upToDate) pictures failed.")
    }

    private func report(_ event: ResizeEvent) {
        if isJSON { JSONOutput.printLine(event) }
    }
}
