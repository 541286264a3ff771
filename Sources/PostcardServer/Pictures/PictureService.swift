internal import HTTPTypes
internal import NIOCore
internal import NIOPosix
internal import PostcardImaging
internal import PostcardLibrary

/// Makes pictures, from the cache where it can, each at most once at a time, and never more than there is room for.
struct PictureService: Sendable {
    /// A result as it goes to the client.
    struct Result: Sendable {
        /// The file of a result.
        enum File: Sendable {
            case bytes([UInt8])
            /// One of the cache, larger than a piece that is read at a time.
            case cached(ServedFile)

            /// The bytes, unless there are more than `limit`.
            func bytes(upTo limit: Int) -> [UInt8]? {
                switch self {
                case .bytes(let bytes): bytes.count <= limit ? bytes : nil
                case .cached(let file): file.size <= limit ? file.head(file.size) : nil
                }
            }
        }

        /// Nil when the client has it already.
        let file: File?
        /// Whether it was asked for before and kept.
        var isKept = false
        let key: ResultKey
        let choice: FormatChoice
    }

    private static let fetchesAtOnce = 2

    let source: PictureSource
    let cache: DiskCache?
    let limits: DecodingLimits
    /// Pixels in work.
    let admission: Admission
    /// Pixels of contact sheets that wait for their pictures, besides: one that waited for room with room in its hand could
    /// wait for ever.
    let sheets: Admission
    let threads: NIOThreadPool
    let metrics: ServerMetrics
    /// Of the workers' time, for one result.
    private let renderingLimit: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    private let flights = Flights<ResultKey, [UInt8]>()
    private let formats = BoundedMemory<BlobHash, ImageFormat>()

    init(
        source: PictureSource, cache: DiskCache?, limits: DecodingLimits, admission: Admission, sheets: Admission,
        threads: NIOThreadPool, metrics: ServerMetrics, renderingLimit: Duration,
        now: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        self.source = source
        self.cache = cache
        self.limits = limits
        self.admission = admission
        self.threads = threads
        self.metrics = metrics
        self.sheets = sheets
        self.renderingLimit = renderingLimit
        self.now = now
    }

    /// - Parameters:
    ///   - recipe: what is asked for.
    ///   - accept: what formats the client takes.
    ///   - ifNoneMatch: the ETags that it has.
    func picture(
        _ recipe: some PictureRecipe, accept: AcceptHeader, ifNoneMatch: String?
    ) async throws -> Result {
        let hashes = try await hashes(of: recipe)
        let choice = try await choice(of: recipe, hashes, accept: accept)
        let key = ResultKey(sources: hashes, operations: recipe.operations, format: choice.format)
        if EntityTags.matches(ifNoneMatch, key.entityTag) { return Result(file: nil, key: key, choice: choice) }
        if let file = cached(key) {
            metrics.cacheHit()
            return Result(file: file, isKept: true, key: key, choice: choice)
        }
        metrics.cacheMiss()
        let expected = hashes
        let bytes = try await flights.value(for: key) {
            let made = try await recipe.make(as: choice.format, by: self)
            // A file that changed in the meantime made another result than the key says: it is answered, not kept.
            if made.sources == expected, recipe.sources.allSatisfy(source.mayBeKept) {
                cache?.write(made.bytes, as: key.name)
            }
            return made.bytes
        }
        // What is on the disk need not wait in memory for a client that takes its time.
        let isLarge = bytes.count > ServedFile.pieceSize
        return Result(file: (isLarge ? cached(key) : nil) ?? .bytes(bytes), key: key, choice: choice)
    }

    private func cached(_ key: ResultKey) -> Result.File? {
        guard let file = cache?.open(key.name) else { return nil }
        guard file.size <= ServedFile.pieceSize else { return .cached(file) }
        let bytes = file.head(file.size)
        return bytes.count == file.size ? .bytes(bytes) : nil
    }

    /// What the sources are now. Those that have to be fetched are so a few at a time, all in the time of one.
    private func hashes(of recipe: some PictureRecipe) async throws -> [BlobHash] {
        let names = recipe.sources
        @Sendable func hash(_ index: Int) async throws -> BlobHash {
            do {
                return try await source.hash(of: names[index])
            } catch {
                throw recipe.fault(error, of: index)
            }
        }
        guard names.count(where: PictureSource.isAddress) > 1 else {
            var hashes: [BlobHash] = []
            for index in names.indices { hashes.append(try await hash(index)) }
            return hashes
        }
        return try await withDeadline(fetchingLimit, "The pictures take too long to come.") {
            try await names.indices.concurrentlyMapped(width: Self.fetchesAtOnce, hash)
        }
    }

    private func choice(
        of recipe: some PictureRecipe, _ hashes: [BlobHash], accept: AcceptHeader
    ) async throws -> FormatChoice {
        if let format = recipe.format { return FormatChoice(explicit: format, source: format, accept: accept) }
        if let usual = recipe.usualFormat { return FormatChoice(explicit: nil, source: usual, accept: accept) }
        guard let name = recipe.sources.first else { return FormatChoice(explicit: nil, source: .jpeg, accept: accept) }
        return FormatChoice(explicit: nil, source: try await format(of: name, hash: hashes[0]), accept: accept)
    }

    private func format(of name: String, hash: BlobHash) async throws -> ImageFormat {
        if let format = formats[hash] { return format }
        return try await source.with(name) { picture in
            guard let format = ImageFormat(sniffing: picture.bytes.span.bytes) else {
                throw ServerFault(.unsupportedMediaType, "The file is not a picture of a known format.")
            }
            formats[picture.hash] = format
            return format
        }
    }

    /// What all pictures of a result that are fetched may take.
    private var fetchingLimit: Duration { source.fetcher.policy.timeout }

    /// What a result may take that is made picture by picture, queues included.
    var patience: Duration { fetchingLimit + renderingLimit }

    /// What the making of a result may take of the workers' time.
    func renderingTime() -> RenderingTime { RenderingTime(limit: renderingLimit, now: now) }

    /// Does a piece of the work for a result as soon as there is room for its pixels.
    ///
    /// - Parameters:
    ///   - pixels: how many are in memory at the same time, about.
    ///   - time: that of the result.
    ///   - work: runs within `ImageWork`, whose checkpoint throws when it has to stop.
    func work<Value: Sendable>(
        on pixels: Int, within time: RenderingTime, _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await admission.with(pixels) {
            let cancellation = CancellationFlag()
            return try await withTaskCancellationHandler {
                // On threads of their own: the ones that answer requests must never wait for a picture.
                try await threads.runIfActive { try time.spend(cancellation, on: work) }
            } onCancel: {
                cancellation.cancel()
            }
        }
    }
}
