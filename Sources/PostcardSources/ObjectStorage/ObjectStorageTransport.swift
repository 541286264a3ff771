import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import PlatformFoundation

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

    /// What `Request.count` threw.
    private struct Refusal: Error {
        let error: any Error
    }

    struct Response {
        let status: Int
        let headers: HTTPHeaders
        let body: [UInt8]

        func header(_ name: String) -> String? { headers.first(name: name) }
    }

    private let client: HTTPClient
    private let userAgent: UserAgent

    /// Creates a transport that keeps as many connections to a host.
    init(userAgent: UserAgent, connections: Int) {
        var configuration = HTTPClient.Configuration.singletonConfiguration
        configuration.redirectConfiguration = .disallow
        // Objects are read as they are stored.
        configuration.decompression = .disabled
        configuration.timeout = .init(connect: .seconds(10), read: .seconds(20))
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = max(8, connections)
        // Each piece of a picture goes through a dozen handlers: there are fewer where a piece may have more than the usual 64 KiB.
        configuration.http1_1ConnectionDebugInitializer = { channel in
            channel.setOption(
                .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 1024, initial: 2048, maximum: 256 << 10)
            )
        }
        // Its spans would have whole addresses, keys in their queries included.
        configuration.tracing.tracer = nil
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        self.userAgent = userAgent
    }

    deinit {
        client.shutdown { _ in }
    }

    /// - Throws: `HTTPTransportError`, with code `bodyTooLarge` for a longer body; `CancellationError`; what `Request.count` throws.
    func send(_ request: Request) async throws -> Response {
        guard let url = URL(string: request.url) else {
            throw HTTPTransportError(.badAddress, "\(request.url) is not an http or https address with a host.")
        }
        // For messages.
        let described = HTTPTransportRequest(url: url, maximumBodyBytes: request.maximumBytes, timeout: request.timeout)
        var outgoing = HTTPClientRequest(url: request.url)
        outgoing.method = HTTPMethod(rawValue: request.method)
        outgoing.headers.add(name: "User-Agent", value: userAgent.description)
        for (name, value) in request.headers { outgoing.headers.replaceOrAdd(name: name, value: value) }
        if !request.body.isEmpty || request.method == "PUT" { outgoing.body = .bytes(ByteBuffer(bytes: request.body)) }
        do {
            let response = try await client.execute(
                outgoing, timeout: .nanoseconds(request.timeout.components.seconds * 1_000_000_000))
            var body: [UInt8] = []
            // An error may be longer than what was asked for.
            let maximum = (200...299).contains(response.status.code) ? request.maximumBytes : 1 << 20
            if request.method != "HEAD" {
                if let length = response.headers.first(name: "Content-Length").flatMap({ Int($0) }) {
                    try Self.check(length, maximum)
                    body.reserveCapacity(length)
                }
                for try await piece in response.body {
                    try Self.check(body.count + piece.readableBytes, maximum)
                    do { try request.count(piece.readableBytes) } catch { throw Refusal(error: error) }
                    body += piece.readableBytesView
                }
            }
            return Response(status: Int(response.status.code), headers: response.headers, body: body)
        } catch let refusal as Refusal {
            throw refusal.error
        } catch {
            throw HTTPTransportError.translating(error, during: described)
        }
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
