import PlatformFoundation

/// Carries requests with the system's libcurl: HTTP/1.1, TLS, compressed responses, connections kept open, and the proxies that the
/// environment names.
///
/// The connections are closed when the last reference to the transport, or to a body that it delivers, is gone.
public final class CurlTransport: HTTPTransport {
    private let client: CurlClient
    private let userAgent: UserAgent

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - userAgent: How to name ourselves.
    ///   - connectTimeout: The most time that opening a connection may take.
    ///   - idleTimeout: The most time that a server may keep silent within an answer.
    ///   - connections: The number of connections to a host that may be busy at the same time.
    public init(
        userAgent: UserAgent, connectTimeout: Duration = .seconds(10), idleTimeout: Duration = .seconds(20),
        connections: Int = 8
    ) {
        var configuration = CurlClient.Configuration()
        configuration.connectTimeout = connectTimeout
        configuration.idleTimeout = idleTimeout
        configuration.connections = connections
        configuration.unpacks = true
        client = CurlClient(configuration)
        self.userAgent = userAgent
    }

    /// Sends a request; see ``HTTPTransport/send(_:)``.
    public func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        guard Self.isHTTP(request.url) else {
            throw HTTPTransportError(
                .badAddress, "\(request.url.withoutSecrets) is not an http or https address with a host.")
        }
        let deadline = ContinuousClock.now + request.timeout
        var headers = request.headers
        var url = request.url
        var known: Set<URL> = []
        while known.insert(url).inserted, known.count <= HTTPTransportRequest.maximumRedirects + 1 {
            var outgoing = CurlClient.Request(url: url.absoluteString, timeout: deadline - .now)
            outgoing.headers = [("User-Agent", userAgent.description)] + headers.map { (name: $0.key, value: $0.value) }
            let response = try await client.send(outgoing)
            guard let next = Self.redirect(of: response, from: url) else {
                return HTTPTransportResponse(
                    status: response.status, headers: response.headers, url: url,
                    body: Self.body(of: response, to: request))
            }
            if (next.scheme, next.host(), next.port) != (url.scheme, url.host(), url.port) {
                // They are for the one that was asked.
                headers = headers.filter { !["authorization", "cookie"].contains($0.key.lowercased()) }
            }
            url = next
        }
        throw HTTPTransportError(
            .tooManyRedirects,
            "\(request.url.withoutSecrets) redirects in a circle or more than \(HTTPTransportRequest.maximumRedirects) times."
        )
    }

    private static func isHTTP(_ url: URL) -> Bool {
        ["http", "https"].contains(url.scheme?.lowercased()) && url.host()?.isEmpty == false
    }

    /// The address that a response leads to, if it is one that is followed.
    private static func redirect(of response: CurlClient.Response, from url: URL) -> URL? {
        guard [301, 302, 303, 307, 308].contains(response.status),
            let location = response.headers.first(named: "Location"),
            let next = URL(string: location, relativeTo: url)?.absoluteURL, isHTTP(next)
        else { return nil }
        return next
    }

    private static func body(
        of response: CurlClient.Response, to request: HTTPTransportRequest
    ) -> HTTPTransportBody {
        HTTPTransportBody {
            var iterator = response.body.makeAsyncIterator()
            var count = 0
            return {
                let piece = try await iterator.next()
                count += piece?.count ?? 0
                guard count <= request.maximumBodyBytes else {
                    throw HTTPTransportError(
                        .bodyTooLarge,
                        "\(request.url.withoutSecrets) sent more than \(request.maximumBodyBytes) bytes.")
                }
                return piece
            }
        }
    }
}

extension CurlTransport: CustomReflectable {
    /// Nothing: a dump would go on into the client and the addresses that it is busy with, keys included.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
