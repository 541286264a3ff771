internal import HTTPTypes
internal import NIOCore
internal import NIOPosix
internal import PostcardImaging
internal import PostcardLibrary

/// Makes pictures, from the cache where it can, each at most once at a time, and never more than there is room for.
struct PictureService: Sendable {
    /// A result as it goes to the client.
    struct Result: Sendable {
        /// Nil when the client has it already.
        let bytes: [UInt8]?
        let key: ResultKey
        let choice: FormatChoice
    }

    let source: PictureSource
    let cache: DiskCache?
    let limits: DecodingLimits
    /// Pixels in work.
    let admission: Admission
    let threads: NIOThreadPool
    let metrics: ServerMetrics
    private let flights = Flights<ResultKey, [UInt8]>()
    private let formats = BoundedMemory<BlobHash, ImageFormat>()

    init(
        source: PictureSource, cache: DiskCache?, limits: DecodingLimits, admission: Admission, threads: NIOThreadPool,
        metrics: ServerMetrics
    ) {
        self.source = source
        self.cache = cache
        self.limits = limits
        self.admission = admission
        self.threads = threads
        self.metrics = metrics
    }

    /// - Parameters:
    ///   - recipe: what is asked for.
    ///   - accept: what formats the client takes.
    ///   - ifNoneMatch: the ETags that it has.
    func picture(
        _ recipe: some PictureRecipe, accept: AcceptHeader, ifNoneMatch: String?
    ) async throws -> Result {
        var hashes: [BlobHash] = []
        for name in recipe.sources { hashes.append(try await source.hash(of: name)) }
        let choice = try await choice(of: recipe, hashes, accept: accept)
        let key = ResultKey(sources: hashes, operations: recipe.operations, format: choice.format)
        if EntityTags.matches(ifNoneMatch, key.entityTag) { return Result(bytes: nil, key: key, choice: choice) }
        if let bytes = cache?.read(key.name) {
            metrics.cacheHit()
            return Result(bytes: bytes, key: key, choice: choice)
        }
        metrics.cacheMiss()
        let expected = hashes
        let bytes = try await flights.value(for: key) {
            let made = try await make(recipe, as: choice.format)
            // A file that changed in the meantime made another result than the key says: it is answered, not kept.
            if made.sources == expected { cache?.write(made.bytes, as: key.name) }
            return made.bytes
        }
        return Result(bytes: bytes, key: key, choice: choice)
    }

    /// Makes a picture that is not kept.
    ///
    /// - Returns: its file, and what its sources were when it was made.
    func make(
        _ recipe: some PictureRecipe, as format: ImageFormat
    ) async throws -> (bytes: [UInt8], sources: [BlobHash]) {
        guard let first = recipe.sources.first else { return (try await render(recipe, [], as: format), []) }
        var others: [PictureSource.Picture] = []
        var bytes = 0
        for name in recipe.sources.dropFirst() {
            let picture = try await source.with(name) { $0 }
            bytes += picture.bytes.count
            guard bytes <= source.maximumBytes else {
                throw ServerFault(
                    .contentTooLarge, "The pictures have more than \(source.maximumBytes) bytes together.")
            }
            others.append(picture)
        }
        let rest = others
        return try await source.with(first) { picture in
            let pictures = [picture] + rest
            return (try await render(recipe, pictures.map(\.bytes), as: format), pictures.map(\.hash))
        }
    }

    private func choice(
        of recipe: some PictureRecipe, _ hashes: [BlobHash], accept: AcceptHeader
    ) async throws -> FormatChoice {
        if let format = recipe.format { return FormatChoice(explicit: format, source: format, accept: accept) }
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

    private func render(
        _ recipe: some PictureRecipe, _ files: [[UInt8]], as format: ImageFormat
    ) async throws -> [UInt8] {
        try await admission.with(try recipe.pixels(of: files)) {
            let cancellation = CancellationFlag()
            return try await withTaskCancellationHandler {
                // On threads of their own: the ones that answer requests must never wait for a picture.
                try await threads.runIfActive {
                    try cancellation.check()
                    return try recipe.render(files, as: format, limits: limits, checkpoint: cancellation.check)
                }
            } onCancel: {
                cancellation.cancel()
            }
        }
    }
}
