import HTTPTypes
import PostcardCore
import PostcardLibrary
import PostcardPhotos
import PostcardSources
import Tracing

/// The pictures that are fetched from the web and from object storage, and their cache.
struct RemotePictures: Sendable {
    /// The location of a remote picture.
    enum Location: Sendable {
        case web(String)
        case object(ObjectAddress)

        /// The URL, which is the cache key.
        var key: String {
            switch self {
            case .web(let address): address
            case .object(let address): "\(address)"
            }
        }

        /// The server, as the key for recording outages.
        fileprivate var server: String {
            switch self {
            case .web(let address): (try? FetchTarget(address))?.server ?? address
            case .object(let address): "\(address.with(key: ""))"
            }
        }
    }

    /// The parts of a picture that a request needs.
    enum Need: Sendable {
        /// The identity of the picture's version.
        case identity
        /// The identity and, if the picture must be fetched, also the bytes, because the request will need them.
        case usual
        case bytes
    }

    /// A picture that was found, with its bytes if fetched.
    struct Known: Sendable {
        let entry: FetchedPictures.Entry
        let fetched: SourcePictures.FetchedPicture?
    }

    let web: GuardedFetcher
    let objects: ObjectFetcher
    /// The permits for fetches and for the fetched bytes. Files have separate permits, so a slow origin does not delay other requests.
    let fetching: WeightedSemaphore
    let bytes: WeightedSemaphore
    let fetched: FetchedPictures
    let metrics: ServerMetrics
    let now: @Sendable () -> ContinuousClock.Instant
    var wait: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    private let flights = SingleFlight<NameKey, Known?>()
    private let starts = SingleFlight<NameKey, Known?>()
    /// The missing objects, each with the earliest time of the next request for it.
    private let missing = BoundedMemory<NameKey, ContinuousClock.Instant>()
    /// The servers that did not respond in time, each with the time until which requests do not wait for it but use cached pictures.
    private let hanging = BoundedMemory<NameKey, ContinuousClock.Instant>()

    /// The wait before a missing object is requested again. Without it, each picture in a second bucket would require a request to the
    /// first bucket.
    private static let missingTime = Duration.seconds(5)
    /// The time for which a request waits for the revalidation of a stale picture before using the stale picture.
    private static let timeout = Duration.seconds(3)

    /// Finds a picture in the cache or at its origin. During an outage of the origin, a stale picture is used for some time.
    ///
    /// - Throws: `HTTPError`, with status 404 for a missing picture.
    func find(_ location: Location, _ need: Need) async throws -> Known {
        let key = location.key
        if let entry = fetched.usable(key), need != .bytes || entry.record.content != nil {
            return Known(entry: entry, fetched: nil)
        }
        if let time = missing[NameKey(key)], time > now() { throw Self.noPicture }
        guard let entry = fetched.usableDuringOutage(key), need != .bytes || entry.record.content != nil else {
            return try await request(location, need)
        }
        return try await requestOrUseStale(location, need)
    }

    /// Revalidates a stale picture, and uses the stale version if the origin takes too long. In that case, the revalidation continues.
    private func requestOrUseStale(_ location: Location, _ need: Need) async throws -> Known {
        if let time = hanging[NameKey(location.server)], time > now(), let entry = fetched.serveStale(location.key) {
            return Known(entry: entry, fetched: nil)
        }
        // The element is `nil` at the timeout.
        let (results, continuation) = AsyncStream<Result<Known, any Error>?>.makeStream()
        Task {
            do { continuation.yield(.success(try await request(location, need))) } catch {
                continuation.yield(.failure(error))
            }
        }
        let timer = Task {
            try await wait(Self.timeout)
            continuation.yield(nil)
        }
        defer { timer.cancel() }
        for await result in results {
            if let result { return try result.get() }
            hanging[NameKey(location.server)] = now() + FetchedPictures.retryTime
            if let entry = fetched.serveStale(location.key) { return Known(entry: entry, fetched: nil) }
        }
        throw CancellationError()
    }

    /// Fetches a picture from its origin. During an outage, a stale picture is used for some time.
    private func request(_ location: Location, _ need: Need) async throws -> Known {
        let key = location.key
        do {
            if need == .identity, let known = try await fetch(location, needsAll: false) { return known }
            guard let known = try await fetch(location, needsAll: true) else { throw Self.badResponse }
            return known
        } catch let error as HTTPError {
            if error.status == .notFound {
                fetched.forget(key)
                if case .object = location { missing[NameKey(key)] = now() + Self.missingTime }
            }
            guard error.isTransientOutage, let entry = fetched.serveStale(key) else { throw error }
            return Known(entry: entry, fetched: nil)
        }
    }

    /// Returns a usable picture with its cached bytes; `nil` if the picture must be fetched.
    func cached(_ location: Location) -> (SourcePictures.Picture, FetchedRecord)? {
        guard let record = fetched.usable(location.key)?.record else { return nil }
        return fetched.picture(record).map { ($0, record) }
    }

    /// Fetches a picture whose bytes are not cached.
    func fetchAgain(_ location: Location) async throws -> Known {
        guard let known = try await fetch(location, needsAll: true), known.fetched != nil else {
            throw Self.badResponse
        }
        return known
    }

    /// Fetches a picture or its first bytes, or revalidates the cached version.
    ///
    /// - Returns: `nil` if only the first bytes were requested and the response has no strong validator, so the version is unknown.
    private func fetch(_ location: Location, needsAll: Bool) async throws -> Known? {
        let key = location.key
        return try await (needsAll ? flights : starts).value(for: NameKey(key)) {
            try await fetching.with(1) {
                let permit = try bytes.permit()
                let known = fetched.known(key)
                let mayBeUnchanged = needsAll && known?.record.terms.canBeRevalidated == true
                let picture = mayBeUnchanged ? known.flatMap { fetched.picture($0.record) } : nil
                if let picture { try permit.grow(by: picture.bytes.count) }
                let terms = needsAll && picture == nil ? nil : known?.record.terms
                switch try await reply(location, terms, needsAll: needsAll, permit) {
                case .picture(let bytes, let terms):
                    let entry = fetched.store(bytes, of: key, on: terms)
                    let picture = SourcePictures.Picture(bytes: bytes, hash: entry.record.identity)
                    return Known(entry: entry, fetched: .init(picture: picture, permit: permit))
                case .start(let start, let size, let terms) where !needsAll:
                    guard size <= web.policy.maximumBytes else {
                        throw HTTPError.pictureTooLarge(web.policy.maximumBytes)
                    }
                    return fetched.store(start: start, byteCount: size, of: key, on: terms).map {
                        Known(entry: $0, fetched: nil)
                    }
                case .unchanged(let terms):
                    guard let known, picture != nil || !needsAll else { throw Self.badResponse }
                    return Known(
                        entry: fetched.renew(known.record, terms),
                        fetched: picture.map { .init(picture: $0, permit: permit) })
                case .start: throw Self.badResponse
                }
            }
        }
    }

    /// Sends the request to the origin, and records its outcome in the metrics and the trace.
    private func reply(
        _ location: Location, _ known: OriginTerms?, needsAll: Bool, _ permit: WeightedSemaphore.Permit
    ) async throws -> FetchedReply {
        let kind = if case .web = location { "web" } else { "object" }
        do {
            let reply = try await withStageSpan("source", kind: .client) { span in
                span?.set(location.attributes)
                let reply =
                    switch location {
                    case .web(let address):
                        try await web.picture(at: address, known: known, needsAll: needsAll, room: permit)
                    case .object(let address):
                        try await objects.picture(at: address, known: known, needsAll: needsAll, room: permit)
                    }
                span?.set(bytes: reply.byteCount)
                return reply
            }
            metrics.count(SourceOutcome(reply), from: kind)
            return reply
        } catch {
            let isMissing = (error as? HTTPError)?.status == .notFound
            metrics.count(isMissing ? .missing : .failed, from: kind)
            throw error
        }
    }

    private static let noPicture = HTTPError(.notFound, "Picture not found.")
    private static let badResponse = HTTPError(.badGateway, "The picture's server sent an invalid response.")
}

extension SourceOutcome {
    fileprivate init(_ reply: FetchedReply) {
        self =
            switch reply {
            case .picture: .fetched
            case .start: .start
            case .unchanged: .unchanged
            }
    }
}

extension RemotePictures.Location {
    /// The attributes for spans: the host or the bucket, without the rest of the URL.
    var attributes: SpanAttributes {
        switch self {
        case .web(let address):
            var attributes: SpanAttributes = ["http.request.method": "GET"]
            if let target = try? FetchTarget(address) {
                attributes["server.address"] = target.bareHost
                attributes["server.port"] = target.port
                attributes["url.scheme"] = target.scheme
            }
            return attributes
        case .object(let address): return ["http.request.method": "GET", "aws.s3.bucket": .string(address.bucket)]
        }
    }
}
