import PostcardCore
package import PostcardDisk
package import PostcardImaging
package import SystemPackage

/// Makes smaller versions of many pictures, on all cores, one failure never stopping the rest.
package struct ResizeBatch: Sendable {
    /// One picture and the versions to make of it.
    package struct Item: Sendable {
        /// The picture to read.
        package let input: PictureSource
        /// The versions to make of it; it is decoded once for all.
        package let versions: [Version]
        /// The options by which the versions are encoded.
        package let encoding: EncodingOptions
        /// The seconds since 1970 at which an object was written; `nil` when that is not known.
        package let modified: Double?

        /// Pairs a picture with its versions.
        package init(
            input: PictureSource, versions: [Version], encoding: EncodingOptions, modified: Double? = nil
        ) {
            self.input = input
            self.versions = versions
            self.encoding = encoding
            self.modified = modified
        }
    }

    /// One result: its size, and the file to write, whose folder is made when it is missing; `-` for standard output.
    package typealias Version = (resize: Resize, output: FilePath)

    /// The outcome of one item.
    package enum Outcome: Sendable {
        /// The versions were written; their sizes in the order of the item, and damage that was passed over.
        case made([PixelSize], warnings: [String])
        /// The versions are there, made of the same source in the same way.
        case upToDate
        /// There are no versions, or those from before.
        case failed(any Error)
    }

    /// The options by which each picture is decoded; the size is that of the versions.
    package var decoding: DecodingOptions
    /// The edits that are applied after resizing.
    package var edits: [Edit]
    /// The metadata of a source that its versions keep.
    package var keep: Metadata.Kept
    /// A Boolean value that indicates whether existing files are replaced, whoever made them, and results made again
    /// that are up to date.
    package var replaces: Bool
    /// The folder of the results, where the record of what was made is kept. Without it no file is known to be a result.
    package var folder: FilePath?
    /// The part of a bucket that results go to in place of files.
    package var objects: ObjectFolder?
    /// Gets pictures from addresses.
    package var fetch: PictureSource.Fetch

    /// Makes a batch.
    package init(
        decoding: DecodingOptions = DecodingOptions(), edits: [Edit] = [], keep: Metadata.Kept = [],
        replaces: Bool = false, folder: FilePath? = nil,
        fetch: @escaping PictureSource.Fetch = PictureSource.refuseAddress
    ) {
        self.decoding = decoding
        self.edits = edits
        self.keep = keep
        self.replaces = replaces
        self.folder = folder
        self.fetch = fetch
    }

    /// A description of all that results depend on but their pictures, sizes and formats.
    package var recipe: String {
        let edits = edits.map(\.recipe).joined(separator: ",")
        let light = decoding.linearLight.map(String.init) ?? "format"
        return "2;\(edits);\(keep.rawValue);\(decoding.filter.rawValue);\(light);\(decoding.recover)"
    }

    /// Pixels of sources that may be decoded at the same time: memory stays the same however many files there are, and
    /// grows with the number of workers, but not with the size of the pictures.
    private static func pixelsInFlight(_ workers: Int) -> Int { max(24_000_000, 12_000_000 * workers) }

    /// Works through `items`, `workers` at a time, and tells of each as it is done, in any order. Ends early when the task
    /// is cancelled, which ends pictures under way, or the disk is full: those that wait and the others are not begun. Large pictures wait for
    /// each other, so that memory is bounded.
    ///
    /// - Parameters:
    ///   - items: the pictures, and what is made of each.
    ///   - inputs: files that are never replaced, whatever `replaces` says: the pictures of all items.
    ///   - workers: the number of items at a time that memory is reckoned for, at least 1.
    ///   - fetches: the number of items under way, where that is more: others wait for a network meanwhile.
    ///   - report: gets each item with its outcome.
    /// - Throws: `LibraryError` when the record of the folder cannot be read.
    package func run(
        _ items: some Sequence<Item>, protecting inputs: FileIdentities = FileIdentities(), workers: Int,
        fetches: Int = 1,
        report: (Item, Outcome) -> Void
    ) async throws(LibraryError) {
        let store: any ResultStore =
            if let objects { objects } else {
                try ResultWriter(folder: folder, replaces: replaces, inputs: inputs)
            }
        let maker = ResultMaker(
            batch: self, store: store,
            budget: WeightedSemaphore(total: Self.pixelsInFlight(workers), refusal: CancellationError()), recipe: recipe
        )
        await withTaskGroup(of: (Item, Outcome)?.self) { group in
            var waiting = items.makeIterator()
            var isFull = false
            func startNext() {
                guard !Task.isCancelled, !isFull, let item = waiting.next() else { return }
                group.addTask { await maker.outcome(of: item).map { (item, $0) } }
            }
            for _ in 0..<max(1, workers, fetches) { startNext() }
            while let made = await group.next() {
                guard let (item, outcome) = made else { continue }
                if case .failed(let error as LibraryError) = outcome, error.code == .noSpace { isFull = true }
                startNext()
                report(item, outcome)
            }
        }
    }
}

/// Makes the versions of one picture after the other.
private struct ResultMaker: Sendable {
    let batch: ResizeBatch
    let store: any ResultStore
    let budget: WeightedSemaphore<CancellationError>
    /// The part of the recipe that all results have in common.
    let recipe: String

    /// `nil` for a picture that was not begun when the task was cancelled.
    func outcome(of item: ResizeBatch.Item) async -> ResizeBatch.Outcome? {
        do {
            let source = try ResultWriter.Source(item.input, modified: item.modified)
            let results = item.versions.map { version in
                ResultWriter.Result(
                    path: version.output, source: source,
                    recipe: ResultWriter.recipe("\(recipe);\(version.resize.recipe);\(item.encoding.recipe)"))
            }
            // All are looked at first: nothing is written for a picture that fails.
            var isUpToDate = true
            for result in results where try !store.isUpToDate(result) { isUpToDate = false }
            guard !isUpToDate else { return .upToDate }
            let made = try await make(item)
            for (result, file) in zip(results, made.results) { try await store.write(file, as: result) }
            return .made(made.results.map(\.size), warnings: made.warnings)
        } catch is CancellationError {
            return nil
        } catch {
            return .failed(error)
        }
    }

    /// About how many pixels are in memory while a picture is made small: JPEG is decoded smaller and BMP row by row, the
    /// others may be whole, those of the HEIF family as planes besides.
    private static func pixelsHeld(by header: ImageHeader) -> Int {
        switch header.format {
        case .jpeg, .bmp, .raw, .ico: header.storedSize.area / 4
        case .avif, .heic, .jxl, .tga: header.storedSize.area / 2 * 3
        case .png, .gif, .webp, .tiff, .wbmp, .xbm: header.storedSize.area
        }
    }

    private func make(_ item: ResizeBatch.Item) async throws -> PictureConversion.Results {
        let bytes = try await item.input.bytes(maximumBytes: batch.decoding.limits.bytes, fetch: batch.fetch)
        let header = try ImageHeader(of: bytes.span.bytes)
        let conversion = PictureConversion(decoding: batch.decoding, edits: batch.edits)
        let versions = item.versions.map {
            PictureConversion.Version(resize: $0.resize, encoding: item.encoding, keep: batch.keep)
        }
        return try await budget.with(Self.pixelsHeld(by: header)) {
            try ImageWork.run { try conversion.results(of: bytes, header: header, versions: versions) }
        }
    }
}
