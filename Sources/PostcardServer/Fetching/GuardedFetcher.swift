internal import AsyncHTTPClient
internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import PlatformFoundation
internal import PostcardCore
internal import PostcardImaging

/// Fetches pictures from addresses that anonymous clients name.
///
/// A host has to be on the list. All addresses that it resolves to are checked, and the connection goes to one of exactly
/// these, so that a second look-up cannot lead elsewhere. Each redirect is a new address to check.
struct GuardedFetcher: Sendable {
    /// The rules of what may be fetched.
    struct Policy: Sendable {
        var hosts: [HostPattern]
        /// True when addresses of private networks and of this machine may be fetched from too.
        var allowsPrivateAddresses = false
        var maximumBytes: Int
        /// For the whole exchange, redirects included.
        var timeout: Duration
        var maximumRedirects = 5
    }

    /// The largest number of addresses of a host that are tried.
    private static let maximumAddresses = 4

    let policy: Policy
    let resolver: any HostResolver
    /// Names us to servers.
    let userAgent: String

    /// A picture, or the word that it is still the same.
    enum Fetched: Sendable {
        case picture([UInt8], OriginTerms)
        case unchanged(OriginTerms)
    }

    /// Fetches a picture.
    ///
    /// - Parameters:
    ///   - address: an http or https URL.
    ///   - known: the terms of the picture that is here already, if any.
    ///   - room: counts the bytes as they come.
    /// - Returns: the picture, or that the one which is here is still current.
    /// - Throws: `HTTPError` for what is not allowed, not there or no picture; `CancellationError`.
    func picture(at address: String, known: OriginTerms?, room: WeightedSemaphore.Permit) async throws -> Fetched {
        try await withDeadline(policy.timeout) {
            var target = try FetchTarget(address)
            for _ in 0...policy.maximumRedirects {
                switch try await exchange(target, known, room) {
                case .fetched(let fetched): return fetched
                case .redirect(let location): target = try target.redirected(to: location)
                }
            }
            throw HTTPError(.badGateway, "The picture's server redirects too often.")
        }
    }

    private enum Reply {
        case fetched(Fetched)
        case redirect(String)
    }

    /// The addresses that may be connected to, in the order in which the system would try them.
    private func checkedAddresses(of target: FetchTarget) async throws -> [IPAddress] {
        guard policy.hosts.contains(where: { $0.matches(host: target.host, port: target.unusualPort) }) else {
            throw HTTPError(
                .forbidden,
                "Pictures are not fetched from \(target.host) here. Its operator can allow it (--allow-host).")
        }
        let addresses = try await resolver.addresses(of: target.bareHost)
        guard !addresses.isEmpty else {
            throw HTTPError(.badGateway, "The host \(target.host) cannot be found.")
        }
        guard policy.allowsPrivateAddresses || addresses.allSatisfy(\.isPublic) else {
            throw HTTPError(
                .forbidden,
                "The host \(target.host) leads to an address that is not of the public internet. "
                    + "The operator can allow that (--allow-private-addresses).")
        }
        return Array(addresses.prefix(Self.maximumAddresses))
    }

    /// Asks the first of a host's addresses that answers at all.
    private func exchange(
        _ target: FetchTarget, _ known: OriginTerms?, _ room: WeightedSemaphore.Permit
    ) async throws -> Reply {
        for address in try await checkedAddresses(of: target) {
            if let reply = try await exchange(target, at: address, known, room) { return reply }
        }
        throw HTTPError(.badGateway, "The picture's server does not answer.")
    }

    /// - Returns: `nil` when nobody answers at this address.
    private func exchange(
        _ target: FetchTarget, at address: IPAddress, _ known: OriginTerms?, _ room: WeightedSemaphore.Permit
    ) async throws -> Reply? {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        configuration.dnsOverride = [target.bareHost: "\(address)"]
        configuration.timeout = .init(connect: .seconds(5), read: .seconds(10))
        configuration.connectionPool.retryConnectionEstablishment = false
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        do {
            let reply = try await self.reply(to: target, over: client, known, room)
            try await client.shutdown()
            return reply
        } catch {
            // Nothing is left to tell of a client that failed already.
            try? await client.shutdown()
            if Task.isCancelled { throw CancellationError() }
            if Self.isUnanswered(error) { return nil }
            throw error is HTTPError ? error : HTTPError(.badGateway, "The picture's server does not answer well.")
        }
    }

    /// Tells whether a connection could not be made.
    private static func isUnanswered(_ error: any Error) -> Bool {
        switch error {
        case is NIOConnectionError, is IOError: true
        case let error as HTTPClientError: error == .connectTimeout
        default: false
        }
    }

    private func reply(
        to target: FetchTarget, over client: HTTPClient, _ known: OriginTerms?, _ room: WeightedSemaphore.Permit
    ) async throws -> Reply {
        var request = HTTPClientRequest(url: target.address)
        request.headers.add(name: "User-Agent", value: userAgent)
        request.headers.add(name: "Accept", value: "image/*")
        known?.ask(target.address, &request.headers)
        let response = try await client.execute(request, timeout: TimeAmount(policy.timeout))
        let terms = OriginTerms(address: target.address, headers: response.headers)
        switch response.status.code {
        case 200: return .fetched(.picture(try await body(of: response, room), terms))
        case 304 where known?.canBeAsked == true && known?.address == target.address:
            return .fetched(.unchanged(terms))
        case 301, 302, 303, 307, 308:
            guard let location = response.headers.first(name: "Location") else {
                throw HTTPError(.badGateway, "The picture's server redirects to nowhere.")
            }
            return .redirect(location)
        case 404, 410: throw HTTPError(.notFound, "The picture is not at its address.")
        default:
            throw HTTPError(.badGateway, "The picture's server answers with status \(response.status.code).")
        }
    }

    private func body(of response: HTTPClientResponse, _ room: WeightedSemaphore.Permit) async throws -> [UInt8] {
        let tooLarge = HTTPError(
            .contentTooLarge, "The picture has more than \(policy.maximumBytes) bytes.")
        if let length = response.headers.first(name: "Content-Length").flatMap({ Int($0) }),
            length > policy.maximumBytes
        {
            throw tooLarge
        }
        var bytes: [UInt8] = []
        var isRecognised = false
        for try await piece in response.body {
            guard bytes.count + piece.readableBytes <= policy.maximumBytes else { throw tooLarge }
            try room.grow(by: piece.readableBytes)
            bytes.append(contentsOf: piece.readableBytesView)
            // As soon as the first bytes are there, so that no long answer of another kind is read.
            if !isRecognised, bytes.count >= PictureSniffing.byteCount {
                try PictureSniffing.check(bytes)
                isRecognised = true
            }
        }
        if !isRecognised { try PictureSniffing.check(bytes) }
        return bytes
    }
}
