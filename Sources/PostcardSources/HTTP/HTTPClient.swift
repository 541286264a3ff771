public import PlatformFoundation
import Synchronization

/// A client of HTTP/1.1 that uses the system's libcurl, loaded at the first request.
///
/// It keeps no cookies. Connections are reused until the last reference to the client or to a body of its responses is gone.
public final class HTTPClient: Sendable {
    /// The settings of a client.
    package struct Configuration: Sendable {
        /// The value of the `User-Agent` field; `nil` for none.
        package var userAgent: UserAgent?
        /// The largest number of busy connections to a host; other requests wait.
        package var connections = 8
        package var connectTimeout = Duration.seconds(10)
        /// The longest time without data from a server, in whole seconds.
        package var idleTimeout = Duration.seconds(20)
        /// A Boolean value that indicates whether environment variables such as `https_proxy` apply.
        package var usesProxies = true
        /// A Boolean value that indicates whether redirects are followed, at most 5. Otherwise they are responses.
        var followsRedirects = false
        /// A Boolean value that indicates whether compressed bodies are requested. They are decompressed in any case.
        var decompresses = false
        /// The path of a file of root certificates; `nil` for those of the system.
        var authorities: String?

        package init() {}
    }

    private let configuration: Configuration
    private let loop: CurlLoop

    /// Makes a client that follows at most 5 redirects, and decompresses bodies. The proxies of the environment apply.
    ///
    /// - Parameters:
    ///   - connectTimeout: the longest time to open a connection.
    ///   - idleTimeout: the longest time without data from a server.
    ///   - connections: the largest number of busy connections to a host.
    public convenience init(
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

    /// Sends a request, and returns after the head of the response. The body is received as it is read.
    ///
    /// A response of any status is returned.
    ///
    /// - Throws: ``HTTPClientError``, as does reading the body; `CancellationError` if the task was cancelled.
    public func send(_ request: Request) async throws -> Response {
        guard let first = URL(string: request.url), Self.isHTTP(first) else {
            throw HTTPClientError(.badAddress, "\(request.place) is not an http or https address with a host.")
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
                    "\(first.withoutSecrets) redirects in a circle or more than \(Self.maximumRedirects) times.")
            }
            if (next.scheme, next.host(), next.port) != (url.scheme, url.host(), url.port) {
                // These fields are meant for the first host only.
                request.headers.removeAll { ["authorization", "cookie"].contains($0.name.lowercased()) }
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
    /// An empty mirror: a dump would show the requests in progress with their keys.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

// MARK: - Request

extension HTTPClient {
    /// An HTTP request with the limits on its response.
    public struct Request: Sendable {
        package var method = "GET"
        /// The http or https URL.
        public var url: String
        /// The name and value of each header field.
        public var headers: [(name: String, value: String)]
        /// The body; `nil` for none, which differs from an empty one.
        package var body: [UInt8]?
        /// The address to connect to instead of the host's own ones; IPv6 in brackets.
        package var address: String?
        /// The largest length of the response's body in bytes.
        public var maximumBodyBytes: Int
        /// The longest time for request and response.
        public var timeout: Duration

        /// Makes a GET request.
        public init(
            url: String, headers: [(name: String, value: String)] = [], maximumBodyBytes: Int = .max, timeout: Duration
        ) {
            (self.url, self.headers) = (url, headers)
            (self.maximumBodyBytes, self.timeout) = (maximumBodyBytes, timeout)
        }

        /// The name of the server in messages.
        var place: String { URL(string: url)?.withoutSecrets ?? "The server" }
    }
}

extension HTTPClient.Request: CustomStringConvertible, CustomReflectable {
    /// The method and the URL without its query. Header fields and body are left out too, since all of them may contain keys.
    public var description: String { "\(method) \(place)" }

    /// A mirror of ``description`` only, so that dumps show no keys.
    public var customMirror: Mirror { Mirror(self, children: ["request": description]) }
}

// MARK: - Response

extension HTTPClient {
    /// The head of a response, with a body that is received as it is read.
    public struct Response: Sendable {
        /// The status code, such as 200.
        public let status: Int
        /// The name and value of each header field, in the order of the response.
        public let headers: [(name: String, value: String)]
        /// The URL of the response after all redirects.
        public let url: URL
        /// The body, which can be read once.
        public let body: Body

        /// A Boolean value that indicates whether the body was sent in another coding, so that lengths and ranges of the response are not those of
        /// the body.
        package var isCoded: Bool { headers.isCoded }

        /// Returns the value of a header field; several of one name are joined by commas. Returns `nil` if there is none.
        ///
        /// - Parameter name: the name of the field in any case.
        public func header(_ name: String) -> String? {
            let name = name.lowercased()
            let values = headers.filter { $0.name.lowercased() == name }.map(\.value)
            return values.isEmpty ? nil : values.joined(separator: ", ")
        }

        /// The delay that the server requests in `Retry-After`; `nil` without a valid one.
        var retryAfter: Duration? { RetryAfter.delay(of: header) }
    }

    /// The body of a response as a sequence of pieces of any size, which can be read once.
    ///
    /// Reading throws ``HTTPClientError`` after a lost connection, a timeout or too many bytes. A body that is deallocated before its end is cancelled.
    public final class Body: AsyncSequence, AsyncIteratorProtocol, Sendable {
        fileprivate let exchange: CurlExchange
        // Without a client, the transfer would end.
        private let client: HTTPClient
        /// The decoder of a coded body; `nil` for a plain one, and before the head is known.
        private let decoder = Mutex<ContentDecoder?>(nil)

        fileprivate init(of exchange: CurlExchange, client: HTTPClient) {
            (self.exchange, self.client) = (exchange, client)
        }

        /// Chooses the decoder.
        fileprivate func decode(_ headers: [(name: String, value: String)]) {
            guard let coding = headers.first(named: "Content-Encoding") else { return }
            decoder.withLock { $0 = ContentDecoder(coding: coding) }
        }

        deinit { client.loop.cancel(exchange) }

        /// Returns the next piece, decoded from `Content-Encoding`; `nil` at the end.
        public func next() async throws -> [UInt8]? {
            while true {
                if let piece = try decoded() { return piece }
                let piece = try await wait { try await exchange.next() }
                let isCoded = decoder.withLock { decoder in
                    guard decoder != nil else { return false }
                    decoder?.add(piece)
                    return true
                }
                guard isCoded else { return piece.isEmpty ? nil : piece }
                guard !piece.isEmpty else {
                    guard decoder.withLock({ $0?.isOver }) == true else { throw exchange.damagedBody }
                    return nil
                }
            }
        }

        /// Returns the next decoded piece; `nil` if more bytes are needed, and for a plain body.
        private func decoded() throws(HTTPClientError) -> [UInt8]? {
            let (piece, count): ([UInt8]?, Int) = decoder.withLock { decoder in
                decoder == nil ? ([], 0) : (decoder?.next(), decoder?.count ?? 0)
            }
            guard let piece else { throw exchange.damagedBody }
            try exchange.check(bodyCount: count)
            return piece.isEmpty ? nil : piece
        }

        /// Returns the body itself.
        public func makeAsyncIterator() -> Body { self }

        /// Returns all bytes of the body.
        package func collect() async throws -> [UInt8] { try await reduce(into: []) { $0 += $1 } }

        /// Runs `work`, and cancels the exchange with the task. Afterwards it resumes a transfer that had been paused because the buffer was full.
        fileprivate func wait<Result: Sendable>(_ work: () async throws -> Result) async throws -> Result {
            let result = try await withTaskCancellationHandler {
                try await work()
            } onCancel: {
                client.loop.cancel(exchange)
            }
            if exchange.continues() { client.loop.resume(exchange) }
            return result
        }
    }
}

extension Sequence where Element == (name: String, value: String) {
    /// Returns the value of the first field with a name, in any case; `nil` if there is none.
    func first(named name: String) -> String? {
        let name = name.lowercased()
        return first { $0.name.lowercased() == name }?.value
    }

    /// A Boolean value that indicates whether these are the fields of a response with a coded body.
    var isCoded: Bool { first(named: "Content-Encoding").map { $0.lowercased() != "identity" } ?? false }
}

// MARK: - UserAgent

/// The name of the program in requests, as Flickr's picture host, Wikimedia and OpenStreetMap require it.
public struct UserAgent: Sendable, Hashable, CustomStringConvertible {
    /// The value of the `User-Agent` header field: `Postcard/1.2.0 (+https://example.org/)`.
    public let description: String

    /// Makes the name.
    ///
    /// - Parameter contact: a web page or mail address of its makers.
    public init(version: String, contact: String) {
        // A header field ends at a line break, and a comment in it at a bracket.
        func clean(_ text: String) -> String {
            String(
                text.unicodeScalars.filter { $0.isASCII && $0.value > 0x20 && !"()\u{7F}".unicodeScalars.contains($0) })
        }
        description = "Postcard/\(clean(version)) (+\(clean(contact)))"
    }

    /// Makes a name of a complete value of the header field.
    package init(value: String) { description = value }
}
