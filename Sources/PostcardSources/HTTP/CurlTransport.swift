import CCurl
import PlatformFoundation

/// A transport by libcurl: HTTP/1.1, TLS, compressed responses, reused connections, and the proxies of the environment.
///
/// The connections are closed when the last reference to the transport or to a body of its responses is gone.
public final class CurlTransport: HTTPTransport {
    private let client: CurlClient
    private let userAgent: UserAgent

    /// Makes a transport.
    ///
    /// - Parameters:
    ///   - userAgent: the value of the `User-Agent` field.
    ///   - connectTimeout: the longest time to open a connection.
    ///   - idleTimeout: the longest time without data from a server.
    ///   - connections: the largest number of busy connections to a host.
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
            outgoing.maximumBodyBytes = request.maximumBodyBytes
            outgoing.headers = [("User-Agent", userAgent.description)] + headers.map { (name: $0.key, value: $0.value) }
            let response = try await client.send(outgoing)
            guard let next = Self.redirect(of: response, from: url) else {
                return HTTPTransportResponse(
                    status: response.status, headers: response.headers, url: url, body: response.body)
            }
            if (next.scheme, next.host(), next.port) != (url.scheme, url.host(), url.port) {
                // These fields are meant for the first host only.
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

    /// Returns the target of a redirect that is followed; otherwise `nil`.
    private static func redirect(of response: CurlClient.Response, from url: URL) -> URL? {
        guard [301, 302, 303, 307, 308].contains(response.status),
            let location = response.headers.first(named: "Location"),
            let next = URL(string: location, relativeTo: url)?.absoluteURL, isHTTP(next)
        else { return nil }
        return next
    }
}

extension HTTPTransportError {
    /// Makes the error for a failed transfer of libcurl.
    ///
    /// - Parameters:
    ///   - result: the result of the transfer.
    ///   - place: the name of the server.
    ///   - isConnected: whether a connection was opened.
    init(_ result: CURLcode, at place: String, isConnected: Bool = true) {
        switch result {
        case CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT:
            self.init(.cannotConnect, "Cannot connect to \(place). Check the address and the network.")
        case CURLE_OPERATION_TIMEDOUT where !isConnected:
            self.init(.cannotConnect, "\(place) took too long to accept a connection.")
        case CURLE_OPERATION_TIMEDOUT:
            self.init(.timedOut, "\(place) took too long to answer.")
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_PEER_FAILED_VERIFICATION,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR:
            self.init(
                .untrusted,
                "\(place) has no certificate that can be trusted: it is expired, for another name, or of an unknown authority."
            )
        case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR:
            self.init(.connectionLost, "\(place) closed the connection before its answer was complete.")
        case CURLE_URL_MALFORMAT:
            self.init(.badAddress, "\(place) is not an address.")
        case CURLE_OUT_OF_MEMORY:
            self.init(.connectionLost, "There is not enough memory to talk to \(place).")
        default:
            self.init(.badProtocol, "\(place) does not answer in HTTP.")
        }
    }
}
