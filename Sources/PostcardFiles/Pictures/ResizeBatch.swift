import PostcardDisk
package import PostcardImaging
package import SystemPackage

/// A batch that makes smaller versions of many pictures on all cores. If a picture fails, the others are still processed.
package struct ResizeBatch: Sendable {
    /// A picture and its versions.
    package struct Item: Sendable {
        /// The source of the picture.
        package let input: PictureSource
        /// The versions to make. The picture is decoded once for all versions.
        package let versions: [Version]
        /// The modification time of an object in seconds since 1970; `nil` if unknown.
        package let modified: Double?

        package init(input: PictureSource, versions: [Version], modified: Double? = nil) {
            self.input = input
            self.versions = versions
            self.modified = modified
        }
    }

    /// The size, encoding and path of a version. Missing folders are created. `-` is standard output.
    package typealias Version = (resize: Resize, encoding: EncodingOptions, output: FilePath)

    /// A function that returns a frame of a video, as the bytes of a picture file.
    package typealias FrameOfVideo = @Sendable (FilePath) async throws -> [UInt8]

    /// The decoding options. The size is set for each version.
    package var decoding: DecodingOptions
    /// The edits after resizing.
    package var edits: [Edit]
    /// The source metadata to keep in the versions.
    package var keep: Metadata.Kept
    /// Fetches pictures from URLs.
    package var fetch: PictureSource.FetchChanged
    /// Returns the frame that is used as the picture of a video file. If `frame` is `nil`, videos are treated as unreadable pictures.
    package let frame: FrameOfVideo?

    package init(
        decoding: DecodingOptions = DecodingOptions(), edits: [Edit] = [], keep: Metadata.Kept = [],
        fetch: @escaping PictureSource.FetchChanged = PictureSource.refuseChangedURL, frame: FrameOfVideo? = nil
    ) {
        self.decoding = decoding
        self.edits = edits
        self.keep = keep
        self.fetch = fetch
        self.frame = frame
    }

    /// A description of everything that determines results, except their pictures, sizes and formats.
    package var recipe: String {
        let edits = edits.map(\.recipe).joined(separator: ",")
        let light = decoding.linearLight.map(String.init) ?? "format"
        return "2;\(edits);\(keep.rawValue);\(decoding.filter.rawValue);\(light);\(decoding.toleratesDamage)"
    }

    /// Makes the outdated results of the items. Each item is reported when it is done, in any order.
    ///
    /// Items with large pictures wait for each other, which limits memory use. Cancellation stops items in progress, and a full disk ends
    /// the batch. The remaining items are not started.
    ///
    /// - Parameters:
    ///   - workers: the number of items that compute at the same time, at least 1. The memory limit depends on this number.
    ///   - fetches: the number of items in progress if that is more than `workers`, since some wait for the network.
    ///   - report: receives each item with its report or error. After an error, older versions may still exist.
    package func run<Store: ResultStore<ResultWriter.Result>>(
        _ items: some Sequence<Item>, in store: Store, workers: Int, fetches: Int = 1,
        report: (Item, Result<PictureReport, any Error>) -> Void
    ) async {
        let (workers, recipe, maximumBytes) = (max(1, workers), recipe, decoding.limits.bytes)
        let runner = PictureRunner(workers: workers)
        @Sendable func result(of item: Item) async throws -> PictureReport {
            let source = try ResultWriter.Source(item.input, modified: item.modified)
            let outputs = item.versions.map { version in
                let recipe = ResultWriter.recipe("\(recipe);\(version.resize.recipe);\(version.encoding.recipe)")
                return PictureRunner.Output<Store>(
                    place: ResultWriter.Result(path: version.output, source: source, recipe: recipe),
                    version: .init(resize: version.resize, encoding: version.encoding, keep: keep))
            }
            return try await runner.run(outputs, in: store, makesAll: true) { known in
                switch item.input {
                case .address(let address): try await fetch(address, maximumBytes, known)
                case .file(let path):
                    if let frame, VideoContainer.isVideo(path) {
                        (try await frame(path), nil)
                    } else {
                        (try PictureFile.read(path, maximumBytes: maximumBytes), nil)
                    }
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
                    let outcome: Result<PictureReport, any Error>
                    do { outcome = .success(try await result(of: item)) } catch { outcome = .failure(error) }
                    // With a `return` in each branch, Swift 6.3.1 omits the item in optimized code.
                    return (item, outcome)
                }
            }
            for _ in 0..<max(workers, fetches) { startNext() }
            while let (item, result) = await group.next() {
                if case .failure(let error) = result {
                    // A picture whose processing was canceled is not reported.
                    if error is CancellationError { continue }
                    if (error as? FileError)?.code == .noSpace { isFull = true }
                }
                // `report` can end the batch. In that case, no other item is started.
                report(item, result)
                startNext()
            }
        }
    }
}
