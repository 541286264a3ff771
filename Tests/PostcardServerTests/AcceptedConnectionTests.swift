import HummingbirdCore
import NIOCore
import NIOPosix
import PostcardTestSupport
import Testing

@testable import PostcardServer

@Suite struct AcceptedConnectionTests {
    /// Connects to a port, and returns the channel with the value made from it.
    private func connect<Value: Sendable>(
        to port: Int, _ make: @escaping @Sendable (AcceptedConnection) -> Value
    ) async throws -> (channel: any Channel, value: Value) {
        try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let connection = AcceptedConnection(try NIOAsyncChannel(wrappingChannelSynchronously: channel))
                    return (channel, make(connection))
                }
            }
    }

    /// If the connection stayed open, NIO would crash the process.
    @Test func `an unhandled connection is closed`() async throws {
        try await RunningServer.with(try TemporaryFolder()) { server in
            // The test keeps only the channel, and discards the connection.
            let channel = try await connect(to: try await server.port) { $0 }.channel
            try await channel.closeFuture.get()
            #expect(!channel.isActive)
        }
    }

    @Test func `a connection can be taken only once, and then stays open`() async throws {
        try await RunningServer.with(try TemporaryFolder()) { server in
            let (channel, taken) = try await connect(to: try await server.port) { ($0.take(), $0.take()) }
            let value = try #require(taken.0)
            #expect(taken.1 == nil)
            #expect(channel.isActive)
            try await value.executeThenClose { _, _ in }
            #expect(!channel.isActive)
        }
    }
}
