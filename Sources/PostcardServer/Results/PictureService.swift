import HTTPTypes
import PostcardCore
import PostcardImaging
import PostcardLibrary

/// The service that makes pictures of recipes: it finds their sources, takes results from its caches, and has a missing one made once for all
/// simultaneous requests.
struct PictureService: Sendable {
    /// A result for a response.
    struct Result: Sendable {
        fileprivate(set) var key: ResultKey
        fileprivate(set) var format: ImageFormat
        /// The stamps by which changes of the sources are noticed; `nil` when one of them has none.
        let stamps: [SourcePictures.Stamp]?
        /// The addresses of the sources that came over the network.
        let remote: [String]
        /// The file; `nil` when the client has it already.
        var file: ResultFile?
        var origin: ResultOrigin?
    }

    private static let fetchesAtOnce = 2
    private static let changed = HTTPError(
        .serviceUnavailable, "The picture changed while it was read. Try again.", retryAfter: 1)
    var source: SourcePictures
    let workshop: Workshop
    let responses = ResponseCache()
    /// The results on disk; `nil` for none.
    let disk: DiskCache?
    /// The shared store; `nil` where replicas share nothing.
    let shared: SharedResults?
    /// The permits for pixels of contact sheets that wait for their pictures. They are separate from those of the workshop, since holding one permit
    /// while awaiting another of the same kind deadlocks.
    let sheets: WeightedSemaphore
    /// The formats for clients that name them in `Accept`, the best first.
    let preferredFormats: [ImageFormat]
    private let formats = BoundedMemory<BlobHash, ImageFormat>()
    /// The results that their formats cannot hold, such as a WebP picture with a side of more than 16,383 pixels.
    private let unfit = BoundedMemory<ResultKey, Bool>()
    private let flights = SingleFlight<ResultKey, Made>()
    private var metrics: ServerMetrics { workshop.metrics }

    /// Returns the picture of a recipe, from a cache or newly made.
    ///
    /// - Parameters:
    ///   - fields: the header fields of the request, with the formats that the client accepts and the entity tags that it has.
    ///   - isShared: true if replicas share the result.
    func picture(
        _ recipe: any ResultRecipe, for fields: HTTPFields, isShared: Bool = false
    ) async throws -> Result {
        // If the shared store may have the result, only the versions of sources are read, and not their files.
        let mayBeShared = isShared && shared?.isReachable == true
        var sources = try await metrics.measure(.source) {
            try await find(recipe, mayBeShared ? .identity : .usual)
        }
        var (format, key) = choice(for: recipe, of: sources, fields)
        var result = Result(
            key: key, format: format, stamps: sources.stamps, remote: sources.found.compactMap(\.remote?.key))
        guard !EntityTags.matches(fields[.ifNoneMatch], key.entityTag) else { return result }
        // While others make the same result, its files are released.
        let files = flights.waiters(for: key) > 0 ? nil : sources.files
        sources.files = nil
        let made: Made
        do {
            made = try await cachedOrMade(recipe, as: format, key, of: sources, files, isShared: isShared)
        } catch let error as ImageError where error.code == .encodingFailed && recipe.format == nil {
            unfit[key] = true
            (format, key) = choice(for: recipe, of: sources, fields)
            (result.key, result.format) = (key, format)
            made = try await cachedOrMade(recipe, as: format, key, of: sources, nil, isShared: isShared)
        }
        // A source that changed in between may come from a place outside of this request's scopes, if another request with other scopes made the
        // result.
        guard made.sources == sources.hashes || source.scopes.isEmpty else { throw Self.changed }
        let origin = made.origin == .disk && sources.found.contains(where: \.isStale) ? .stale : made.origin
        (result.file, result.origin) = (made.file, origin)
        metrics.count(origin)
        RequestTrace.current?.set("postcard.result", origin.rawValue)
        return result
    }

    /// Returns the format of a result and its key: the format that the recipe names, or else the best one for the client that can hold the result.
    private func choice(
        for recipe: any ResultRecipe, of sources: Sources, _ fields: HTTPFields
    ) -> (format: ImageFormat, key: ResultKey) {
        func key(_ format: ImageFormat) -> ResultKey {
            ResultKey(sources: sources.hashes, operations: recipe.operations, format: format)
        }
        if let format = recipe.format { return (format, key(format)) }
        let accept = AcceptHeader(fields[.accept])
        let source = recipe.usualFormat ?? sources.format ?? .jpeg
        let tried = accept.format(forSource: source, preferred: preferredFormats)
        guard unfit[key(tried)] == true else { return (tried, key(tried)) }
        let format = accept.format(forSource: source, preferred: preferredFormats, besides: [tried])
        return (format, key(format))
    }
}

// MARK: Results

/// The file of a result, in memory or on disk.
enum ResultFile: Sendable {
    case bytes([UInt8])
    /// A file of the disk cache that is larger than one piece of a response.
    case cached(ServedFile)

    /// Returns the bytes; `nil` when there are more than `limit`.
    func bytes(upTo limit: Int) -> [UInt8]? {
        switch self {
        case .bytes(let bytes): bytes.count <= limit ? bytes : nil
        case .cached(let file): file.size <= limit ? file.head(file.size) : nil
        }
    }
}

extension PictureService {
    /// A result from a cache, or a new one.
    private struct Made: Sendable {
        let file: ResultFile
        /// The hashes of the sources that it was made of, which may have changed since the request began.
        let sources: [BlobHash]
        let origin: ResultOrigin
    }

    /// Returns a result from the disk or the shared store, or makes it.
    private func cachedOrMade(
        _ recipe: any ResultRecipe, as format: ImageFormat, _ key: ResultKey, of sources: Sources,
        _ files: SourcePictures.Files?, isShared: Bool
    ) async throws -> Made {
        if let file = file(key) { return Made(file: file, sources: sources.hashes, origin: .disk) }
        let mayBeKept = sources.found.allSatisfy { $0.remote?.terms.mayBeKept ?? true }
        let (hashes, name) = (sources.hashes, recipe.sources.first)
        let shared = isShared && mayBeKept ? shared : nil
        return try await flights.value(for: key) {
            if let bytes = try await shared?.read(key, source: name, format: format) {
                return Made(file: kept(bytes, key), sources: hashes, origin: .shared)
            }
            let (bytes, used) = try await recipe.make(by: self, as: format, of: files)
            // A source changed in the meantime, so the result does not belong to the key: it is sent and not kept.
            guard used == hashes, mayBeKept else { return Made(file: .bytes(bytes), sources: used, origin: .made) }
            shared?.write(bytes, key, source: name, type: format.mediaType)
            return Made(file: kept(bytes, key), sources: used, origin: .made)
        }
    }

    /// Returns the file of a result on disk; `nil` where there is none.
    private func file(_ key: ResultKey) -> ResultFile? {
        guard let file = disk?.open(key.name) else { return nil }
        guard file.size <= ServedFile.pieceSize else { return .cached(file) }
        let bytes = file.head(file.size)
        return bytes.count == file.size ? .bytes(bytes) : nil
    }

    /// Keeps a result on disk, and returns its file. A large one is then read from disk, so that its bytes do not wait in memory for slow clients.
    private func kept(_ bytes: [UInt8], _ key: ResultKey) -> ResultFile {
        disk?.write(bytes, as: key.name)
        return (bytes.count > ServedFile.pieceSize ? file(key) : nil) ?? .bytes(bytes)
    }
}

/// The cache key of a result: a hash of the sources' hashes, the operations, the format and the renderer's version.
struct ResultKey: Sendable, Hashable {
    let name: BlobHash
    /// The strong entity tag of RFC 9110, with its quotes.
    var entityTag: String { "\"\(name.description.prefix(32))\"" }

    init(sources: [BlobHash], operations: String, format: ImageFormat) {
        let fields = [RendererVersion.current, format.rawValue, operations] + sources.map(\.description)
        name = BlobHash(of: Array(keyText(of: fields).utf8))
    }
}

/// The version of the renderer, which is a part of every entity tag and cache key. It is raised when a request gives other bytes than before.
enum RendererVersion {
    static let current = "5"
}

// MARK: Sources

extension PictureService {
    /// The sources of a result with their hashes.
    private struct Sources {
        let found: [SourcePictures.Found]
        var hashes: [BlobHash]
        /// The format of the first source, where the result's format depends on it.
        var format: ImageFormat?
        /// The files; `nil` when they did not have to be read.
        var files: SourcePictures.Files?

        var stamps: [SourcePictures.Stamp]? {
            let stamps = found.compactMap(\.stamp)
            return stamps.count == found.count ? stamps : nil
        }
    }

    /// Finds the sources of a recipe.
    ///
    /// Remote ones are fetched a few at a time, within one timeout. The files of a contact sheet are hashed one after the other. Where a hash or the
    /// format is unknown without reading, the files of all sources are read, and kept for the rendering.
    private func find(_ recipe: any ResultRecipe, _ need: RemotePictures.Need) async throws -> Sources {
        let names = recipe.sources
        @Sendable func find(_ index: Int) async throws -> SourcePictures.Found {
            do {
                var found = try await source.find(names[index], need)
                guard recipe.readsOneByOne, found.hash == nil else { return found }
                found.hash = try await source.read([found]).pictures[0].hash
                found.content = .closed
                return found
            } catch {
                throw recipe.translate(error, of: index)
            }
        }
        var found: [SourcePictures.Found] = []
        if names.count(where: source.mayBeRemote) > 1 {
            found = try await withDeadline(fetchingLimit, on: clock, "The pictures take too long to come.") {
                try await names.indices.concurrentlyMapped(width: Self.fetchesAtOnce, find)
            }
        } else {
            for index in names.indices { found.append(try await find(index)) }
        }
        var sources = Sources(found: found, hashes: found.compactMap(\.hash))
        let needsFormat = recipe.format == nil && recipe.usualFormat == nil && !found.isEmpty
        if needsFormat { sources.format = found[0].remote?.format ?? found[0].hash.flatMap { formats[$0] } }
        guard sources.hashes.count < found.count || (needsFormat && sources.format == nil) else { return sources }
        let files = try await source.read(found)
        sources.hashes = files.pictures.map(\.hash)
        if needsFormat, let first = files.pictures.first {
            sources.format = ImageFormat(sniffing: first.bytes.span.bytes)
            guard sources.format != nil else { throw PictureSniffing.unknownFormat }
            formats[first.hash] = sources.format
        }
        sources.files = files
        return sources
    }

    /// The timeout for all fetched sources of a result.
    var fetchingLimit: Duration { source.remote.web.policy.timeout }

    /// The clock of that timeout.
    var clock: any Clock<Duration> { source.remote.web.clock }
}
