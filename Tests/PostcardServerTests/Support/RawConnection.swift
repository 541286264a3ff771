import Foundation
import NIOCore
import NIOPosix

/// Sends raw bytes, for requests that no client library would send.
enum RawConnection {
    /// Sends bytes, and returns everything that the other side sends until it closes the connection.
    static func exchange(port: Int, sending bytes: String) async throws -> String {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            var text = ""
            do {
                try await outbound.write(ByteBuffer(string: bytes))
            } catch ChannelError.ioOnClosedChannel {
                // On a busy machine, the service may have closed the connection already.
            }
            do {
                for try await piece in inbound { text += String(buffer: piece) }
            } catch let error as IOError where error.errnoCode == ECONNRESET {
                // A busy service may close the connection before it has read everything. The system then resets the connection.
            }
            return text
        }
    }

    /// Sends a request, and disconnects when `isUnderWay` returns, without waiting for a response.
    static func leave(port: Int, after bytes: String, _ isUnderWay: () async -> Void = {}) async throws {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port).get()
        try await channel.writeAndFlush(ByteBuffer(string: bytes))
        await isUnderWay()
        try await channel.close()
    }
}
