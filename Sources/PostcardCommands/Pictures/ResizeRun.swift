import ArgumentParser
import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardSources
import SystemPackage

/// A run of `thumbnail` or `peek` on files.
struct ResizeRun {
    private let options: ResizeOptions
    private let boxes: [ResizeBox]
    /// The name of the results, `thumbnail` or `peek`, for the summary.
    private let kind: String
    private let results: FilePath?
    private let base: FilePath?
    /// The part of a bucket for results, with a slash at its end; `nil` for a folder.
    private let objects: String?
    private var list = PictureList()
    private var tally: ResizeTally
    /// The number of symbolic links in folders, which are not followed.
    private var links = 0
    /// The number of results of earlier runs in folders, which are left out.
    private var earlierResults = 0
    /// The number of names in lists.
    private var named = 0
    /// The number of results of earlier runs in a list, which are left out.
    private var leftOut = 0
    /// The folders whose pictures are all known, so that results of missing pictures can be found.
    private var searched: [FilePath] = []

    init(options: ResizeOptions, boxes: [ResizeBox], kind: String) {
        (self.options, self.boxes, self.kind) = (options, boxes, kind)
        let isObject = options.to.map(PictureDestination.isObject) ?? false
        objects = isObject ? options.to.map(ObjectFolder.folder) : nil
        results = isObject ? nil : options.to.map { FilePath(argument: $0) }
        base = options.base.map { FilePath(argument: $0) }
        tally = ResizeTally(
            of: options,
            prefix: objects ?? (options.output.map(PictureDestination.isObject) == true ? options.output ?? "" : ""))
    }

    /// The number of warnings of a kind that are printed.
    private static let maximumWarnings = 10

    private func note(_ text: String) { if !options.quiet { Console.error(text) } }

    /// Makes the results, and prints what happens.
    mutating func run() async throws {
        try require(
            (options.to == nil) != (options.output == nil) || (options.contactSheet != nil && options.output == nil),
            "Say where the results go: --to FOLDER, or --output FILE for one picture.")
        let tellsSizesApart = try options.pattern?.tellsSizesApart ?? true
        try require(
            boxes.count == 1 || options.output != nil || tellsSizesApart, "Several sizes need {size} in --name.")
        MemoryAllocation.reuse()
        if let output = options.output { try await makeOne(output) } else { try await makeAll() }
        try tally.checkFailures(kind: kind)
    }

    private mutating func makeAll() async throws {
        let format = try ResultFormat(options.format, named: try options.pattern, quality: options.quality)
        let plan = ResultPlan(
            folder: results ?? FilePath(),
            sizes: try boxes.map { (label: $0.description, resize: try options.resize(into: $0)) },
            pattern: try options.pattern ?? (boxes.count > 1 ? .several : .single), pairs: options.pairs,
            encoding: format.encoding)
        let sheet = try options.contactSheet.map {
            try ResizeSheet(options: options, plan: results == nil ? nil : plan, boxes: boxes, path: $0)
        }
        if let results { try ResultFolder.requireWritable(results) }
        try await gather(keepsFolders: plan.pattern.placesFolders)
        let clashes = clashes(of: plan)
        for (picture, error) in clashes.failures { tally.fail("\(picture)", error) }
        if !clashes.companions.isEmpty {
            let isOne = clashes.companions.count == 1
            note(
                "\(clashes.companions.count) RAW, HEIC or TIFF \(isOne ? "file beside a JPEG of its name was" : "files beside JPEGs of their names were") passed over. Make both with --pairs both."
            )
        }
        for (first, second) in clashes.alike.prefix(Self.maximumWarnings) where objects == nil {
            note(
                "\(first) and \(second.lastComponent?.string ?? "\(second)") differ only in capitals. On a disk that ignores case, such as those of macOS and Windows, one replaces the other."
            )
        }
        if let destination = objects ?? results.map({ "\($0)" }) {
            try await make(
                plan.items(for: list, clashes), count: list.count - clashes.leftOut.count,
                protecting: FileIdentities(of: list), plan: plan)
            tally.summarize(kind: kind, destination: "in \(destination)")
        }
        try prune()
        try await sheet?.make(of: list, clashes, tally: &tally)
    }

    /// Returns the clashes of names. A contact sheet alone has no results, so equal names are no clashes.
    private func clashes(of plan: ResultPlan) -> ResultPlan.Clashes {
        var clashes = plan.clashes(in: list)
        if results == nil, objects == nil { (clashes.failures, clashes.leftOut) = ([], clashes.companions) }
        return clashes
    }

    /// Removes results of missing pictures, or prints how to do it.
    private mutating func prune() throws {
        guard let results, !searched.isEmpty, options.prune || options.shard == nil else { return }
        let folder = try ResultFolder(results)
        let orphans = try folder.orphans(ofPicturesIn: searched)
        guard !orphans.isEmpty else { return }
        let isOne = orphans.count == 1
        let count = orphans.count.counting("result")
        guard options.prune else {
            let (have, them) = isOne ? ("has", "it") : ("have", "them")
            return note("\(count) in \(results) \(have) no picture any more. Remove \(them) with --prune.")
        }
        for orphan in orphans {
            try folder.remove(orphan)
            tally.countRemoval(of: orphan)
        }
        if !options.json {
            note("\(count) removed from \(results): \(isOne ? "its picture is" : "their pictures are") gone.")
        }
    }

    /// Makes the result of a single picture: a file, as a batch of one, or an object.
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
            input: source, versions: [(resize: resize, output: path)], encoding: destination.encoding)
        guard isObject else { return try await make([item], count: 1, protecting: FileIdentities()) }
        let (decoding, edits) = (try options.decoding, try await options.editing())
        let maximumBytes = decoding.limits.bytes
        let place = ResultDestinations.Place(
            PictureDestination(bytes: CommandArguments.bytes(of: output)), existing: options.force ? .replace : .fail)
        let task = PictureTask(
            store: ResultDestinations(
                objects: PictureInput.store, maximumBytes: maximumBytes, fetch: PictureInput.fetch),
            outputs: [(place, .init(resize: resize, encoding: destination.encoding, keep: options.keep))]
        ) { _ in
            (try await PictureFile.read(source, maximumBytes: maximumBytes, fetch: PictureInput.fetch), nil)
        } conversion: {
            PictureConversion(decoding: decoding, edits: edits)
        }
        let report = try await PictureRunner(workers: 1).run(task)
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
            fetch: PictureInput.fetchChanged)
        let store: any ResultStore<ResultWriter.Result>
        if let objects, let plan {
            // The recipe has the formats of all pictures. The name of a picture determines which one applies.
            let sizes = plan.sizes.map(\.resize.recipe).joined(separator: ",")
            store = try await ObjectFolder(
                at: objects,
                recipe: "\(batch.recipe);\(sizes);\(options.format ?? "");\(options.name ?? "");\(options.quality)",
                store: PictureInput.store, replaces: options.force)
        } else {
            store = try ResultWriter(folder: results, replaces: options.force, inputs: inputs)
        }
        let (fetches, begun) = (options.fetches ?? 1, tally)
        let (tally, isInterrupted) = try await withInterruption {
            var tally = begun
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

/// The collection of the pictures of a run: from arguments, folders and lists.
extension ResizeRun {
    private mutating func gather(keepsFolders: Bool) async throws {
        for input in options.inputs {
            let source = PictureSource(bytes: CommandArguments.bytes(of: input))
            if case .address(let address) = source, PictureDestination.isObject(address), address.hasSuffix("/") {
                try await addObjects(address)
            } else {
                add(source, keepsFolders: keepsFolders)
            }
        }
        if let name = options.filesFrom {
            try await addList(name, keepsFolders: keepsFolders)
            if options.prune, let base { searched.append(base) }
        }
        if links > 0 {
            let were = links == 1 ? "was" : "were"
            note("\(links.counting("symbolic link")) \(were) not followed. Name what is to be read of them.")
        }
        if leftOut > 0, let results {
            let (are, were) = leftOut == 1 ? ("is", "was") : ("are", "were")
            let names = leftOut.counting("name")
            note("\(names) of the list \(are) in \(results), made by earlier runs, and \(were) left out.")
        }
    }

    /// Adds the pictures of an argument.
    private mutating func add(_ source: PictureSource, keepsFolders: Bool) {
        do {
            guard case .file(let path) = source else { return try add(source, relative: source.name) }
            if let matches = try PictureTree.matches(of: path) {
                for match in matches { add(.file(match), keepsFolders: keepsFolders) }
            } else if try PictureTree.isFolder(path) {
                try addFolder(path)
            } else {
                try add(source, relative: keepsFolders ? path.lexicallyNormalized().withoutRoot : source.name)
            }
        } catch {
            tally.fail("\(source)", error)
        }
    }

    /// Adds the pictures in a folder. The folder of results is not searched.
    private mutating func addFolder(_ root: FilePath) throws {
        let before = list.count
        let (linksBefore, resultsBefore) = (links, earlierResults)
        var hasFailed = false
        try PictureTree.walk(below: root, skipping: results) { finding throws(any Error) in
            switch finding {
            case .picture(let path):
                let relative = FilePath(root: nil, path.components.dropFirst(root.components.count))
                try add(.file(path), relative: relative)
            case .result: earlierResults += 1
            case .link: links += 1
            case .failure(let folder, let error):
                hasFailed = true
                tally.fail("\(folder)", error)
            }
        }
        guard list.count > before || hasFailed || options.shard != nil else {
            guard earlierResults == resultsBefore else {
                throw LibraryError(
                    .notFound,
                    "There are no pictures in \(root) but results of earlier runs. To use those, name the files.")
            }
            let notes = links > linksBefore ? " but symbolic links, which are not followed" : ""
            throw LibraryError(.notFound, "There are no pictures in \(root)\(notes).")
        }
        // An empty folder may be the mount point of a missing disk, so it is not pruned.
        if !hasFailed, list.count > before { searched.append(root) }
    }

    /// Adds the pictures in a part of a bucket, by the file name extensions of keys. The part with the results is not searched.
    private mutating func addObjects(_ address: String) async throws {
        let before = list.count
        var token: String?
        repeat {
            let page = try await PictureInput.store.list(address, after: token)
            for entry in page.entries {
                let below = String(entry.name.utf8.dropFirst(address.utf8.count)) ?? ""
                let relative = FilePath(below)
                if let objects, entry.name.utf8.starts(with: objects.utf8) { continue }
                guard relative.extension.flatMap(ImageFormat.init(fileExtension:)) != nil, !below.hasSuffix("/"),
                    !relative.components.contains(where: { $0.string.hasPrefix(".") })
                else { continue }
                try add(.address(entry.name), relative: relative, modified: entry.modified)
            }
            token = page.next
        } while token != nil
        guard list.count > before || options.shard != nil else {
            throw LibraryError(.notFound, "There are no pictures in \(address).")
        }
    }

    private mutating func add(_ source: PictureSource, relative: FilePath, modified: Double? = nil) throws {
        var relative = relative
        if let base, case .file(let path) = source { relative = try PictureList.relativePath(of: path, below: base) }
        if let shard = options.shard, !shard.contains(relative) { return }
        try list.append(source, relative: relative, modified: modified)
    }

    private mutating func addListed(_ name: [UInt8], _ folder: ResultFolder?, keepsFolders: Bool) throws {
        named += 1
        let source = PictureSource(bytes: name)
        if case .file(let path) = source, try folder?.holds(path) ?? false {
            leftOut += 1
        } else {
            add(source, keepsFolders: keepsFolders)
        }
    }

    /// Adds the names in a list, separated by line breaks or NULs.
    private mutating func addList(_ name: String, keepsFolders: Bool) async throws {
        let folder = try results.map { folder throws(LibraryError) in try ResultFolder(folder) }
        if PictureDestination.isObject(name) {
            var reader = try PictureInput.reader(of: name)
            var names = NameList(endsWithNUL: options.null)
            while let piece = try await reader.next() {
                try names.add(piece[...]) { try addListed($0, folder, keepsFolders: keepsFolders) }
            }
            try names.finish { try addListed($0, folder, keepsFolders: keepsFolders) }
        } else {
            try NameList.read(name == "-" ? nil : FilePath(argument: name), endsWithNUL: options.null) {
                try addListed($0, folder, keepsFolders: keepsFolders)
            }
        }
        try require(named > 0, .missingInput, "\(name == "-" ? "Standard input" : name) names no pictures.")
    }
}

extension FilePath {
    fileprivate var withoutRoot: FilePath { FilePath(root: nil, components.filter { $0.kind == .regular }) }
}
