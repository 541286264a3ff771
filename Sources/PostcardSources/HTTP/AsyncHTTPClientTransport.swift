import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import PlatformFoundation

/// Carries requests with AsyncHTTPClient: HTTP/1.1 and 2, TLS, compressed answers, connections kept open.
///
/// The connections are closed when the last reference to the transport, or to a body that it delivers, is gone.
public final class AsyncHTTPClientTransport: HTTPTransport {
    private let client: HTTPClient
    private let userAgent: UserAgent
    private let now: @Sendable () -> ContinuousClock.Instant

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - userAgent: How to name ourselves.
    ///   - connectTimeout: The most time that opening a connection may take.
    ///   - idleTimeout: The most time that a server may keep silent within an answer.
    ///   - connections: The number of connections to a host that may be busy at the same time.
    public convenience init(
        userAgent: UserAgent, connectTimeout: Duration = .seconds(10), idleTimeout: Duration = .seconds(20),
        connections: Int = 8
    ) {
        self.init(
            userAgent: userAgent, connectTimeout: connectTimeout, idleTimeout: idleTimeout, connections: connections,
            now: { ContinuousClock.now })
    }

    /// Creates a transport with its own idea of how long reading a body has taken.
    init(
        userAgent: UserAgent, connectTimeout: Duration, idleTimeout: Duration, connections: Int = 8,
        now: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        // Starting from the library's browser-like defaults brings full certificate checks and decompression that is
        // guarded against bombs.
        var configuration = HTTPClient.Configuration.singletonConfiguration
        configuration.redirectConfiguration = .follow(max: HTTPTransportRequest.maximumRedirects, allowCycles: false)
        configuration.timeout = .init(connect: TimeAmount(connectTimeout), read: TimeAmount(idleTimeout))
        // A refused connection is reported at once; whether to try again is the retry policy's decision.
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
        // Its spans would have whole addresses, keys in their queries included.
        configuration.tracing.tracer = nil
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        self.userAgent = userAgent
        self.now = now
    }

    deinit {
        client.shutdown { _ in }
    }

    /// Sends a request; see ``HTTPTransport/send(_:)``.
    public func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        guard ["http", "https"].contains(request.url.scheme?.lowercased()), request.url.host?.isEmpty == false else {
            throw HTTPTransportError(
                .badAddress, "\(request.url.withoutSecrets) is not an http or https address with a host.")
        }
        var outgoing = HTTPClientRequest(url: request.url.absoluteString)
        outgoing.headers.replaceOrAdd(name: "User-Agent", value: userAgent.description)
        for (name, value) in request.headers {
            outgoing.headers.replaceOrAdd(name: name, value: value)
        }
        let deadline = now() + request.timeout
        do {
            let response = try await client.execute(outgoing, timeout: TimeAmount(request.timeout))
            return HTTPTransportResponse(
                status: Int(response.status.code), headers: response.headers.map { ($0.name, $0.value) },
                url: response.url ?? request.url, body: body(of: response, to: request, deadline: deadline))
        } catch {
            throw HTTPTransportError.translating(error, during: request)
        }
    }

    /// The library watches the time only until the head has come, so that the body has to watch it itself, between one
    /// piece and the next; while it waits for a piece the idle timeout holds.
    private func body(
        of response: HTTPClientResponse, to request: HTTPTransportRequest, deadline: ContinuousClock.Instant
    ) -> HTTPTransportBody {
        let source = response.body
        return HTTPTransportBody { [self] in
            var iterator = source.makeAsyncIterator()
            var count = 0
            return {
                // Holding on to self keeps the connections open as long as the body may be read.
                guard self.now() < deadline else {
                    throw HTTPTransportError(.timedOut, "\(request.url.withoutSecrets) took too long to answer.")
                }
                let piece: ByteBuffer?
                do {
                    piece = try await iterator.next(isolation: #isolation)
                } catch {
                    throw HTTPTransportError.translating(error, during: request)
                }
                guard let piece else { return nil }
                count += piece.readableBytes
                guard count <= request.maximumBodyBytes else {
                    throw HTTPTransportError(
                        .bodyTooLarge,
                        "\(request.url.withoutSecrets) sent more than \(request.maximumBodyBytes) bytes.")
                }
                return Array(piece.readableBytesView)
            }
        }
    }
}

extension AsyncHTTPClientTransport: CustomReflectable {
    /// Nothing: a dump would go on into the client and the addresses that it is busy with, keys included.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
