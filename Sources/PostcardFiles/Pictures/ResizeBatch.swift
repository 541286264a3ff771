import PostcardCore
package import PostcardDisk
package import PostcardImaging
package import SystemPackage

/// A batch that makes smaller versions of many pictures on all cores. An error of one picture does not stop the others.
package struct ResizeBatch: Sendable {
    /// A picture and its versions.
    package struct Item: Sendable {
        /// The source of the picture.
        package let input: PictureSource
        /// The versions to make. The picture is decoded once for all of them.
        package let versions: [Version]
        /// The encoding of the versions.
        package let encoding: EncodingOptions
        /// The time at which an object was written, in seconds since 1970; `nil` if it is unknown.
        package let modified: Double?

        package init(
            input: PictureSource, versions: [Version], encoding: EncodingOptions, modified: Double? = nil
        ) {
            self.input = input
            self.versions = versions
            self.encoding = encoding
            self.modified = modified
        }
    }

    /// The size and path of a version. A missing folder is made. `-` is standard output.
    package typealias Version = (resize: Resize, output: FilePath)

    /// The outcome for one item.
    package enum Outcome: Sendable {
        /// The versions were written. It has their sizes in the order of the item, and warnings about ignored damage.
        case made([PixelSize], warnings: [String])
        /// The versions exist, made of the same source in the same way.
        case upToDate
        /// The versions were not made. Older ones may exist.
        case failed(any Error)
    }

    /// The options of decoding. The size is that of each version.
    package var decoding: DecodingOptions
    /// The edits after resizing.
    package var edits: [Edit]
    /// The metadata of the source that the versions keep.
    package var keep: Metadata.Kept
    /// A Boolean value that indicates whether existing files are replaced, including files of others and results that are up to date.
    package var replaces: Bool
    /// The folder of the results with their record; `nil` for none, so that no existing file counts as a result.
    package var folder: FilePath?
    /// The part of a bucket for results; `nil` for files.
    package var objects: ObjectFolder?
    /// Fetches pictures from addresses.
    package var fetch: PictureSource.FetchChanged

    package init(
        decoding: DecodingOptions = DecodingOptions(), edits: [Edit] = [], keep: Metadata.Kept = [],
        replaces: Bool = false, folder: FilePath? = nil,
        fetch: @escaping PictureSource.FetchChanged = PictureSource.refuseChanged
    ) {
        self.decoding = decoding
        self.edits = edits
        self.keep = keep
        self.replaces = replaces
        self.folder = folder
        self.fetch = fetch
    }

    /// A description of everything that results depend on besides their pictures, sizes and formats.
    package var recipe: String {
        let edits = edits.map(\.recipe).joined(separator: ",")
        let light = decoding.linearLight.map(String.init) ?? "format"
        return "2;\(edits);\(keep.rawValue);\(decoding.filter.rawValue);\(light);\(decoding.recover)"
    }

    /// Returns the number of source pixels that may be decoded at the same time. It limits memory by the number of workers, whatever the number and
    /// sizes of pictures.
    private static func pixelsInFlight(_ workers: Int) -> Int { max(24_000_000, 12_000_000 * workers) }

    /// Processes the items, and reports each when it is done, in any order.
    ///
    /// Large pictures wait for each other to limit memory. Cancellation ends pictures in progress, and a full disk ends the batch; the remaining
    /// items are not begun.
    ///
    /// - Parameters:
    ///   - inputs: files that are never replaced, even if `replaces` is `true`: the pictures of all items.
    ///   - workers: the number of workers that the limit on memory depends on, at least 1.
    ///   - fetches: the number of items in progress if that is more than `workers`, since some wait for the network.
    /// - Throws: `LibraryError` if the record of the folder cannot be read.
    package func run(
        _ items: some Sequence<Item>, protecting inputs: FileIdentities = FileIdentities(), workers: Int,
        fetches: Int = 1,
        report: (Item, Outcome) -> Void
    ) async throws(LibraryError) {
        let store: any ResultStore =
            if let objects { objects } else {
                try ResultWriter(folder: folder, replaces: replaces, inputs: inputs)
            }
        let budget = WeightedSemaphore(total: Self.pixelsInFlight(workers), refusal: CancellationError())
        let recipe = recipe
        await withTaskGroup(of: (Item, Outcome)?.self) { group in
            var waiting = items.makeIterator()
            var isFull = false
            func startNext() {
                guard !Task.isCancelled, !isFull, let item = waiting.next() else { return }
                group.addTask {
                    await outcome(of: item, in: store, recipe: recipe, budget: budget).map { (item, $0) }
                }
            }
            for _ in 0..<max(1, workers, fetches) { startNext() }
            while let made = await group.next() {
                guard let (item, outcome) = made else { continue }
                if case .failed(let error as LibraryError) = outcome, error.code == .noSpace { isFull = true }
                // A report may end the batch; then no other item begins.
                report(item, outcome)
                startNext()
            }
        }
    }

    /// Returns the outcome for an item; `nil` if the batch was cancelled.
    private func outcome(
        of item: Item, in store: any ResultStore, recipe: String, budget: WeightedSemaphore<CancellationError>
    ) async -> Outcome? {
        do {
            let source = try ResultWriter.Source(item.input, modified: item.modified)
            let results = item.versions.map { version in
                ResultWriter.Result(
                    path: version.output, source: source,
                    recipe: ResultWriter.recipe("\(recipe);\(version.resize.recipe);\(item.encoding.recipe)"))
            }
            // All results are checked first, so that nothing is written for an item that fails.
            let states = try results.map(store.state)
            guard states.contains(where: { $0 != .upToDate }) else { return .upToDate }
            // A known version counts only if all results are made of it.
            let known: String? =
                if case .made(let version)? = states.first, states.allSatisfy({ $0 == states[0] }) { version } else {
                    nil
                }
            guard let (bytes, version) = try await read(item.input, unless: known) else { return .upToDate }
            let made = try await make(item, of: bytes, budget)
            for (result, file) in zip(results, made.results) {
                try await store.write(file, as: result, ofVersion: version)
            }
            return .made(made.results.map(\.size), warnings: made.warnings)
        } catch is CancellationError {
            return nil
        } catch {
            return .failed(error)
        }
    }

    /// Returns the approximate number of pixels in memory while a picture is reduced. JPEG is decoded at a reduced size and BMP row by row. Other
    /// formats may be decoded whole, those of the HEIF family with additional planes.
    private static func pixelsHeld(by header: ImageHeader) -> Int {
        switch header.format {
        case .jpeg, .bmp, .raw, .ico: header.storedSize.area / 4
        case .avif, .heic, .jxl, .tga: header.storedSize.area / 2 * 3
        case .png, .gif, .webp, .tiff: header.storedSize.area
        }
    }

    /// Reads a picture; returns `nil` for a picture at an address that still has the version `known`.
    private func read(
        _ input: PictureSource, unless known: String?
    ) async throws -> (bytes: [UInt8], version: String?)? {
        let maximumBytes = decoding.limits.bytes
        if case .address(let address) = input { return try await fetch(address, maximumBytes, known) }
        return (try await PictureFile.read(input, maximumBytes: maximumBytes, fetch: PictureSource.refuseAddress), nil)
    }

    private func make(
        _ item: Item, of bytes: [UInt8], _ budget: WeightedSemaphore<CancellationError>
    ) async throws -> PictureConversion.Results {
        let picture = try OpenedPicture(bytes)
        let conversion = PictureConversion(decoding: decoding, edits: edits)
        let versions = item.versions.map {
            PictureConversion.Version(resize: $0.resize, encoding: item.encoding, keep: keep)
        }
        return try await budget.with(Self.pixelsHeld(by: picture.header)) {
            try ImageWork.run { try conversion.results(of: picture, versions: versions) }
        }
    }
}
