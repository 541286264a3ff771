import HTTPTypes
import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardMemes

/// All results, cached in memory, on disk and in a store that replicas share. A missing result is rendered once for all simultaneous
/// requests.
struct Results: Sendable {
    /// A result to send in a response.
    struct Value: Sendable {
        fileprivate(set) var key: ResultKey
        fileprivate(set) var format: ImageFormat
        /// The stamps that reveal changes to the sources; `nil` if a source has no stamp.
        let stamps: [SourcePictures.Stamp]?
        /// The URLs of the sources that were fetched over the network.
        let remote: [String]
        /// The result's file; `nil` if the client already has the file.
        fileprivate(set) var file: ResultFile?
        fileprivate(set) var origin: ResultOrigin?
    }

    private static let fetchesAtOnce = 2
    /// The minimum number of results that fit in memory, and the approximate memory overhead of a result in bytes.
    private static let (minimumCount, entryBytes) = (8, 512)
    private static let changed = HTTPError(
        .serviceUnavailable, "The picture changed while it was being read. Try again.", retryAfter: 1)
    var source: SourcePictures
    let workshop: Workshop
    /// The responses that the event loop sends.
    let responses = ResponseCache()
    /// The public results in memory.
    let memory: LRUCache<ResultKey, [UInt8]>
    /// The results on disk; `nil` if the settings contain no cache folder.
    let disk: DiskCache?
    /// The shared store; `nil` if replicas share nothing.
    let shared: SharedResults?
    /// The formats for clients that list them in `Accept`, best first.
    let preferredFormats: [ImageFormat]
    private let formats = BoundedMemory<BlobHash, ImageFormat>()
    /// The keys of results that are impossible in their format, such as a WebP picture with a side of more than 16,383 pixels.
    private let unfit = BoundedMemory<ResultKey, Bool>()
    private let flights = SingleFlight<ResultKey, Made>()
    private var metrics: ServerMetrics { workshop.metrics }

    init(
        source: SourcePictures, workshop: Workshop, memoryBytes: Int, disk: DiskCache?, shared: SharedResults?,
        preferredFormats: [ImageFormat]
    ) {
        (self.source, self.workshop, self.disk, self.shared) = (source, workshop, disk, shared)
        self.preferredFormats = preferredFormats
        memory = LRUCache(byteLimit: memoryBytes)
    }

    /// Returns the result of a rendering, cached or new.
    ///
    /// - Parameters:
    ///   - fields: the headers of the request, with the formats that the client accepts and the entity tags that it has.
    ///   - isPublic: true if every client may receive the result, so the result can stay in memory.
    ///   - isShared: true if replicas share the result.
    func value(
        for rendering: some Rendering, _ fields: HTTPFields, isPublic: Bool, isShared: Bool = false
    ) async throws -> Value {
        // If the shared store might contain the result, only the versions of sources are read, not their files.
        let mayBeShared = isShared && shared?.isReachable == true
        var sources = try await metrics.measure(.source) {
            try await find(rendering, mayBeShared ? .identity : .usual)
        }
        /// Returns the value in the rendering's format or, if it has none, in the best format for the client.
        func choice(excluding unfit: Set<ImageFormat> = []) -> Value {
            let format =
                rendering.format
                ?? AcceptHeader(fields[.accept]).format(
                    forSource: rendering.usualFormat ?? sources.format ?? .jpeg, preferred: preferredFormats,
                    besides: unfit)
            return Value(
                key: ResultKey(sources: sources.hashes, operations: rendering.operations, format: format),
                format: format, stamps: sources.stamps, remote: sources.found.compactMap(\.remote?.key))
        }
        let best = choice()
        var value = unfit[best.key] == true ? choice(excluding: [best.format]) : best
        guard !EntityTags.matches(fields[.ifNoneMatch], value.key.entityTag) else { return value }
        // While another request is creating the same result, this request releases its files.
        let files = flights.waiters(for: value.key) > 0 ? nil : sources.files
        sources.files = nil
        let made: Made
        do {
            made = try await cachedOrMade(rendering, value, of: sources, files, isShared: isShared)
        } catch let error as ImageError where error.code == .encodingFailed && rendering.format == nil {
            unfit[value.key] = true
            value = choice(excluding: [best.format])
            made = try await cachedOrMade(rendering, value, of: sources, nil, isShared: isShared)
        }
        // If another request with other scopes created the result, a source that has changed since might be outside this request's scopes.
        guard made.sources == sources.hashes || source.scopes.isEmpty else { throw Self.changed }
        let isCached = made.origin == .memory || made.origin == .disk
        if isPublic, made.mayBeCached, made.origin != .memory { remember(made.file, value.key) }
        let origin = isCached && sources.found.contains(where: \.isStale) ? .stale : made.origin
        (value.file, value.origin) = (made.file, origin)
        metrics.count(origin)
        RequestTrace.current?.set("postcard.result", origin.rawValue)
        return value
    }

    /// Renders a picture whose sources are in memory, without caching it, such as the meme in a request's body.
    func uncachedValue(
        for rendering: some Rendering, _ fields: HTTPFields
    ) async throws -> (picture: MadePicture, format: ImageFormat) {
        let accept = AcceptHeader(fields[.accept])
        let usual = rendering.usualFormat ?? .jpeg
        let format = rendering.format ?? accept.format(forSource: usual, preferred: preferredFormats)
        do {
            return (try await rendering.render(.none, from: source, as: format, in: workshop), format)
        } catch let error as ImageError where error.code == .encodingFailed && rendering.format == nil {
            // A side might be too large for the format.
            let other = accept.format(forSource: usual, preferred: preferredFormats, besides: [format])
            return (try await rendering.render(.none, from: source, as: other, in: workshop), other)
        }
    }
}

// MARK: Caching

extension Results {
    /// A cached or new result.
    private struct Made: Sendable {
        let file: ResultFile
        /// The hashes of the sources that the result was made from. The sources might have changed since the start of the request.
        let sources: [BlobHash]
        let origin: ResultOrigin
        var mayBeCached = true
    }

    /// Returns a result from memory, the disk or the shared store, or creates the result.
    private func cachedOrMade(
        _ rendering: some Rendering, _ value: Value, of sources: Sources, _ files: SourcePictures.Files?, isShared: Bool
    ) async throws -> Made {
        let (key, format, hashes) = (value.key, value.format, sources.hashes)
        if let bytes = memory.value(for: key) { return Made(file: .bytes(bytes), sources: hashes, origin: .memory) }
        if let file = disk?.open(key.name).flatMap(ResultFile.init) {
            return Made(file: file, sources: hashes, origin: .disk)
        }
        let mayBeCached = sources.found.allSatisfy { $0.remote?.terms.mayBeKept ?? true }
        let name = rendering.sources.first
        let shared = isShared && mayBeCached ? shared : nil
        return try await flights.value(for: key) {
            let (bytes, origin): ([UInt8], ResultOrigin)
            if let read = try await shared?.read(key, source: name, format: format) {
                (bytes, origin) = (read, .shared)
            } else {
                let files =
                    if let files { files } else if rendering.readsOneByOne { SourcePictures.Files.none } else {
                        try await metrics.measure(.source) { try await source.files(rendering.sources) }
                    }
                let picture = try await rendering.render(files, from: source, as: format, in: workshop)
                // Either a source has changed, so the result does not belong to the key; or a font could not be opened, or might be
                // installed later. Such a result is sent but not cached.
                guard picture.sources == hashes, mayBeCached, picture.reports.allSatisfy(\.layout.missing.isEmpty)
                else {
                    return Made(
                        file: .bytes(picture.bytes), sources: picture.sources, origin: .made, mayBeCached: false)
                }
                (bytes, origin) = (picture.bytes, .made)
                shared?.write(bytes, key, source: name, type: format.mediaType)
            }
            disk?.write(bytes, as: key.name)
            // A large result is sent from disk, so its bytes do not stay in memory while a slow client reads them.
            let file = bytes.count > ServedFile.pieceSize ? disk?.open(key.name).flatMap(ResultFile.init) : nil
            return Made(file: file ?? .bytes(bytes), sources: hashes, origin: origin)
        }
    }

    /// Stores a public result in memory, unless the result is too large or is read from disk in pieces.
    private func remember(_ file: ResultFile, _ key: ResultKey) {
        guard case .bytes(let bytes) = file, bytes.count <= memory.byteLimit / Self.minimumCount else { return }
        memory.insert(bytes, bytes: bytes.count + Self.entryBytes, for: key)
    }
}

// MARK: Sources

extension Results {
    /// The sources of a result with their hashes.
    private struct Sources {
        let found: [SourcePictures.Found]
        var hashes: [BlobHash]
        /// The format of the first source, if the result's format depends on it.
        var format: ImageFormat?
        /// The sources' files; `nil` if the files don't need to be read.
        var files: SourcePictures.Files?

        var stamps: [SourcePictures.Stamp]? {
            let stamps = found.compactMap(\.stamp)
            return stamps.count == found.count ? stamps : nil
        }
    }

    /// Finds the sources of a rendering.
    ///
    /// Remote sources are fetched a few at a time, within one timeout. The files of a contact sheet are hashed one after the other. If a
    /// hash or the format is unknown, the files of all sources are read, and reused for the rendering.
    private func find(_ rendering: some Rendering, _ need: RemotePictures.Need) async throws -> Sources {
        let names = rendering.sources
        @Sendable func find(_ index: Int) async throws -> SourcePictures.Found {
            do {
                var found = try await source.find(names[index], need)
                guard rendering.readsOneByOne, found.hash == nil else { return found }
                found.hash = try await source.read([found]).pictures[0].hash
                found.content = .closed
                return found
            } catch {
                throw rendering.translate(error, of: index)
            }
        }
        var found: [SourcePictures.Found] = []
        if names.count(where: source.mayBeRemote) > 1 {
            found = try await withDeadline(
                source.fetchingLimit, on: source.clock, "Fetching the pictures took too long."
            ) {
                try await names.indices.concurrentlyMapped(width: Self.fetchesAtOnce, find)
            }
        } else {
            for index in names.indices { found.append(try await find(index)) }
        }
        var sources = Sources(found: found, hashes: found.compactMap(\.hash))
        let needsFormat = rendering.format == nil && rendering.usualFormat == nil && !found.isEmpty
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
}
