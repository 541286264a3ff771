import PostcardImaging
import PostcardLibrary

/// One run of `thumbnail --to` or `peek --to`.
struct ResizeRun {
    let options: ResizeOptions
    let plan: ResizePlan
    /// `thumbnail` or `peek`, for the summary.
    let kind: String

    func run() async throws {
        var tally = ResizeTally(isJSON: options.json, isQuiet: options.quiet)
        let sheet = try options.contactSheet.map { try ResizeSheet(options: options, plan: plan, path: $0) }
        let items = plan.items(for: try inputs()) { tally.fail($0, $1) }
        if let folder = plan.folder {
            let batch = ResizeBatch(
                decoding: try options.decoding, edits: try await options.editing(), keep: options.keep.kept,
                remakes: options.force)
            let begun = tally
            let result = try await withInterruption {
                var tally = begun
                tally.begin(items.count)
                await batch.run(items, workers: Console.processors) { item, outcome in tally.count(outcome, of: item) }
                tally.end()
                return (tally: tally, isInterrupted: Task.isCancelled)
            }
            tally = result.tally
            tally.summarize(kind: kind, folder: "\(folder)")
            if result.isInterrupted { throw CancellationError() }
        }
        try sheet?.make(of: items.filter { !tally.failures.contains("\($0.input)") }, tally: &tally)
        try tally.checkFailures(kind: kind)
    }

    private func inputs() throws -> [String] {
        guard let list = options.filesFrom else { return options.inputs }
        let bytes = try PictureInput.bytes(of: list, limits: .default)
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
        guard !lines.isEmpty || !options.inputs.isEmpty else {
            throw Failure(.missingInput, "\(list == "-" ? "Standard input" : list) names no pictures.")
        }
        return options.inputs + lines
    }
}
