public import PostcardImaging
public import SystemPackage

/// Makes smaller versions of many picture files, on all cores, one failure never stopping the rest.
public struct ResizeBatch: Sendable {
    /// One picture to make.
    public struct Item: Sendable, Hashable {
        /// The file to read.
        public let input: FilePath
        /// The file to write; its folder is made when it is missing.
        public let output: FilePath

        /// Pairs a file with its result.
        public init(input: FilePath, output: FilePath) {
            self.input = input
            self.output = output
        }
    }

    /// What became of one item.
    public enum Outcome: Sendable {
        /// The result was written.
        case made(PixelSize)
        /// The result is there and newer than its source.
        case upToDate
        /// There is no result, or the one from before.
        case failed(any Error)
    }

    /// How each file is decoded, the size of the result among it.
    public var decoding: DecodingOptions
    /// How each result is encoded.
    public var encoding: EncodingOptions
    /// Whether results that are newer than their sources are made again.
    public var remakes: Bool

    /// Makes a batch.
    public init(decoding: DecodingOptions, encoding: EncodingOptions, remakes: Bool = false) {
        self.decoding = decoding
        self.encoding = encoding
        self.remakes = remakes
    }

    /// Works through `items`, `workers` at a time, and tells of each as it is done, in any order. Ends early when the task
    /// is cancelled: pictures under way are finished, the others are not begun.
    public func run(
        _ items: [Item], workers: Int, report: (Item, Outcome) -> Void
    ) async {
        await withTaskGroup(of: (Item, Outcome).self) { group in
            var waiting = items.makeIterator()
            func startNext() {
                guard !Task.isCancelled, let item = waiting.next() else { return }
                group.addTask { (item, outcome(of: item)) }
            }
            for _ in 0..<max(1, workers) { startNext() }
            while let (item, outcome) = await group.next() {
                startNext()
                report(item, outcome)
            }
        }
    }

    private func outcome(of item: Item) -> Outcome {
        do {
            if try isUpToDate(item), !remakes { return .upToDate }
            let bytes = try PictureFile.read(item.input, maximumBytes: decoding.limits.bytes)
            let image = try Image(decoding: bytes, options: decoding)
            let folder = item.output.removingLastComponent()
            if !folder.isEmpty { try FileSystem.makeDirectories(folder) }
            try PictureFile.write(image.encoded(encoding), to: item.output, replacing: true)
            return .made(image.size)
        } catch {
            return .failed(error)
        }
    }

    private func isUpToDate(_ item: Item) throws(LibraryError) -> Bool {
        guard let output = try FileSystem.status(of: item.output), let input = try FileSystem.status(of: item.input)
        else { return false }
        guard output.identity != input.identity else {
            throw LibraryError(
                .conflict, "\(item.input) would be replaced by its own small version. Choose another folder.")
        }
        return output.modified >= input.modified
    }
}
