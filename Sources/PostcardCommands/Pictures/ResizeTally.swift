import PostcardCore
import PostcardImaging
import PostcardLibrary

/// The counts and the output of a run: a bar or lines for people, one object per line for programs.
struct ResizeTally {
    private let isJSON, isQuiet: Bool
    private var progress: Progress?
    private var made = 0
    private var upToDate = 0
    private var failed = 0
    /// The pictures that failed, which are kept for a contact sheet.
    private(set) var failures: Set<NameKey> = []
    private let keepsFailures: Bool
    /// True if each result is printed with its size, for people.
    private let printsSizes: Bool
    /// The URL prefix for results in a bucket; empty for files.
    private let prefix: String
    private var lastError: Failure?

    init(of options: ResizeOptions) {
        isJSON = options.json
        isQuiet = options.quiet || options.output == "-"
        keepsFailures = options.contactSheet != nil
        printsSizes = options.output != nil
        prefix = options.resultObjects ?? options.output.flatMap { PictureDestination.isObject($0) ? $0 : nil } ?? ""
    }

    mutating func begin(_ total: Int) {
        progress = Progress(total: total, isShown: Console.showsProgress && !isQuiet, isPlain: !isQuiet && !isJSON)
    }

    mutating func count(_ result: Result<PictureReport, any Error>, of item: ResizeBatch.Item) {
        progress?.advance()
        let picture: PictureReport
        do {
            picture = try result.get()
        } catch {
            return fail("\(item.input)", error)
        }
        let sizes = picture.results.compactMap { $0?.size }
        if !sizes.isEmpty {
            let warnings = picture.warnings
            made += 1
            if !warnings.isEmpty { progress?.clear() }
            for warning in warnings { Console.error("\(item.input): warning: \(warning.escapedForTerminal)") }
            let results = zip(item.versions, sizes).map { version, size in
                ResizeEvent.Result(file: "\(prefix)\(version.output)", width: size.width, height: size.height)
            }
            let notes = warnings.isEmpty ? nil : warnings
            report(ResizeEvent(input: "\(item.input)", status: .made, results: results, warnings: notes))
            guard printsSizes, !isQuiet, !isJSON else { return }
            for (version, size) in zip(item.versions, sizes) {
                Console.error("\(prefix)\(version.output): \(size) pixels")
            }
        } else {
            upToDate += 1
            let results = item.versions.map { ResizeEvent.Result(file: "\(prefix)\($0.output)") }
            report(ResizeEvent(input: "\(item.input)", status: .upToDate, results: results))
        }
    }

    mutating func fail(_ input: String, _ error: any Error) {
        progress?.clear()
        let failure = Failure(error).namingLimitOption
        failed += 1
        if keepsFailures { failures.insert(input) }
        lastError = failure
        Console.error(failure.naming(input).description)
        report(ResizeEvent(input: input, status: .failed, message: failure.description))
    }

    /// Counts pictures on a contact sheet that have no other results.
    mutating func countDrawn(_ count: Int) { made += count }

    func countRemoval(of orphan: ResultFolder.Orphan) {
        let result = ResizeEvent.Result(file: "\(orphan.result)")
        report(ResizeEvent(input: "\(orphan.picture)", status: .removed, results: [result]))
    }

    func end() { progress?.clear() }

    func summarize(kind: String, destination: String) {
        guard !isQuiet, !isJSON else { return }
        var text = "\(made.counting(kind)) made \(destination)"
        if upToDate > 0 { text += ", \(upToDate) up to date" }
        Console.error(text)
    }

    /// Throws an error if any pictures failed. For a single picture, the exit status comes from its error.
    func checkFailures(kind: String) throws {
        guard let lastError else { return }
        let left = progress?.left ?? 0
        try require(left == 0, lastError.status, "Stopped with \(left.counting("picture")) not started.")
        try require(failed > 1 || made + upToDate > 0, lastError.status, "No \(kind) was made.")
        throw Failure(.tryAgain, "\(failed) of \(failed + made + upToDate) pictures failed.")
    }

    private func report(_ event: ResizeEvent) {
        if isJSON { JSONOutput.printLine(event) }
    }
}

/// A line of `thumbnail --json`: the outcome for one picture.
private struct ResizeEvent: Encodable {
    struct Result: Encodable {
        let file: String
        var width: Int?
        var height: Int?
    }

    enum Status: String, Encodable { case made, upToDate, failed, removed }

    let input: String
    let status: Status
    var results: [Result]?
    var message: String?
    var warnings: [String]?
}
