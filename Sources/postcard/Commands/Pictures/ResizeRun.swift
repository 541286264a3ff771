import ArgumentParser
import PostcardImaging
import PostcardLibrary
import SystemPackage

/// One run of `thumbnail` or `peek` over files.
struct ResizeRun {
    let options: ResizeOptions
    let boxes: [BoxList.Box]
    /// `thumbnail` or `peek`, for the summary.
    let kind: String

    func run() async throws {
        if let output = options.output { return try await makeOne(output) }
        let format = try ResultFormat(options.format, named: try options.pattern, quality: options.quality)
        var tally = ResizeTally(
            isJSON: options.json, isQuiet: options.quiet, keepsFailures: options.contactSheet != nil)
        let folder = options.to.map { FilePath(argument: $0) }
        let plan = ResultPlan(
            folder: folder ?? FilePath(),
            sizes: try boxes.map {
                ResultPlan.Size(label: $0.description, resize: try options.fitting.resize(into: $0))
            },
            pattern: try options.pattern ?? (boxes.count > 1 ? .several : .single), encoding: format.encoding)
        let sheet = try options.contactSheet.map {
            try ResizeSheet(options: options, plan: folder == nil ? nil : plan, boxes: boxes, path: $0)
        }
        let list = try gather(keepsFolders: plan.pattern.placesFolders, results: folder, tally: &tally)
        let clashes = folder == nil ? ResultPlan.Clashes() : plan.clashes(in: list)
        for (picture, error) in clashes.failures { tally.fail("\(picture)", error) }
        if let folder {
            tally = try await make(
                plan.items(for: list, leavingOut: clashes.leftOut), count: list.count - clashes.leftOut.count,
                protecting: FileIdentities(of: list), into: folder, tally: tally)
            tally.summarize(kind: kind, place: "in \(folder)")
        }
        try sheet?.make(of: list, leavingOut: clashes.leftOut, tally: &tally)
        try tally.checkFailures(kind: kind)
    }

    /// A file by itself: a batch of one.
    private func makeOne(_ output: String) async throws {
        guard boxes.count == 1 else { throw ValidationError("Several sizes need a folder: --to FOLDER.") }
        let destination = try PictureOutput(output, quality: options.quality)
        try destination.checkTerminal()
        let source = PictureSource(bytes: CommandArguments.bytes(of: options.inputs[0]))
        if case .file(let path) = source, try PictureTree.isFolder(path) {
            throw Failure(.usage, "\(path) is a folder. --output takes one picture; use --to FOLDER for several.")
        }
        let path: FilePath = output == "-" ? "-" : FilePath(argument: output)
        let item = ResizeBatch.Item(
            input: source,
            versions: [ResizeBatch.Version(resize: try options.fitting.resize(into: boxes[0]), output: path)],
            encoding: destination.encoding)
        let tally = try await make(
            [item], count: 1, protecting: FileIdentities(), into: nil,
            tally: ResizeTally(isJSON: options.json, isQuiet: options.quiet || output == "-", tellsSizes: true))
        try tally.checkFailures(kind: kind)
    }

    private func make(
        _ items: some Sequence<ResizeBatch.Item> & Sendable, count: Int, protecting inputs: FileIdentities,
        into folder: FilePath?, tally: ResizeTally
    ) async throws -> ResizeTally {
        let batch = ResizeBatch(
            decoding: try options.decoding, edits: try await options.editing(), keep: options.keep.kept,
            replaces: options.force, folder: folder, fetch: PictureInput.fetch)
        let result = try await withInterruption {
            var tally = tally
            tally.begin(count)
            try await batch.run(items, protecting: inputs, workers: Console.processors) { item, outcome in
                tally.count(outcome, of: item)
            }
            tally.end()
            return (tally: tally, isInterrupted: Task.isCancelled)
        }
        if result.isInterrupted { throw CancellationError() }
        return result.tally
    }

    private func gather(
        keepsFolders: Bool, results: FilePath?, tally: inout ResizeTally
    ) throws -> PictureList {
        var inputs = ResizeInputs(options: options, results: results, keepsFolders: keepsFolders)
        for input in options.inputs {
            inputs.add(PictureSource(bytes: CommandArguments.bytes(of: input)), tally: &tally)
        }
        if let name = options.filesFrom {
            try inputs.addList(name, endsWithNUL: options.null, tally: &tally)
        }
        if inputs.links > 0, !options.quiet {
            let were = inputs.links == 1 ? "was" : "were"
            Console.error(
                "\(inputs.links.counting("symbolic link")) \(were) not followed. Name what is to be read of them."
            )
        }
        if inputs.leftOut > 0, !options.quiet, let results {
            let isOne = inputs.leftOut == 1
            Console.error(
                "\(inputs.leftOut.counting("name")) of the list \(isOne ? "is" : "are") in \(results), made by earlier runs, and \(isOne ? "was" : "were") left out."
            )
        }
        return inputs.list
    }
}
