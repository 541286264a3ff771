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
    private let formats = FormatMemory()

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
    ///   - request: what is asked for.
    ///   - accept: what formats the client takes.
    ///   - ifNoneMatch: the ETags that it has.
    func picture(
        _ request: ThumborRequest, accept: AcceptHeader, ifNoneMatch: String?
    ) async throws -> Result {
        var names = [request.image]
        var explicit: ImageFormat?
        for filter in request.filters {
            if case .watermark(let watermark) = filter { names.append(watermark.image) }
            if case .format(let format) = filter { explicit = format }
        }
        var hashes: [BlobHash] = []
        for name in names { hashes.append(try await source.hash(of: name)) }
        let choice = FormatChoice(
            explicit: explicit, source: try await format(of: request.image, hash: hashes[0]), accept: accept)
        guard let key = ResultKey(sources: hashes, operations: request.options, format: choice.format) else {
            throw ServerFault.notFound
        }
        if EntityTags.matches(ifNoneMatch, key.entityTag) { return Result(bytes: nil, key: key, choice: choice) }
        if let bytes = cache?.read(key.name) {
            metrics.cacheHit()
            return Result(bytes: bytes, key: key, choice: choice)
        }
        metrics.cacheMiss()
        let marks = Array(names.dropFirst())
        let expected = hashes
        let bytes = try await flights.value(for: key) {
            try await make(request, marks: marks, expected: expected, key: key, format: choice.format)
        }
        return Result(bytes: bytes, key: key, choice: choice)
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

    private func make(
        _ request: ThumborRequest, marks: [String], expected: [BlobHash], key: ResultKey, format: ImageFormat
    ) async throws -> [UInt8] {
        var watermarks: [String: [UInt8]] = [:]
        for mark in marks { watermarks[mark] = try await source.with(mark) { $0.bytes } }
        let files = watermarks
        return try await source.with(request.image) { picture in
            let bytes = try await render(picture.bytes, request, watermarks: files, format: format)
            // A file that changed in the meantime made another result than the key says: it is answered, not kept.
            if picture.hash == expected[0] { cache?.write(bytes, as: key.name) }
            return bytes
        }
    }

    private func render(
        _ bytes: [UInt8], _ request: ThumborRequest, watermarks: [String: [UInt8]], format: ImageFormat
    ) async throws -> [UInt8] {
        let size = try ImageHeader(of: bytes.span.bytes).size
        return try await admission.with(size.area) {
            let cancellation = CancellationFlag()
            let renderer = ThumborRenderer(
                request: request, limits: limits, watermarks: watermarks, checkpoint: cancellation.check)
            return try await withTaskCancellationHandler {
                // On threads of their own: the ones that answer requests must never wait for a picture.
                try await threads.runIfActive {
                    try cancellation.check()
                    return try renderer.render(bytes, as: format)
                }
            } onCancel: {
                cancellation.cancel()
            }
        }
    }
}
