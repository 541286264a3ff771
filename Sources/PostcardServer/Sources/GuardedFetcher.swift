import HTTPTypes
import NIOHTTP1
import PostcardCore
import PostcardSources

/// A fetcher for URLs that anonymous clients choose, safe against server-side request forgery.
///
/// The host must be allowed. All of the host's IP addresses are checked, and the connection goes to one of them, so a second lookup can't
/// redirect it. Each redirect is checked as a new URL.
struct GuardedFetcher: Sendable {
    /// The rules for fetching.
    struct Policy: Sendable {
        var hosts: [HostPattern]
        /// True to allow IP addresses of private networks and of this machine.
        var allowsPrivateAddresses = false
        var maximumBytes: Int
        /// The time limit for a whole fetch, including redirects.
        var timeout: Duration
        var maximumRedirects = 5
        /// The maximum number of simultaneous connections to a host.
        var maximumConnections = 8

        /// Returns true if the rules contain the host or a parent domain, not only `*`.
        func names(_ target: FetchTarget) -> Bool {
            hosts.contains { !$0.isAny && $0.matches(host: target.host, port: target.unusualPort) }
        }
    }

    /// The maximum number of IP addresses of a host to try.
    private static let maximumAddresses = 4

    let policy: Policy
    let resolver: any HostResolver
    /// The clock for the time limit.
    let clock: any Clock<Duration>
    private let client: HTTPClient

    init(
        policy: Policy, resolver: any HostResolver, userAgent: String, clock: any Clock<Duration> = ContinuousClock()
    ) {
        (self.policy, self.resolver, self.clock) = (policy, resolver, clock)
        var configuration = HTTPClient.Configuration()
        configuration.userAgent = UserAgent(value: userAgent)
        configuration.connections = policy.maximumConnections
        configuration.connectTimeout = policy.timeout / 4
        configuration.idleTimeout = policy.timeout / 2
        // A proxy would resolve the host again, bypassing the checks.
        configuration.usesProxies = false
        client = HTTPClient(configuration)
    }

    /// Fetches a picture.
    ///
    /// - Parameters:
    ///   - address: an http or https URL.
    ///   - known: the terms of a cached version, which is revalidated; `nil` if there is none.
    ///   - needsAll: true for the whole picture, false for its first bytes.
    ///   - room: the permit that grows by the number of received bytes.
    /// - Returns: the picture, its first bytes, or confirmation that the cached version is current.
    /// - Throws: `HTTPError` for a host that is not allowed, a missing picture, or a file that is not a picture; `CancellationError`.
    func picture(
        at address: String, known: OriginTerms?, needsAll: Bool = true, room: WeightedSemaphore.Permit
    ) async throws -> FetchedReply {
        try await withDeadline(policy.timeout, on: clock) {
            var target = try FetchTarget(address)
            for _ in 0...policy.maximumRedirects {
                switch try await exchange(target, Conditions(known: known, needsAll: needsAll, room: room)) {
                case .fetched(let fetched): return fetched
                case .redirect(let location): target = try target.redirected(to: location)
                }
            }
            throw HTTPError(.badGateway, "The picture's server redirects too many times.")
        }
    }

    /// The arguments of a request to a server.
    private struct Conditions {
        let known: OriginTerms?
        let needsAll: Bool
        let room: WeightedSemaphore.Permit
    }

    private enum Reply {
        case fetched(FetchedReply)
        case redirect(String)
    }

    /// Returns the IP addresses of an allowed host, in the order in which the system would try them.
    private func checkedAddresses(of target: FetchTarget) async throws -> [IPAddress] {
        guard policy.hosts.contains(where: { $0.matches(host: target.host, port: target.unusualPort) }) else {
            throw HTTPError(
                .forbidden,
                "Fetching pictures from \(target.listedHost) is not allowed. The operator can allow it with --allow-host \(target.listedHost)."
            )
        }
        let addresses = try await resolver.addresses(of: target.bareHost)
        guard !addresses.isEmpty else {
            throw HTTPError(.badGateway, "Host not found: \(target.host).")
        }
        guard policy.allowsPrivateAddresses || addresses.allSatisfy(\.isPublic) else {
            throw HTTPError(
                .forbidden,
                "The host \(target.host) resolves to an IP address outside the public internet. "
                    + "The operator can allow that with --allow-private-addresses.")
        }
        return Array(addresses.prefix(Self.maximumAddresses))
    }

    /// Sends the request to the first IP address of the host that accepts a connection.
    private func exchange(_ target: FetchTarget, _ conditions: Conditions) async throws -> Reply {
        for address in try await checkedAddresses(of: target) {
            do {
                return try await reply(to: target, at: address, conditions)
            } catch {
                if Task.isCancelled { throw CancellationError() }
                guard let error = error as? HTTPClientError else { throw error }
                if error.code == .cannotConnect { continue }
                if error.code == .missingLibrary { throw HTTPError(.serviceUnavailable, error.message) }
                throw HTTPError(
                    .badGateway,
                    error.code == .untrusted
                        ? "The certificate of the picture's server is not trusted."
                        : "The picture's server sent an invalid response.")
            }
        }
        throw HTTPError(.badGateway, "The picture's server does not respond.")
    }

    /// Sends one request to an IP address of the host.
    private func reply(
        to target: FetchTarget, at address: IPAddress, _ conditions: Conditions
    ) async throws -> Reply {
        var headers: HTTPHeaders = ["Accept": "image/*"]
        let (known, room) = (conditions.known, conditions.room)
        known?.addConditions(target.address, &headers)
        // Trace headers would identify a client's requests, so they are sent only to hosts named in the settings.
        if policy.names(target) {
            for (name, value) in RequestTrace.fields { headers.replaceOrAdd(name: name, value: value) }
        }
        if !conditions.needsAll {
            headers.add(name: "Range", value: "bytes=0-\(FetchedReply.startBytes - 1)")
        }
        // The deadline for the whole fetch is always earlier, so it alone determines the error.
        var request = HTTPClient.Request(url: target.address, timeout: policy.timeout * 2)
        request.address = address.bytes.count == 16 ? "[\(address)]" : "\(address)"
        request.headers = headers.map { ($0.name, $0.value) }
        let response = try await client.send(request)
        let fields = HTTPHeaders(response.headers)
        let terms = OriginTerms(address: target.address, headers: fields)
        switch response.status {
        case 200: return .fetched(.picture(try await body(of: response, fields, room), terms))
        case 206 where !conditions.needsAll && response.isCoded:
            // The first bytes of a compressed body are not the first bytes of the picture.
            return try await reply(to: target, at: address, Conditions(known: known, needsAll: true, room: room))
        case 206 where !conditions.needsAll: return .fetched(try await start(of: response, fields, terms, room))
        // An empty file has no first bytes.
        case 416 where !conditions.needsAll: throw PictureSniffing.unknownFormat
        case 304 where known?.canBeRevalidated == true && known?.address == target.address:
            return .fetched(.unchanged(terms))
        case 301, 302, 303, 307, 308:
            guard let location = fields.first(name: "Location") else {
                throw HTTPError(.badGateway, "The picture's server redirects without giving a URL.")
            }
            return .redirect(location)
        case 404, 410: throw HTTPError(.notFound, "The picture's server has no file at this URL.")
        default:
            var httpError = HTTPError(.badGateway, "The picture's server responded with status \(response.status).")
            // 408 and 429 are temporary; other client errors are final.
            httpError.isFinal = (400...499).contains(response.status) && ![408, 429].contains(response.status)
            throw httpError
        }
    }

    /// Reads the first bytes of a picture, or all bytes of a short picture.
    private func start(
        of response: HTTPClient.Response, _ fields: HTTPHeaders, _ terms: OriginTerms, _ room: WeightedSemaphore.Permit
    ) async throws -> FetchedReply {
        let range = fields.first(name: "Content-Range").flatMap { ContentRange($0) }
        guard let range, range.start == 0, let size = range.length else {
            throw HTTPError(.badGateway, "The picture's server sent a different range than requested.")
        }
        let bytes = try await body(of: response, fields, room)
        return bytes.count < size ? .start(bytes, size: size, terms) : .picture(bytes, terms)
    }

    /// Reads a body within the limits, and checks that the body is a picture.
    private func body(
        of response: HTTPClient.Response, _ fields: HTTPHeaders, _ room: WeightedSemaphore.Permit
    ) async throws -> [UInt8] {
        let tooLarge = HTTPError.pictureTooLarge(policy.maximumBytes)
        let length = fields.first(name: "Content-Length").flatMap { Int($0) } ?? 0
        guard length <= policy.maximumBytes else { throw tooLarge }
        var bytes: [UInt8] = []
        var isRecognized = false
        for try await piece in response.body {
            guard bytes.count + piece.count <= policy.maximumBytes else { throw tooLarge }
            try room.grow(by: piece.count)
            bytes += piece
            // The first bytes are checked as soon as they arrive, so files that are not pictures are not read to the end.
            if !isRecognized, bytes.count >= PictureSniffing.byteCount {
                try PictureSniffing.check(bytes)
                isRecognized = true
            }
        }
        if !isRecognized { try PictureSniffing.check(bytes) }
        return bytes
    }
}
