import ArgumentParser
import PostcardCore
import PostcardImaging
import PostcardLibrary
import SystemPackage

/// A run of `thumbnail` or `peek` on files.
struct ResizeRun {
    let options: ResizeOptions
    private let boxes: [ResizeBox]
    /// The name of the results, `thumbnail` or `peek`, for the summary.
    private let kind: String
    var list: PictureList
    /// True if results keep the folders of files that are specified by name.
    var keepsFolders = false
    var tally: ResizeTally
    /// The number of symbolic links in folders. These links are not followed.
    var links = 0
    /// The number of earlier runs' results in folders. These results are skipped.
    var earlierResults = 0
    /// The number of names in lists.
    var named = 0
    /// The number of earlier runs' results in lists. These results are skipped.
    var leftOut = 0
    /// The folders that were searched completely, so that results of missing pictures can be found.
    var searched: [FilePath] = []

    init(options: ResizeOptions, boxes: [ResizeBox], kind: String) {
        (self.options, self.boxes, self.kind) = (options, boxes, kind)
        (list, tally) = (PictureList(base: options.baseFolder, shard: options.shard), ResizeTally(of: options))
    }

    /// The maximum number of printed warnings of each kind.
    private static let maximumWarnings = 10

    func note(_ text: String) { if !options.quiet { Console.error(text) } }

    /// Makes the results, and prints what happens.
    mutating func run() async throws {
        try require(
            (options.to == nil) != (options.output == nil) || (options.contactSheet != nil && options.output == nil),
            "Set the destination with --to FOLDER, or with --output FILE for one picture.")
        let pattern = try options.pattern
        try require(
            boxes.count == 1 || options.output != nil || pattern?.hasSizePlaceholder ?? true,
            "Several sizes need {size} in --name.")
        MemoryAllocation.reuse()
        if let output = options.output {
            try await makeOne(output)
            return try tally.checkFailures(kind: kind)
        }
        let (results, objects) = (options.resultFolder, options.resultObjects)
        let format = try ResultFormat(options.format, named: pattern, quality: options.quality)
        let plan = ResultPlan(
            folder: results ?? FilePath(),
            sizes: try boxes.map { (label: $0.description, resize: try options.resize(into: $0)) },
            pattern: pattern ?? (boxes.count > 1 ? .several : .single), pairs: options.pairs,
            encoding: format.encoding)
        let sheet = try options.contactSheet.map {
            try ResizeSheet(options: options, plan: results == nil ? nil : plan, boxes: boxes, path: $0)
        }
        if let results { try ResultFolder.requireWritable(results) }
        keepsFolders = plan.pattern.hasFolderPlaceholder
        for input in options.inputs {
            let source = PictureSource(bytes: CommandArguments.bytes(of: input))
            if case .address(let address) = source, PictureDestination.isObject(address), address.hasSuffix("/") {
                try await addObjects(address)
            } else {
                add(source)
            }
        }
        if let name = options.filesFrom { try await addList(name) }
        if plan.pattern.hasDatePlaceholder {
            let limits = try options.limitOptions.limits
            list = try await list.dated { await PictureInput.dateTaken(of: $0, limits: limits) }
        }
        var items = plan.items(for: list)
        // A run that makes only a contact sheet has no other results, so equal names do not clash.
        if results == nil, objects == nil { items.allowSameNames() }
        reportSkipped(in: items)
        if let destination = objects ?? results.map({ "\($0)" }) {
            try await make(items, count: items.count, protecting: FileIdentities(of: list), plan: plan)
            tally.summarize(kind: kind, destination: "in \(destination)")
        }
        try prune()
        try await sheet?.make(of: items, tally: &tally)
        try tally.checkFailures(kind: kind)
    }

    /// Prints which files are skipped and why, and which results have names that differ only in case.
    private mutating func reportSkipped(in items: ResultPlan.Items) {
        if links > 0 {
            let were = links == 1 ? "was" : "were"
            note("\(links.counting("symbolic link")) \(were) not followed. To read their pictures, specify the links.")
        }
        if leftOut > 0, let results = options.resultFolder {
            let (are, were) = leftOut == 1 ? ("is", "was") : ("are", "were")
            let names = leftOut.counting("name")
            note("\(names) in the list \(are) results of earlier runs in \(results), and \(were) skipped.")
        }
        for (picture, error) in items.failures { tally.fail("\(picture)", error) }
        let companions = items.companions.count
        if companions > 0 {
            note(
                "\(companions) RAW, HEIC or TIFF \(companions == 1 ? "file next to a JPEG of the same name was" : "files next to JPEGs of the same names were") skipped. To process both, use --pairs both."
            )
        }
        for (first, second) in items.alike.prefix(Self.maximumWarnings) where options.resultObjects == nil {
            note(
                "\(first) and \(second.lastComponent?.string ?? "\(second)") differ only in case. On a case-insensitive disk, as on macOS and Windows, one replaces the other."
            )
        }
    }

    /// Removes results of missing pictures, or prints how to remove them.
    private mutating func prune() throws {
        guard let results = options.resultFolder, !searched.isEmpty, options.prune || options.shard == nil else {
            return
        }
        let folder = try ResultFolder(results)
        let orphans = try folder.orphans(ofPicturesIn: searched)
        guard !orphans.isEmpty else { return }
        let isOne = orphans.count == 1
        let count = orphans.count.counting("result")
        guard options.prune else {
            let (have, them) = isOne ? ("no longer has", "it") : ("no longer have", "them")
            return note("\(count) in \(results) \(have) a source picture. Remove \(them) with --prune.")
        }
        for orphan in orphans {
            try folder.remove(orphan)
            tally.countRemoval(of: orphan)
        }
        if !options.json {
            note(
                "\(count) removed from \(results): \(isOne ? "its picture no longer exists" : "their pictures no longer exist")."
            )
        }
    }

    /// Makes the result for a single picture: an object, or a file, which is made as a batch of one.
    private mutating func makeOne(_ output: String) async throws {
        try require(boxes.count == 1, "Several sizes need a folder: --to FOLDER.")
        let destination = try PictureOutput(output, quality: options.quality)
        try destination.checkTerminal()
        let source = PictureSource(bytes: CommandArguments.bytes(of: options.inputs[0]))
        if case .file(let path) = source, try PictureTree.isFolder(path) {
            throw Failure(.usage, "\(path) is a folder. --output takes one picture; use --to FOLDER for several.")
        }
        let isObject = PictureDestination.isObject(output)
        let path: FilePath = output == "-" ? "-" : isObject ? FilePath() : FilePath(argument: output)
        let resize = try options.resize(into: boxes[0])
        let item = ResizeBatch.Item(
            input: source, versions: [(resize: resize, encoding: destination.encoding, output: path)])
        guard isObject else { return try await make([item], count: 1, protecting: FileIdentities()) }
        let (decoding, edits) = (try options.decoding, try await options.editing())
        let maximumBytes = decoding.limits.bytes
        let place = ResultDestinations.Place(
            PictureDestination(bytes: CommandArguments.bytes(of: output)), existing: options.force ? .replace : .fail)
        let report = try await PictureRunner(workers: 1).run(
            [(place, .init(resize: resize, encoding: destination.encoding, keep: options.keep))],
            in: ResultDestinations(
                objects: PictureInput.store, maximumBytes: maximumBytes, fetch: PictureInput.fetch)
        ) { _ in
            (try await PictureFile.read(source, maximumBytes: maximumBytes, fetch: PictureInput.fetch), nil)
        } conversion: {
            PictureConversion(decoding: decoding, edits: edits)
        }
        tally.begin(1)
        tally.count(.success(report), of: item)
        tally.end()
    }

    private mutating func make(
        _ items: some Sequence<ResizeBatch.Item> & Sendable, count: Int, protecting inputs: FileIdentities,
        plan: ResultPlan? = nil
    ) async throws {
        let batch = ResizeBatch(
            decoding: try options.decoding, edits: try await options.editing(), keep: options.keep,
            fetch: PictureInput.fetchChanged, frame: { try await PosterFrame.file(of: $0, by: .system) })
        let store: any ResultStore<ResultWriter.Result>
        if let objects = options.resultObjects, let plan {
            // The recipe contains the formats of all pictures. A picture's name determines which format applies to it.
            let sizes = plan.sizes.map(\.resize.recipe).joined(separator: ",")
            store = try await ObjectFolder(
                at: objects,
                recipe: "\(batch.recipe);\(sizes);\(options.format ?? "");\(options.name ?? "");\(options.quality)",
                store: PictureInput.store, replaces: options.force)
        } else {
            store = try ResultWriter(folder: options.resultFolder, replaces: options.force, inputs: inputs)
        }
        let (fetches, startingTally) = (options.fetches ?? 1, tally)
        let (tally, isInterrupted) = try await withInterruption {
            var tally = startingTally
            tally.begin(count)
            await batch.run(items, in: store, workers: Console.processors, fetches: fetches) { item, result in
                tally.count(result, of: item)
            }
            tally.end()
            return (tally, Task.isCancelled)
        }
        if isInterrupted { throw CancellationError() }
        self.tally = tally
    }
}
