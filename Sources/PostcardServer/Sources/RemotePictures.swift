import HTTPTypes
import PostcardCore
import PostcardLibrary
import PostcardSources
import Tracing

/// The pictures that come over the network: of addresses, and of object storage.
struct RemotePictures: Sendable {
    /// A place where a picture is.
    enum Place: Sendable {
        case web(String)
        case object(ObjectAddress)

        /// The address, by which the picture is known.
        var key: String {
            switch self {
            case .web(let address): address
            case .object(let address): "\(address)"
            }
        }

        /// The server that is asked.
        fileprivate var server: String {
            switch self {
            case .web(let address): (try? FetchTarget(address))?.server ?? address
            case .object(let address): "\(address.with(key: ""))"
            }
        }
    }

    /// The parts of a picture that a request wants.
    enum Need: Sendable {
        /// That which tells this version from others.
        case identity
        /// The same; its bytes come along where it has to be fetched, since they will be wanted.
        case usual
        case bytes
    }

    /// A picture that was found; with its bytes where it was fetched for that.
    struct Known: Sendable {
        let entry: FetchedPictures.Entry
        let fetched: SourcePictures.FetchedPicture?
    }

    let web: GuardedFetcher
    let objects: ObjectFetcher
    /// Pictures that are fetched, and their bytes: apart from those of files, so that a slow origin holds up nobody else.
    let fetching: WeightedSemaphore
    let bytes: WeightedSemaphore
    let fetched: FetchedPictures
    let metrics: ServerMetrics
    let now: @Sendable () -> ContinuousClock.Instant
    var wait: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    private let flights = SingleFlight<String, Known?>()
    private let starts = SingleFlight<String, Known?>()
    /// Objects that were not there, and until when nobody is asked about them again.
    private let missing = BoundedMemory<String, ContinuousClock.Instant>()
    /// Servers that took too long, and until when nobody waits for them who can do without.
    private let hanging = BoundedMemory<String, ContinuousClock.Instant>()

    /// The time for which an object that was not there is not asked for again: one that is in the second of two buckets would cost a
    /// question to the first each time.
    private static let missingTime = Duration.seconds(5)
    /// The time for which a request waits for the origin of a picture that is known, and may be used although it is not fresh.
    private static let timeout = Duration.seconds(3)

    /// Finds a picture, and asks its origin where that is needed. When the origin is away, what is known of the picture is good for a while.
    ///
    /// - Throws: `HTTPError`, with status 404 when there is none.
    func find(_ place: Place, _ need: Need) async throws -> Known {
        let key = place.key
        if let entry = fetched.usable(key), need != .bytes || entry.record.content != nil {
            return Known(entry: entry, fetched: nil)
        }
        if let time = missing[key], time > now() { throw Self.noPicture }
        guard let entry = fetched.excusable(key), need != .bytes || entry.record.content != nil else {
            return try await request(place, need)
        }
        return try await requestOrUseKnown(place, need)
    }

    /// Asks the origin of a picture for which what is known will do. The question goes on without those who do not wait for its answer.
    private func requestOrUseKnown(_ place: Place, _ need: Need) async throws -> Known {
        if let time = hanging[place.server], time > now(), let entry = fetched.excuse(place.key) {
            return Known(entry: entry, fetched: nil)
        }
        // Nil when time is up.
        let (results, continuation) = AsyncStream<Result<Known, any Error>?>.makeStream()
        Task {
            do { continuation.yield(.success(try await request(place, need))) } catch {
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
            hanging[place.server] = now() + FetchedPictures.retryTime
            if let entry = fetched.excuse(place.key) { return Known(entry: entry, fetched: nil) }
        }
        throw CancellationError()
    }

    /// Asks the origin of a picture. When it is away, what is known of the picture is good for a while.
    private func request(_ place: Place, _ need: Need) async throws -> Known {
        let key = place.key
        do {
            if need == .identity, let known = try await fetch(place, needsAll: false) { return known }
            guard let known = try await fetch(place, needsAll: true) else { throw Self.badResponse }
            return known
        } catch let error as HTTPError {
            if error.status == .notFound {
                fetched.forget(key)
                if case .object = place { missing[key] = now() + Self.missingTime }
            }
            guard error.mayPass, let entry = fetched.excuse(key) else { throw error }
            return Known(entry: entry, fetched: nil)
        }
    }

    /// A picture whose bytes are here; `nil` for one that has to be fetched.
    func kept(_ place: Place) -> (SourcePictures.Picture, FetchedRecord)? {
        guard let record = fetched.usable(place.key)?.record else { return nil }
        return fetched.picture(record).map { ($0, record) }
    }

    /// A picture whose bytes are not here, or not any more.
    func fetchAgain(_ place: Place) async throws -> (SourcePictures.FetchedPicture, FetchedRecord) {
        guard let known = try await fetch(place, needsAll: true), let picture = known.fetched else {
            throw Self.badResponse
        }
        return (picture, known.entry.record)
    }

    /// Asks the origin for a picture, or for its beginning, unless that is current which is here.
    ///
    /// - Returns: `nil` when the beginning does not tell this version from others.
    private func fetch(_ place: Place, needsAll: Bool) async throws -> Known? {
        let key = place.key
        return try await (needsAll ? flights : starts).value(for: key) {
            try await fetching.with(1) {
                let room = try bytes.permit()
                let known = fetched.known(key)
                let mayBeUnchanged = needsAll && known?.record.terms.canBeAsked == true
                let picture = mayBeUnchanged ? known.flatMap { fetched.picture($0.record) } : nil
                if let picture { try room.grow(by: picture.bytes.count) }
                let terms = needsAll && picture == nil ? nil : known?.record.terms
                switch try await reply(place, terms, needsAll: needsAll, room) {
                case .picture(let bytes, let terms):
                    let entry = fetched.keep(bytes, of: key, on: terms)
                    let picture = SourcePictures.Picture(bytes: bytes, hash: entry.record.identity)
                    return Known(entry: entry, fetched: .init(picture: picture, room: room))
                case .start(let start, let size, let terms) where !needsAll:
                    guard size <= web.policy.maximumBytes else {
                        throw HTTPError.pictureTooLarge(web.policy.maximumBytes)
                    }
                    return fetched.keep(start: start, byteCount: size, of: key, on: terms).map {
                        Known(entry: $0, fetched: nil)
                    }
                case .unchanged(let terms):
                    guard let known, picture != nil || !needsAll else { throw Self.badResponse }
                    return Known(
                        entry: fetched.renew(known.record, terms),
                        fetched: picture.map { .init(picture: $0, room: room) })
                case .start: throw Self.badResponse
                }
            }
        }
    }

    private func reply(
        _ place: Place, _ known: OriginTerms?, needsAll: Bool, _ room: WeightedSemaphore.Permit
    ) async throws -> FetchedReply {
        let kind = if case .web = place { "web" } else { "object" }
        do {
            let reply = try await withStageSpan("source", kind: .client) { span in
                span?.set(place.attributes)
                let reply =
                    switch place {
                    case .web(let address):
                        try await web.picture(at: address, known: known, needsAll: needsAll, room: room)
                    case .object(let address):
                        try await objects.picture(at: address, known: known, needsAll: needsAll, room: room)
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

    private static let noPicture = HTTPError(.notFound, "There is no such picture.")
    private static let badResponse = HTTPError(.badGateway, "The picture's server does not answer well.")
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

extension RemotePictures.Place {
    /// The part of the place that spans tell: the host or the bucket, and no more of its address.
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
