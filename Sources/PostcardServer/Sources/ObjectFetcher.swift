import HTTPTypes
import NIOHTTP1
import PostcardCore
import PostcardSources

/// Fetches pictures from object storage, of addresses that the settings allow.
struct ObjectFetcher: Sendable {
    let storage: ObjectStorage
    let maximumBytes: Int
    /// For the whole exchange, tries after failures included.
    let timeout: Duration

    /// Fetches a picture.
    ///
    /// - Parameters:
    ///   - known: the terms of the version that is here already, if any.
    ///   - needsAll: whether its beginning is not enough.
    ///   - room: counts the bytes as they come.
    /// - Returns: the picture, or its beginning, or that the version which is here is still current.
    /// - Throws: `HTTPError`, with status 404 for what is not there; `CancellationError`.
    func picture(
        at address: ObjectAddress, known: OriginTerms?, needsAll: Bool, room: WeightedSemaphore.Permit
    ) async throws -> FetchedReply {
        try await withDeadline(timeout) {
            do {
                let reading = try await storage.read(
                    address, prefix: needsAll ? nil : FetchedReply.startBytes, unless: known?.entityTag,
                    maximumBytes: maximumBytes, fields: RequestTrace.fields, count: { try room.grow(by: $0) })
                return try reply(reading, address)
            } catch let error as SourceError {
                throw httpError(error)
            }
        }
    }

    private func reply(_ reading: ObjectStorage.Reading, _ address: ObjectAddress) throws(HTTPError) -> FetchedReply {
        func terms(_ headers: [(name: String, value: String)]) -> OriginTerms {
            OriginTerms(address: "\(address)", headers: HTTPHeaders(headers.map { ($0.name, $0.value) }))
        }
        switch reading {
        case .missing: throw HTTPError(.notFound, "There is no such picture.")
        case .unchanged(let headers): return .unchanged(terms(headers))
        case .bytes(let bytes, let size, let headers):
            try PictureSniffing.check(bytes)
            guard bytes.count < size else { return .picture(bytes, terms(headers)) }
            return .start(bytes, size: size, terms(headers))
        }
    }

    /// The response to a failure. Buckets, keys and whose they are is for the log alone.
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

/// The answer of a server that was asked for a picture.
enum FetchedReply: Sendable {
    case picture([UInt8], OriginTerms)
    /// The first bytes of a picture of `size` bytes.
    case start([UInt8], size: Int, OriginTerms)
    /// The version that is known is still the one that is there.
    case unchanged(OriginTerms)

    /// The number of bytes that are asked for where the beginning of a picture is enough: its format and its size are known then.
    static let startBytes = 64

    /// The bytes that came.
    var byteCount: Int {
        switch self {
        case .picture(let bytes, _), .start(let bytes, _, _): bytes.count
        case .unchanged: 0
        }
    }
}

/// On what terms an origin gave a picture: how long it may be kept (RFC 9111), and how to ask whether it is still the same
/// (RFC 9110, section 13).
struct OriginTerms: Sendable, Equatable, Codable {
    /// The address that gave it, after all redirects.
    let address: String
    private(set) var entityTag: String?
    private var lastModified: String?
    /// Seconds for which it is fresh; `nil` when the origin does not say.
    let seconds: Int?
    /// Seconds after that for which it may be used while the origin is away; `nil` when the origin does not say.
    let staleSeconds: Int?
    /// True when it may be kept for later at all.
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

    /// The terms after the origin said that the picture is the same, which need not repeat the marks that it is known by.
    func renewed(_ new: OriginTerms) -> OriginTerms {
        var terms = new
        terms.entityTag = new.entityTag ?? entityTag
        terms.lastModified = new.lastModified ?? lastModified
        return terms
    }

    /// The value that no other version of the picture has, byte for byte.
    var strongTag: String? { entityTag.flatMap { $0.hasPrefix("W/") ? nil : $0 } }

    /// True when the origin can be asked if the picture is still the same.
    var canBeAsked: Bool { mayBeKept && (entityTag != nil || lastModified != nil) }

    /// Adds the question whether the picture is still the same, when it goes to where the picture came from.
    func addConditions(_ target: String, _ headers: inout HTTPHeaders) {
        guard canBeAsked, target == address else { return }
        if let entityTag { headers.add(name: "If-None-Match", value: entityTag) }
        if let lastModified { headers.add(name: "If-Modified-Since", value: lastModified) }
    }
}
