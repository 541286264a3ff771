import PlatformFoundation

/// A client of HTTP/1.1 by the system's libcurl, which is opened by the first request.
///
/// It follows no redirects and keeps no cookies. Connections are kept for later requests, until the last reference to the client or to a
/// body that it delivers is gone.
package final class CurlClient: Sendable {
    /// The way in which a client connects.
    package struct Configuration: Sendable {
        /// The number of connections to a host that may be busy at the same time; others wait.
        package var connections = 8
        package var connectTimeout = Duration.seconds(10)
        /// The longest silence of a server, in whole seconds.
        package var idleTimeout = Duration.seconds(20)
        /// True to heed `https_proxy` and the like.
        package var usesProxies = true
        /// True to take bodies in compressed form and unpack them.
        package var unpacks = false
        /// The path of a file of certificates of authorities; `nil` for the system's.
        var authorities: String?

        package init() {}
    }

    /// A request.
    package struct Request: Sendable {
        package var method = "GET"
        /// An http or https address.
        package var url: String
        package var headers: [(name: String, value: String)] = []
        /// `nil` for a request that has none, which is not the same as an empty one.
        package var body: [UInt8]?
        /// The only address that is connected to, whatever the host's name leads to; IPv6 in brackets.
        package var address: String?
        /// The most bytes that the body of the response may have.
        var maximumBodyBytes = Int.max
        /// For the whole exchange.
        package var timeout: Duration

        package init(url: String, timeout: Duration) { (self.url, self.timeout) = (url, timeout) }

        /// The address in messages.
        var place: String { URL(string: url)?.withoutSecrets ?? "The server" }
    }

    /// The head of a response, and its body as it is read.
    package struct Response: Sendable {
        package let status: Int
        package let headers: [(name: String, value: String)]
        package let body: HTTPTransportBody
    }

    private let loop: CurlLoop

    package init(_ configuration: Configuration) { loop = CurlLoop(configuration) }

    deinit { loop.stop() }

    /// Sends a request and returns when the head of the response is there.
    ///
    /// - Throws: ``HTTPTransportError``, as does reading the body; `CancellationError`.
    package func send(_ request: Request) async throws -> Response {
        let exchange = CurlExchange(request)
        let reading = Reading(client: self, exchange: exchange)
        try loop.begin(exchange)
        let head = try await reading.wait { try await exchange.head() }
        return Response(
            status: head.status, headers: head.fields,
            body: HTTPTransportBody {
                let piece = try await reading.wait { try await exchange.next() }
                return piece.isEmpty ? nil : piece
            })
    }

    /// Keeps the client as long as somebody may read, and ends the exchange when nobody can any more.
    private final class Reading: Sendable {
        let client: CurlClient
        let exchange: CurlExchange

        init(client: CurlClient, exchange: CurlExchange) { (self.client, self.exchange) = (client, exchange) }

        deinit { client.loop.cancel(exchange) }

        /// Waits, and ends the exchange when the task is cancelled; goes on with a body for which there was no room.
        func wait<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
            let result = try await withTaskCancellationHandler {
                try await body()
            } onCancel: {
                client.loop.cancel(exchange)
            }
            if exchange.continues() { client.loop.resume(exchange) }
            return result
        }
    }
}

extension Sequence where Element == (name: String, value: String) {
    /// The value of the first field of a name, in any case.
    func first(named name: String) -> String? {
        let name = name.lowercased()
        return first { $0.name.lowercased() == name }?.value
    }
}

extension CurlClient: CustomReflectable {
    /// Nothing: a dump would go on into the requests that it is busy with, keys included.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
