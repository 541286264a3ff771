import HTTPTypes
import NIOHTTP1
import PostcardCore
import PostcardPhotos
import PostcardSources

/// A fetcher of pictures from object storage, for addresses that the settings allow.
struct ObjectFetcher: Sendable {
    let storage: ObjectStorage
    let maximumBytes: Int
    /// The time for a whole fetch, retries included.
    let timeout: Duration
    var clock: any Clock<Duration> = ContinuousClock()

    /// Fetches a picture.
    ///
    /// - Parameters:
    ///   - known: the terms of a cached version, which is revalidated; `nil` for none.
    ///   - needsAll: true for the whole picture, false for its beginning.
    ///   - room: the permit that grows by the bytes that arrive.
    /// - Returns: the picture, its beginning, or the confirmation of the cached version.
    /// - Throws: `HTTPError`, with status 404 for a missing picture; `CancellationError`.
    func picture(
        at address: ObjectAddress, known: OriginTerms?, needsAll: Bool, room: WeightedSemaphore.Permit
    ) async throws -> FetchedReply {
        try await withDeadline(timeout, on: clock) {
            do {
                let result = try await storage.read(
                    address, prefix: needsAll ? nil : FetchedReply.startBytes, unless: known?.entityTag,
                    maximumBytes: maximumBytes, fields: RequestTrace.fields, count: { try room.grow(by: $0) })
                return try reply(result, address)
            } catch let error as SourceError {
                throw httpError(error)
            }
        }
    }

    private func reply(_ result: ObjectStorage.ReadResult, _ address: ObjectAddress) throws(HTTPError) -> FetchedReply {
        func terms(_ headers: [(name: String, value: String)]) -> OriginTerms {
            OriginTerms(address: "\(address)", headers: HTTPHeaders(headers.map { ($0.name, $0.value) }))
        }
        switch result {
        case .missing: throw HTTPError(.notFound, "There is no such picture.")
        case .unchanged(let headers): return .unchanged(terms(headers))
        case .bytes(let bytes, let size, let headers):
            try PictureSniffing.check(bytes)
            guard bytes.count < size else { return .picture(bytes, terms(headers)) }
            return .start(bytes, size: size, terms(headers))
        }
    }

    /// Returns the error for clients. Bucket and keys are only in its cause, for the log.
    private func httpError(_ error: SourceError) -> HTTPError {
        var httpError: HTTPError
        switch error.code {
        case .tooLarge: return .pictureTooLarge(maximumBytes)
        case .unavailable, .rateLimited, .unreachable:
            let seconds = error.retryAfter.map { Int($0.components.seconds) } ?? 5
            httpError = HTTPError(
                .serviceUnavailable, "The store of the pictures is away. Try again later.",
                retryAfter: min(max(1, seconds), 60))
        default:
            httpError = HTTPError(
                .badGateway, "The store of the pictures refuses to give this one, or does not answer well.")
            httpError.isFinal = true
        }
        httpError.cause = error.message
        return httpError
    }
}

/// The response of a picture's origin.
enum FetchedReply: Sendable {
    case picture([UInt8], OriginTerms)
    /// The first bytes of a picture of `size` bytes.
    case start([UInt8], size: Int, OriginTerms)
    /// The cached version is still current.
    case unchanged(OriginTerms)

    /// The number of bytes of a picture's beginning, enough for its format.
    static let startBytes = 64

    /// The number of bytes that were received.
    var byteCount: Int {
        switch self {
        case .picture(let bytes, _), .start(let bytes, _, _): bytes.count
        case .unchanged: 0
        }
    }
}

// MARK: Terms of origins

/// The terms of a picture's origin: the time for which it may be cached (RFC 9111), and the validators for revalidation (RFC 9110, section 13).
struct OriginTerms: Sendable, Equatable, Codable {
    /// The address of the picture after all redirects.
    let address: String
    private(set) var entityTag: String?
    private var lastModified: String?
    /// The seconds for which the picture is fresh; `nil` when the origin does not say.
    let seconds: Int?
    /// The seconds after that in which it may be used during an outage; `nil` when the origin does not say.
    let staleSeconds: Int?
    /// True unless the origin forbids caching.
    let mayBeKept: Bool

    init(address: String, headers: HTTPHeaders) {
        self.address = address
        entityTag = headers.first(name: "ETag")
        lastModified = headers.first(name: "Last-Modified")
        let directives = headers[canonicalForm: "Cache-Control"].map { $0.lowercased() }
        mayBeKept = !directives.contains("no-store")
        func number(_ name: String) -> Int? {
            directives.first { $0.hasPrefix(name + "=") }
                .flatMap { Int($0.dropFirst(name.count + 1).filter { $0 != "\"" }) }
        }
        let age = max(0, headers.first(name: "Age").flatMap { Int($0) } ?? 0)
        if !mayBeKept || directives.contains("no-cache") {
            seconds = 0
        } else {
            seconds = (number("s-maxage") ?? number("max-age")).map { max(0, max(0, $0) - age) }
        }
        let isStrict = ["no-store", "no-cache", "must-revalidate", "proxy-revalidate"].contains {
            directives.contains($0)
        }
        staleSeconds = isStrict ? 0 : number("stale-if-error").map { max(0, $0) }
    }

    /// Returns the terms after a revalidation, with the old validators where the response has none.
    func renewed(_ new: OriginTerms) -> OriginTerms {
        var terms = new
        terms.entityTag = new.entityTag ?? entityTag
        terms.lastModified = new.lastModified ?? lastModified
        return terms
    }

    /// The strong entity tag; `nil` for a weak one or none.
    var strongTag: String? { entityTag.flatMap { $0.hasPrefix("W/") ? nil : $0 } }

    /// True when the picture can be revalidated.
    var canBeAsked: Bool { mayBeKept && (entityTag != nil || lastModified != nil) }

    /// Adds the fields for revalidation, if `target` is the address that the picture came from.
    func addConditions(_ target: String, _ headers: inout HTTPHeaders) {
        guard canBeAsked, target == address else { return }
        if let entityTag { headers.add(name: "If-None-Match", value: entityTag) }
        if let lastModified { headers.add(name: "If-Modified-Since", value: lastModified) }
    }
}
