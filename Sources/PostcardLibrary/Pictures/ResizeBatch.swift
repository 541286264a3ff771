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
        /// How the versions are encoded.
        public let encoding: EncodingOptions

        /// Pairs a file with its versions.
        public init(input: FilePath, versions: [Version], encoding: EncodingOptions) {
            self.input = input
            self.versions = versions
            self.encoding = encoding
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
    /// What is done after resizing.
    public var edits: [Edit]
    /// What of a source's metadata its versions tell.
    public var keep: Metadata.Kept
    /// Whether results that are newer than their sources are made again.
    public var remakes: Bool

    /// Makes a batch.
    public init(
        decoding: DecodingOptions = DecodingOptions(), edits: [Edit] = [], keep: Metadata.Kept = [],
        remakes: Bool = false
    ) {
        self.decoding = decoding
        self.edits = edits
        self.keep = keep
        self.remakes = remakes
    }

    /// Pixels of sources that may be decoded at the same time: memory stays the same however many files there are, and
    /// grows with the number of workers, but not with the size of the pictures.
    private static func pixelsInFlight(_ workers: Int) -> Int { max(24_000_000, 12_000_000 * workers) }

    /// Works through `items`, `workers` at a time, and tells of each as it is done, in any order. Ends early when the task
    /// is cancelled: pictures under way are finished, the others are not begun. Large pictures wait for each other, so that
    /// memory is bounded.
    public func run(
        _ items: [Item], workers: Int, report: (Item, Outcome) -> Void
    ) async {
        let budget = PixelBudget(Self.pixelsInFlight(workers))
        await withTaskGroup(of: (Item, Outcome).self) { group in
            var waiting = items.makeIterator()
            func startNext() {
                guard !Task.isCancelled, let item = waiting.next() else { return }
                group.addTask { (item, await outcome(of: item, within: budget)) }
            }
            for _ in 0..<max(1, workers) { startNext() }
            while let (item, outcome) = await group.next() {
                startNext()
                report(item, outcome)
            }
        }
    }

    private func outcome(of item: Item, within budget: PixelBudget) async -> Outcome {
        do {
            if try isUpToDate(item), !remakes { return .upToDate }
            let bytes = try PictureFile.read(item.input, maximumBytes: decoding.limits.bytes)
            let header = try ImageHeader(of: bytes.span.bytes)
            let made = await budget.with(Self.pixelsHeld(by: header)) { Result { try make(item, from: bytes) } }
            return try made.get()
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

    private func make(_ item: Item, from bytes: [UInt8]) throws -> Outcome {
        let conversion = PictureConversion(decoding: decoding, edits: edits, encoding: item.encoding, keep: keep)
        let made = try conversion.results(of: bytes, sizes: item.versions.map(\.resize))
        for (version, result) in zip(item.versions, made.results) {
            let folder = version.output.removingLastComponent()
            if !folder.isEmpty { try FileSystem.makeDirectories(folder) }
            try PictureFile.write(result.bytes, to: version.output, replacing: true)
        }
        return .made(made.results.map(\.size), warnings: made.warnings)
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
