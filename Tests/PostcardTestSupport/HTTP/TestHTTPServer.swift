import NIOCore
import NIOHTTP1
import NIOPosix

/// A real HTTP/1.1 server on 127.0.0.1 for tests, which can also break the rules.
public final class TestHTTPServer: Sendable {
    /// Makes the answer to a request.
    public typealias Handler = @Sendable (TestHTTPRequest) async -> TestHTTPReply

    /// The port that it listens on.
    public let port: Int

    private let listener: any Channel
    private let connections: TestHTTPConnections

    /// Where it is: `http://127.0.0.1:PORT`.
    public var address: String { "http://127.0.0.1:\(port)" }

    /// Starts a server, which is listening when this returns.
    ///
    /// - Parameter port: The port to listen on; 0 for a free one.
    /// - Throws: An error of the system when it cannot listen.
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

    /// Stops listening and closes all connections, those that hang as well.
    public func stop() async {
        // Closing what is closed already is no reason to complain.
        try? await listener.close()
        await connections.closeAll()
    }

    /// Returns when the server has stopped.
    public func waitUntilStopped() async throws {
        try await listener.closeFuture.get()
    }
}
