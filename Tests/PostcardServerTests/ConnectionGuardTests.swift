import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import PostcardServer

/// The time limits for clients, measured by the clock of an embedded event loop.
@Suite struct ConnectionGuardTests {
    private static let request = HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/healthz")

    /// Connects a client with 30 seconds for each phase.
    private func connect() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(
            handler: ConnectionGuard(timeout: .seconds(30), table: ConnectionTable(), cached: { _, _ in nil }))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    /// Expects the connection to be open for `seconds`, and closed after that.
    private func expectClose(of channel: EmbeddedChannel, after seconds: Int64) {
        channel.embeddedEventLoop.advanceTime(by: .seconds(seconds) - .nanoseconds(1))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .nanoseconds(1))
        #expect(!channel.isActive)
    }

    @Test func `a client that sends no request is disconnected`() throws {
        expectClose(of: try connect(), after: 30)
    }

    @Test func `a client that does not finish its request is disconnected, even if it sends a few bytes`() throws {
        let channel = try connect()
        channel.embeddedEventLoop.advanceTime(by: .seconds(29))
        try channel.writeInbound(HTTPRequestPart.head(Self.request))
        channel.embeddedEventLoop.advanceTime(by: .seconds(29))
        try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(repeating: 0, count: 1_000)))
        expectClose(of: channel, after: 1)
    }

    @Test func `a large body can take a long time as long as data keeps arriving`() throws {
        let channel = try connect()
        try channel.writeInbound(HTTPRequestPart.head(Self.request))
        for _ in 0..<5 {
            channel.embeddedEventLoop.advanceTime(by: .seconds(29))
            try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(repeating: 0, count: 128 << 10)))
        }
        expectClose(of: channel, after: 30)
    }

    @Test func `a client can wait for its response as long as needed, and is disconnected if it then sends nothing`()
        throws
    {
        let channel = try connect()
        try channel.writeInbound(HTTPRequestPart.head(Self.request))
        try channel.writeInbound(HTTPRequestPart.end(nil))
        channel.embeddedEventLoop.advanceTime(by: .hours(1))
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        expectClose(of: channel, after: 30)
    }

    @Test func `a client that does not read its response is disconnected`() throws {
        let channel = try connect()
        try channel.writeInbound(HTTPRequestPart.head(Self.request))
        try channel.writeInbound(HTTPRequestPart.end(nil))
        channel.embeddedEventLoop.advanceTime(by: .hours(1))
        channel.write(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
        // Without a flush, the bytes are never sent.
        channel.write(HTTPResponsePart.body(ByteBuffer(repeating: 0, count: 1_000)), promise: nil)
        expectClose(of: channel, after: 30)
    }
}
