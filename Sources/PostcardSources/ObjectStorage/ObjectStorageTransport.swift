/// Carries requests to servers of objects, which follow no redirect: they are signed for one host.
final class ObjectStorageTransport: Sendable {
    struct Request {
        var method: String
        var url: String
        var headers: [(name: String, value: String)] = []
        var body: [UInt8] = []
        var maximumBytes = 1 << 20
        var timeout: Duration = .seconds(60)
        /// Called with the number of bytes of the answer's body before they are kept.
        var count: @Sendable (Int) throws -> Void = { _ in }
    }

    struct Response {
        let status: Int
        let headers: [(name: String, value: String)]
        let body: [UInt8]

        func header(_ name: String) -> String? { headers.first(named: name) }
    }

    private let client: CurlClient
    private let userAgent: UserAgent

    /// Creates a transport that keeps as many connections to a host. Objects are read as they are stored.
    init(userAgent: UserAgent, connections: Int) {
        var configuration = CurlClient.Configuration()
        configuration.connections = max(8, connections)
        client = CurlClient(configuration)
        self.userAgent = userAgent
    }

    /// - Throws: `HTTPTransportError`, with code `bodyTooLarge` for a longer body; `CancellationError`; what `Request.count` throws.
    func send(_ request: Request) async throws -> Response {
        var outgoing = CurlClient.Request(url: request.url, timeout: request.timeout)
        outgoing.method = request.method
        outgoing.headers = [("User-Agent", userAgent.description)] + request.headers
        if !request.body.isEmpty || request.method == "PUT" || request.method == "POST" { outgoing.body = request.body }
        let response = try await client.send(outgoing)
        let head = Response(status: response.status, headers: response.headers, body: [])
        guard request.method != "HEAD" else { return head }
        var body: [UInt8] = []
        // An error may be longer than what was asked for.
        let maximum = (200...299).contains(response.status) ? request.maximumBytes : 1 << 20
        if let length = head.header("Content-Length").flatMap({ Int($0) }) {
            try Self.check(length, maximum)
            body.reserveCapacity(length)
        }
        for try await piece in response.body {
            try Self.check(body.count + piece.count, maximum)
            try request.count(piece.count)
            body += piece
        }
        return Response(status: response.status, headers: response.headers, body: body)
    }

    private static func check(_ count: Int, _ maximum: Int) throws(HTTPTransportError) {
        guard count <= maximum else {
            throw HTTPTransportError(
                .bodyTooLarge,
                "It has \(count) bytes or more; \(maximum) are allowed. Raise the byte limit to read it.")
        }
    }
}

extension ObjectStorageTransport: CustomReflectable {
    /// Nothing: a dump would go on into requests, keys included.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
