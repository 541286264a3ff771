public import PostcardImaging
public import SystemPackage

/// Makes smaller versions of many picture files, on all cores, one failure never stopping the rest.
public struct ResizeBatch: Sendable {
    /// One picture and the versions to make of it.
    public struct Item: Sendable, Hashable {
        /// The file to read.
        public let input: FilePath
        /// What to make of it; it is decoded once for all.
        public let versions: [Version]

        /// Pairs a file with its versions.
        public init(input: FilePath, versions: [Version]) {
            self.input = input
            self.versions = versions
        }
    }

    /// One result.
    public struct Version: Sendable, Hashable {
        /// Its size.
        public let resize: Resize
        /// The file to write; its folder is made when it is missing.
        public let output: FilePath

        /// Pairs a size with a file.
        public init(resize: Resize, output: FilePath) {
            self.resize = resize
            self.output = output
        }
    }

    /// What became of one item.
    public enum Outcome: Sendable {
        /// The versions were written; their sizes in the order of the item, and damage that was passed over.
        case made([PixelSize], warnings: [String])
        /// The versions are there and newer than their source.
        case upToDate
        /// There are no versions, or those from before.
        case failed(any Error)
    }

    /// How each file is decoded; the size is that of the versions.
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
            return try make(item)
        } catch {
            return .failed(error)
        }
    }

    /// Decodes as much as the largest version needs, and makes the others from that.
    private func make(_ item: Item) throws -> Outcome {
        let bytes = try PictureFile.read(item.input, maximumBytes: decoding.limits.bytes)
        let size = try ImageHeader(of: bytes.span.bytes).size
        let largest = item.versions.map(\.resize).max { $0.size(for: size).area < $1.size(for: size).area }
        var options = decoding
        options.resize = largest
        let decoded = try DecodedImage(bytes, options: options)
        let image = decoded.image
        let sizes = try item.versions.map { version in
            let result = try version.resize == largest ? image : image.resized(to: version.resize.size(for: size))
            let folder = version.output.removingLastComponent()
            if !folder.isEmpty { try FileSystem.makeDirectories(folder) }
            try PictureFile.write(result.encoded(encoding), to: version.output, replacing: true)
            return result.size
        }
        return .made(sizes, warnings: decoded.warnings)
    }

    private func isUpToDate(_ item: Item) throws(LibraryError) -> Bool {
        guard let input = try FileSystem.status(of: item.input) else { return false }
        var isUpToDate = true
        for version in item.versions {
            guard let output = try FileSystem.status(of: version.output) else {
                isUpToDate = false
                continue
            }
            guard output.identity != input.identity else {
                throw LibraryError(
                    .conflict, "\(item.input) would be replaced by its own small version. Choose another folder.")
            }
            isUpToDate = isUpToDate && output.modified >= input.modified
        }
        return isUpToDate
    }
}
