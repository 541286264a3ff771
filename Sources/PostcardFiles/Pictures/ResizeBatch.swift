import PostcardDisk
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

    /// The options of decoding. The size is that of each version.
    package var decoding: DecodingOptions
    /// The edits after resizing.
    package var edits: [Edit]
    /// The metadata of the source that the versions keep.
    package var keep: Metadata.Kept
    /// Fetches pictures from addresses.
    package var fetch: PictureSource.FetchChanged

    package init(
        decoding: DecodingOptions = DecodingOptions(), edits: [Edit] = [], keep: Metadata.Kept = [],
        fetch: @escaping PictureSource.FetchChanged = PictureSource.refuseChanged
    ) {
        self.decoding = decoding
        self.edits = edits
        self.keep = keep
        self.fetch = fetch
    }

    /// A description of everything that results depend on besides their pictures, sizes and formats.
    package var recipe: String {
        let edits = edits.map(\.recipe).joined(separator: ",")
        let light = decoding.linearLight.map(String.init) ?? "format"
        return "2;\(edits);\(keep.rawValue);\(decoding.filter.rawValue);\(light);\(decoding.toleratesDamage)"
    }

    /// Makes the results of the items that are not up to date, and reports on each when it is done, in any order.
    ///
    /// Large pictures wait for each other to limit memory. Cancellation ends pictures in progress, and a full disk ends the batch; the remaining
    /// items are not begun.
    ///
    /// - Parameters:
    ///   - workers: the number of items that compute at the same time, at least 1, on which the limit on memory depends.
    ///   - fetches: the number of items in progress if that is more than `workers`, since some wait for the network.
    ///   - report: gets each item with its report, or with its error; older versions may exist then.
    package func run<Store: ResultStore<ResultWriter.Result>>(
        _ items: some Sequence<Item>, in store: Store, workers: Int, fetches: Int = 1,
        report: (Item, Result<PictureReport, any Error>) -> Void
    ) async {
        let (workers, recipe, maximumBytes) = (max(1, workers), recipe, decoding.limits.bytes)
        let runner = PictureRunner(workers: workers)
        @Sendable func result(of item: Item) async throws -> PictureReport {
            let source = try ResultWriter.Source(item.input, modified: item.modified)
            let outputs = item.versions.map { version in
                let recipe = ResultWriter.recipe("\(recipe);\(version.resize.recipe);\(item.encoding.recipe)")
                return PictureRunner.Output<Store>(
                    place: ResultWriter.Result(path: version.output, source: source, recipe: recipe),
                    version: .init(resize: version.resize, encoding: item.encoding, keep: keep))
            }
            return try await runner.run(outputs, in: store, makesAll: true) { known in
                switch item.input {
                case .address(let address): try await fetch(address, maximumBytes, known)
                case .file(let path): (try PictureFile.read(path, maximumBytes: maximumBytes), nil)
                case .standardInput: (try PictureFile.readStandardInput(maximumBytes: maximumBytes), nil)
                }
            } conversion: {
                PictureConversion(decoding: decoding, edits: edits)
            }
        }
        await withTaskGroup(of: (Item, Result<PictureReport, any Error>).self) { group in
            var waiting = items.makeIterator()
            var isFull = false
            func startNext() {
                guard !Task.isCancelled, !isFull, let item = waiting.next() else { return }
                group.addTask {
                    do { return (item, .success(try await result(of: item))) } catch { return (item, .failure(error)) }
                }
            }
            for _ in 0..<max(workers, fetches) { startNext() }
            while let (item, result) = await group.next() {
                if case .failure(let error) = result {
                    // Nothing is reported of a picture whose work was canceled.
                    if error is CancellationError { continue }
                    if (error as? FileError)?.code == .noSpace { isFull = true }
                }
                // A report may end the batch; then no other item begins.
                report(item, result)
                startNext()
            }
        }
    }
}
