import HummingbirdCore
import Logging
import NIOCore
import NIOExtras
import NIOHTTP1
import NIOPosix
import ServiceLifecycle

/// A socket that the service listens on, and the connections that are made to it.
///
/// It stands in the place of the framework's server, which makes its sockets itself and takes none that listen already.
struct Listener: Service {
    let address: ListeningAddress
    let http: HTTP1Channel
    /// Connections beyond these wait to be accepted.
    let maximumConnections: Int
    let onListening: @Sendable (any Channel) -> Void
    let logger: Logger

    /// Connections that the system holds until they are accepted.
    private static let backlog: Int32 = 1_024

    /// Accepts connections until the task is cancelled, or until a shutdown in order, after which those that are open are finished.
    func run() async throws {
        let closing = ServerQuiescingHelper(group: MultiThreadedEventLoopGroup.singleton)
        let server = try await bind(closing)
        await withGracefulShutdownHandler {
            onListening(server.channel)
            await withDiscardingTaskGroup { group in
                do {
                    try await server.executeThenClose { connections in
                        for try await connection in connections {
                            group.addTask { await http.handle(value: connection, logger: logger) }
                        }
                    }
                } catch {
                    logger.error("no more connections are accepted", metadata: ["error": "\(error)"])
                }
            }
        } onGracefulShutdown: {
            closing.initiateShutdown(promise: nil)
        }
    }

    private func bind(_ closing: ServerQuiescingHelper) async throws -> NIOAsyncChannel<HTTP1Channel.Value, Never> {
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
        let setUp: @Sendable (any Channel) -> EventLoopFuture<HTTP1Channel.Value> = { [http, logger] connection in
            // Our own handlers beside the framework's parser.
            http.setup(channel: connection, logger: logger).flatMapThrowing { value in
                let pipeline = connection.pipeline.syncOperations
                let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
                let line = RequestLine()
                try pipeline.addHandler(RequestRules(line: line), position: .after(parser))
                try pipeline.addHandler(line, position: .first)
                return value
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

extension HTTP1Channel {
    /// - Parameters:
    ///   - responder: answers the requests.
    ///   - configuration: of the connections.
    init(_ responder: Responder, _ configuration: Configuration) {
        self.init(
            responder: { request, writer, channel in
                let response = try await responder.respond(to: request, over: channel)
                do {
                    try await writer.write(response: response.head, body: Self.paced(response.body, on: channel))
                } catch is HTTPParserError {
                    // The framework would begin another answer for it.
                    throw CancellationError()
                }
            }, configuration: configuration)
    }

    /// A body that hands each piece to the connection before the next is made.
    ///
    /// The framework's writer takes a piece at once and hands it on later; only then it is known that the client reads too slowly. All of
    /// a large body could be in memory before.
    private static func paced(_ body: ResponseBody, on channel: any Channel) -> ResponseBody {
        guard (body.contentLength ?? .max) > ServedFile.pieceSize else { return body }
        return body.map { piece in
            try await channel.eventLoop.submit {}.get()
            return piece
        }
    }
}
