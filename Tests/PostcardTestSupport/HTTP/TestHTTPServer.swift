import NIOCore
import NIOHTTP1
import NIOPosix

/// A real HTTP/1.1 server on 127.0.0.1 for tests. It can also violate the protocol.
public final class TestHTTPServer: Sendable {
    /// Returns the response to a request.
    public typealias Handler = @Sendable (TestHTTPRequest) async -> TestHTTPReply

    /// The port that it listens on.
    public let port: Int

    private let listener: any Channel
    private let connections: TestHTTPConnections

    /// The URL of the server: `http://127.0.0.1:PORT`.
    public var address: String { "http://127.0.0.1:\(port)" }

    /// Starts a server. It is listening when this returns.
    ///
    /// - Parameter port: the port to listen on; 0 for a free one.
    /// - Throws: a system error if it can't listen.
    public init(port: Int = 0, handler: @escaping Handler) async throws {
        let connections = TestHTTPConnections()
        self.connections = connections
        listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                connections.add(channel)
                return channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers(
                        ByteToMessageHandler(HTTPRequestDecoder()), TestHTTPConnectionHandler(handler: handler))
                }
            }
            .bind(host: "127.0.0.1", port: port)
            .get()
        self.port = listener.localAddress?.port ?? port
    }

    /// Stops listening and closes all connections, including those that hang.
    public func stop() async {
        // Closing twice is harmless.
        try? await listener.close()
        await connections.closeAll()
    }

    /// Returns when the server has stopped.
    public func waitUntilStopped() async throws {
        try await listener.closeFuture.get()
    }
}
