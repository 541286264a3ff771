import HummingbirdCore
import Logging
import NIOCore
import NIOExtras
import NIOHTTP1
import NIOPosix
import ServiceLifecycle

/// A listening socket, and the connections that it accepts.
///
/// The listener replaces the framework's server, which can't use a socket that is already listening. Each connection's channel parses
/// requests and passes them to `Responder`, the entry point of all requests.
struct Listener: Service {
    let address: ListeningAddress
    let http: HTTP1Channel
    /// The maximum number of open connections; further connections wait to be accepted.
    let maximumConnections: Int
    let onListening: @Sendable (any Channel) -> Void
    let logger: Logger

    /// The maximum number of connections that the system queues until they are accepted.
    private static let backlog: Int32 = 1_024

    /// Accepts connections until the task is canceled, or until a graceful shutdown, which waits for open connections.
    func run() async throws {
        let closing = ServerQuiescingHelper(group: MultiThreadedEventLoopGroup.singleton)
        let server = try await bind(closing)
        await withGracefulShutdownHandler {
            onListening(server.channel)
            await withDiscardingTaskGroup { group in
                do {
                    try await server.executeThenClose { connections in
                        for try await connection in connections {
                            group.addTask {
                                guard let channel = connection.take() else { return }
                                await http.handle(value: channel, logger: logger)
                            }
                        }
                    }
                } catch {
                    logger.error("stopped accepting connections", metadata: ["error": "\(error)"])
                }
            }
        } onGracefulShutdown: {
            closing.initiateShutdown(promise: nil)
        }
    }

    private func bind(_ closing: ServerQuiescingHelper) async throws -> NIOAsyncChannel<AcceptedConnection, Never> {
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(ChannelOptions.backlog, value: Self.backlog)
            .childChannelOption(ChannelOptions.allowRemoteHalfClosure, value: true)
            .serverChannelInitializer { [maximumConnections] server in
                server.eventLoop.makeCompletedFuture {
                    let pipeline = server.pipeline.syncOperations
                    try pipeline.addHandler(AvailableConnectionsChannelHandler(maxConnections: maximumConnections))
                    try pipeline.addHandler(closing.makeServerChannelHandler(channel: server))
                }
            }
        let setUp: @Sendable (any Channel) -> EventLoopFuture<AcceptedConnection> = { [http, logger] channel in
            // The service adds its handlers around the framework's parser.
            http.setup(channel: channel, logger: logger).flatMapThrowing { value in
                let connection = AcceptedConnection(value)
                let pipeline = channel.pipeline.syncOperations
                let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
                let line = RequestLine()
                try pipeline.addHandler(RequestRules(line: line), position: .after(parser))
                try pipeline.addHandler(line, position: .first)
                return connection
            }
        }
        switch address {
        case .host(let host, let port):
            return
                try await bootstrap
                .serverChannelOption(ChannelOptions.socketOption(.so_reuseaddr), value: 1)
                .bind(host: host, port: port, childChannelInitializer: setUp)
        case .file(let path):
            return try await bootstrap.bind(
                unixDomainSocketPath: path, cleanupExistingSocketFile: true, childChannelInitializer: setUp)
        case .descriptor(let descriptor):
            return try await bootstrap.bind(descriptor, childChannelInitializer: setUp)
        }
    }
}
