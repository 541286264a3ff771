import PlatformFoundation

/// An HTTP/1.1 client that uses the system's libcurl, which is loaded on the first request.
///
/// The client stores no cookies. Connections are reused until the last reference to the client or a response body is released.
package final class HTTPClient: Sendable {
    /// The settings of a client.
    package struct Configuration: Sendable {
        /// The value of the `User-Agent` header; `nil` to send none.
        package var userAgent: UserAgent?
        /// The maximum number of busy connections to a host; other requests wait.
        package var connections = 8
        package var connectTimeout = Duration.seconds(10)
        /// The maximum time without data from a server, in whole seconds.
        package var idleTimeout = Duration.seconds(20)
        /// True if environment variables such as `https_proxy` apply.
        package var usesProxies = true
        /// True to follow up to 5 redirects. Otherwise, redirects are returned as responses.
        var followsRedirects = false
        /// True to request compressed bodies. Bodies that arrive compressed are always decompressed.
        var decompresses = false
        /// The path of a file that contains root certificates; `nil` for the system's certificates.
        var authorities: String?

        package init() {}
    }

    private let configuration: Configuration
    let loop: CurlLoop

    /// Makes a client that follows at most 5 redirects and decompresses bodies. Proxies set in the environment apply.
    ///
    /// - Parameters:
    ///   - connectTimeout: the maximum time to open a connection.
    ///   - idleTimeout: the maximum time without data from a server.
    ///   - connections: the maximum number of busy connections to a host.
    package convenience init(
        userAgent: UserAgent, connectTimeout: Duration = .seconds(10), idleTimeout: Duration = .seconds(20),
        connections: Int = 8
    ) {
        var configuration = Configuration()
        configuration.userAgent = userAgent
        configuration.connectTimeout = connectTimeout
        configuration.idleTimeout = idleTimeout
        configuration.connections = connections
        configuration.followsRedirects = true
        configuration.decompresses = true
        self.init(configuration)
    }

    package init(_ configuration: Configuration) {
        self.configuration = configuration
        loop = CurlLoop(configuration)
    }

    deinit { loop.stop() }

    /// Sends a request, and returns once the head of the response has arrived. The body is received as it is read.
    ///
    /// A response of any status is returned.
    ///
    /// - Throws: ``HTTPClientError``, as does reading the body; `CancellationError` if the task was canceled.
    package func send(_ request: Request) async throws -> Response {
        guard let first = URL(string: request.url), Self.isHTTP(first) else {
            throw HTTPClientError(.badAddress, "\(request.place) is not an http or https URL with a host.")
        }
        let deadline = ContinuousClock.now + request.timeout
        var (request, url) = (request, first)
        if let userAgent = configuration.userAgent {
            request.headers.insert(("User-Agent", userAgent.description), at: 0)
        }
        if configuration.decompresses, request.headers.first(named: "Accept-Encoding") == nil {
            request.headers.append(("Accept-Encoding", "gzip"))
        }
        var known: Set = [first]
        while true {
            let body = Body(of: CurlExchange(request), client: self)
            try loop.begin(body.exchange)
            let head = try await body.wait { try await body.exchange.head() }
            body.decode(head.fields)
            let response = Response(status: head.status, headers: head.fields, url: url, body: body)
            guard configuration.followsRedirects, let next = Self.redirect(of: response) else { return response }
            guard known.insert(next).inserted, known.count <= Self.maximumRedirects + 1 else {
                throw HTTPClientError(
                    .tooManyRedirects,
                    "\(first.withoutSecrets) redirects in a loop or more than \(Self.maximumRedirects) times.")
            }
            if (next.scheme, next.host(), next.port) != (url.scheme, url.host(), url.port) {
                // These headers are intended only for the original server.
                request.headers.removeAll { ["authorization", "cookie", "x-api-key"].contains($0.name.lowercased()) }
            }
            (request.url, request.timeout, url) = (next.absoluteString, deadline - .now, next)
        }
    }

    private static let maximumRedirects = 5

    private static func isHTTP(_ url: URL) -> Bool {
        ["http", "https"].contains(url.scheme?.lowercased()) && url.host()?.isEmpty == false
    }

    /// Returns the target of a redirect that can be followed; otherwise `nil`.
    private static func redirect(of response: Response) -> URL? {
        guard [301, 302, 303, 307, 308].contains(response.status),
            let location = response.headers.first(named: "Location"),
            let next = URL(string: location, relativeTo: response.url)?.absoluteURL, isHTTP(next)
        else { return nil }
        return next
    }
}

extension HTTPClient: CustomReflectable {
    /// An empty mirror, because a dump would show the requests in progress, including their keys.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
