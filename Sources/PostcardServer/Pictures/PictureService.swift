import HTTPTypes
import NIOCore
import NIOPosix
import PostcardCore
import PostcardImaging
import PostcardLibrary
import Tracing

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
        /// True when it was requested before and kept.
        var isKept = false
        let key: ResultKey
        let choice: FormatChoice
        /// The stamps that tell whether the sources are still the same; nil when that cannot be told of all.
        let stamps: [SourcePictures.Stamp]?
        /// The addresses of sources that came over the network.
        let remote: [String]
    }

    /// The sources of a result as they were found.
    private struct Sources {
        let hashes: [BlobHash]
        /// Of the first one, where it decides.
        let format: ImageFormat?
        let stamps: [SourcePictures.Stamp]?
        /// Those that came over the network.
        let remote: [FetchedRecord]
        /// True when one of them is good only because its origin is away.
        let isStale: Bool
        /// Nil when they did not have to be read.
        let files: SourcePictures.Files?
    }

    /// A result that was not in the cache.
    private struct Made: Sendable {
        let bytes: [UInt8]
        /// True when it came from the shared store.
        var isShared = false
        /// False when a source changed while it was made.
        var isOfKnownSources = true
    }

    private static let fetchesAtOnce = 2
    private static let changed = HTTPError(
        .serviceUnavailable, "The picture changed while it was read. Try again.", retryAfter: 1)

    let defaults: OutputDefaults
    private(set) var source: SourcePictures
    let cache: DiskCache?
    /// Results that replicas share; `nil` for none.
    let results: SharedResults?
    let limits: DecodingLimits
    /// Pixels in work.
    let admission: WeightedSemaphore
    let decoders: PictureDecoders
    /// Pixels of contact sheets that wait for their pictures: a separate budget, since holding one permit while awaiting another
    /// deadlocks.
    let sheets: WeightedSemaphore
    let threads: NIOThreadPool
    let metrics: ServerMetrics
    /// Of the workers' time, for one result.
    private let renderingLimit: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    private let flights = SingleFlight<ResultKey, Made>()
    private let formats = BoundedMemory<BlobHash, ImageFormat>()

    init(
        source: SourcePictures, cache: DiskCache?, results: SharedResults? = nil, limits: DecodingLimits,
        admission: WeightedSemaphore, decoders: PictureDecoders,
        sheets: WeightedSemaphore, defaults: OutputDefaults,
        threads: NIOThreadPool, metrics: ServerMetrics, renderingLimit: Duration,
        now: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        self.source = source
        self.cache = cache
        self.results = results
        self.limits = limits
        self.admission = admission
        self.decoders = decoders
        self.threads = threads
        self.metrics = metrics
        self.sheets = sheets
        self.defaults = defaults
        self.renderingLimit = renderingLimit
        self.now = now
    }

    /// The same, for pictures that are within all of these scopes.
    func limited(to scopes: [PictureScope]) -> PictureService {
        var limited = self
        limited.source.scopes = scopes
        return limited
    }

    /// `recipe` is the request. `accept` lists the formats that the client takes. `ifNoneMatch` has the ETags that the
    /// client knows. `isShared` tells whether replicas share the result.
    func picture(
        _ recipe: some PictureRecipe, accept: AcceptHeader, ifNoneMatch: String?, isShared: Bool = false
    ) async throws -> Result {
        let results = isShared ? results : nil
        // Where the result may be there already, no more is read of sources than tells their versions apart.
        let sources = try await metrics.measure(.source) {
            try await self.sources(of: recipe, results?.isReachable == true ? .identity : .usual)
        }
        let choice = FormatChoice(
            explicit: recipe.format, source: recipe.format ?? recipe.usualFormat ?? sources.format ?? .jpeg,
            accept: accept, preferred: defaults.formats)
        let key = ResultKey(sources: sources.hashes, operations: recipe.operations, format: choice.format)
        let (stamps, remote) = (sources.stamps, sources.remote.map(\.key))
        if EntityTags.matches(ifNoneMatch, key.entityTag) {
            return Result(file: nil, key: key, choice: choice, stamps: stamps, remote: remote)
        }
        if let file = cached(key) {
            count(sources.isStale ? .stale : .disk)
            return Result(file: file, isKept: true, key: key, choice: choice, stamps: stamps, remote: remote)
        }
        let made = try await made(recipe, sources, key, as: choice.format, results)
        // What changed in between may have come from elsewhere, and the one whose work it was may have been allowed more.
        guard made.isOfKnownSources || source.scopes.isEmpty else { throw Self.changed }
        count(made.isShared ? .shared : .made)
        let bytes = made.bytes
        // What is on the disk need not wait in memory for a client that takes its time.
        let isLarge = bytes.count > ServedFile.pieceSize
        return Result(
            file: (isLarge ? cached(key) : nil) ?? .bytes(bytes), isKept: made.isShared, key: key, choice: choice,
            stamps: stamps, remote: remote)
    }

    private func made(
        _ recipe: some PictureRecipe, _ sources: consuming Sources, _ key: ResultKey, as format: ImageFormat,
        _ results: SharedResults?
    ) async throws -> Made {
        let expected = sources.hashes
        let mayBeKept = sources.remote.allSatisfy(\.terms.mayBeKept)
        // While others make the same, the files need not be in memory once more.
        let files = flights.waiters(for: key) == 0 ? sources.files : nil
        return try await flights.value(for: key) {
            if mayBeKept, let bytes = try await results?.read(key, source: recipe.sources.first, format: format) {
                cache?.write(bytes, as: key.name)
                return Made(bytes: bytes, isShared: true)
            }
            let made = try await recipe.make(as: format, of: files, by: self)
            // A file that changed in the meantime made another result than the key says: it is answered, not kept.
            if made.sources == expected, mayBeKept {
                cache?.write(made.bytes, as: key.name)
                results?.write(made.bytes, key, source: recipe.sources.first, type: format.mediaType)
            }
            return Made(bytes: made.bytes, isOfKnownSources: made.sources == expected)
        }
    }

    private func count(_ origin: ResultOrigin) {
        metrics.count(origin)
        RequestTrace.current?.set("postcard.result", origin.rawValue)
    }

    private func cached(_ key: ResultKey) -> Result.File? {
        guard let file = cache?.open(key.name) else { return nil }
        guard file.size <= ServedFile.pieceSize else { return .cached(file) }
        let bytes = file.head(file.size)
        return bytes.count == file.size ? .bytes(bytes) : nil
    }

    /// Finds the sources. Where something is not known of one without reading it, all are read together, and need not be read again.
    private func sources(of recipe: some PictureRecipe, _ need: RemotePictures.Need) async throws -> Sources {
        let found = try await found(recipe, need)
        let stamps = found.compactMap(\.stamp)
        let needsFormat = recipe.format == nil && recipe.usualFormat == nil
        var format = needsFormat ? found.first.flatMap { $0.record?.format ?? $0.hash.flatMap { formats[$0] } } : nil
        var hashes = found.compactMap(\.hash)
        var files: SourcePictures.Files?
        if hashes.count < found.count || (needsFormat && format == nil && !found.isEmpty) {
            let read = try await source.read(found)
            hashes = read.pictures.map(\.hash)
            if needsFormat, let first = read.pictures.first {
                format = ImageFormat(sniffing: first.bytes.span.bytes)
                guard format != nil else { throw PictureSniffing.unknownFormat }
                formats[first.hash] = format
            }
            files = read
        }
        return Sources(
            hashes: hashes, format: format, stamps: stamps.count == found.count ? stamps : nil,
            remote: found.compactMap(\.record), isStale: found.contains(where: \.isStale), files: files)
    }

    /// Finds the sources. Those that have to be fetched are so a few at a time, all in the time of one. Files that are not in memory
    /// together are read one after the other, none of them kept open.
    private func found(
        _ recipe: some PictureRecipe, _ need: RemotePictures.Need
    ) async throws -> [SourcePictures.Found] {
        let names = recipe.sources
        @Sendable func find(_ index: Int) async throws -> SourcePictures.Found {
            do {
                let found = try await source.find(names[index], need)
                return recipe.needsAllSources ? found : try await source.known(found)
            } catch {
                throw recipe.fault(error, of: index)
            }
        }
        guard names.count(where: source.mayBeRemote) > 1 else {
            var found: [SourcePictures.Found] = []
            for index in names.indices { found.append(try await find(index)) }
            return found
        }
        return try await withDeadline(fetchingLimit, "The pictures take too long to come.") {
            try await names.indices.concurrentlyMapped(width: Self.fetchesAtOnce, find)
        }
    }

    /// The time that all fetched pictures of a result may take.
    private var fetchingLimit: Duration { source.remote.web.policy.timeout }

    /// The time that a result may take that is made picture by picture, queues included.
    var timeout: Duration { fetchingLimit + renderingLimit }

    /// The time of the workers that a result may take.
    func renderingTime() -> RenderingTime { RenderingTime(limit: renderingLimit, now: now) }

    /// Does a piece of the work for a result as soon as there is room for its pixels. `pixels` is the number in memory
    /// at the same time, about. `files` are decoded one after the other. `time` is that of the result. `work` runs within `ImageWork`, whose checkpoint throws
    /// when it has to stop.
    func work<Value: Sendable>(
        on pixels: Int, decoding files: [[UInt8]] = [], within time: RenderingTime,
        _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await decoders.with(files.map(limits.processMemory).max() ?? 0) {
            try await self.work(on: pixels, within: time, work)
        }
    }

    private func work<Value: Sendable>(
        on pixels: Int, within time: RenderingTime, _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        let began = ContinuousClock.now
        let queue = StageSpan("queue")
        defer { queue?.end() }
        return try await admission.with(pixels) {
            let cancellation = CancellationFlag()
            // The threads know nothing of tasks and what they carry.
            let context = ServiceContext.current
            return try await withTaskCancellationHandler {
                // On threads of their own: the ones that answer requests must never wait for a picture.
                try await threads.runIfActive {
                    queue?.end()
                    metrics.record(.queue, ContinuousClock.now - began)
                    return try ServiceContext.withValue(context) {
                        try timed { try time.spend(cancellation, on: work) }
                    }
                }
            } onCancel: {
                cancellation.cancel()
            }
        }
    }

    /// Does some work on pictures, and records how long its stages took.
    private func timed<Value>(_ work: () throws -> Value) rethrows -> Value {
        let times = ImageWork.StepTimes()
        defer {
            for (step, stage) in [(ImageWork.Step.decoding, Stage.decode), (.editing, .edit), (.encoding, .encode)]
            where times[step] > .zero {
                metrics.record(stage, times[step])
            }
        }
        return try ImageWork.timed(by: times, work)
    }
}
