import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// The channel handler that closes the connections of slow clients, reports disconnects, and sends cached responses from the event loop.
///
/// A connection waits for a request, receives a request, or sends a response. Each of these phases has a timeout. A single byte does not
/// restart the timeout; in a long body, every `stride` bytes do. The timeout is suspended while the service works on a response and the
/// client has read everything sent so far.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The head and the body of a cached response; the body is `nil` if the response has none.
    typealias Cached = (head: HTTPResponse, body: ByteBuffer?)

    private let timeout: TimeAmount
    private let table: ConnectionTable
    private let cached: @Sendable (HTTPRequest, _ client: String) -> Cached?
    /// The time at which the current phase times out and the connection is closed.
    private var deadline = NIODeadline.distantFuture
    /// The timer, which fires at or before the deadline: each request moves the deadline, but the timer is set again only after firing.
    private var timer: Scheduled<Void>?
    /// The number of request or response body bytes since the deadline was set.
    private var progress = 0
    /// The number of response bytes that the client has not read yet.
    private var unreadBytes = 0
    /// The number of requests without a complete response.
    private var open = 0
    /// True between the head and the end of a request.
    private var isReceiving = false
    /// The cached response to a request that has not been completely received.
    private var ready: Cached?
    private var client: String?

    /// The number of body bytes after which the timeout restarts.
    private static let stride = 128 << 10

    /// Creates a handler.
    ///
    /// - Parameters:
    ///   - timeout: the timeout of each phase.
    ///   - cached: returns the cached response to a client's request.
    init(
        timeout: TimeAmount, table: ConnectionTable,
        cached: @escaping @Sendable (HTTPRequest, _ client: String) -> Cached?
    ) {
        (self.timeout, self.table, self.cached) = (timeout, table, cached)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        limitUnsentBytes(context)
        if context.channel.isActive { restart(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        restart(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        table.closed(context.channel)
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            // Responses are sent in the order of their requests.
            if open == 0, Self.isPlain(head) { ready = cached(head, client(context)) }
            open += 1
            isReceiving = true
            restart(context)
        case .end:
            isReceiving = false
            pause()
            if let ready {
                self.ready = nil
                return send(ready, context)
            }
        case .body(let buffer): advance(by: buffer.readableBytes, context)
        }
        if ready == nil { context.fireChannelRead(data) }
    }

    /// Returns true for a GET or HEAD request without a body that keeps the connection open.
    static func isPlain(_ head: HTTPRequest) -> Bool {
        let fields = head.headerFields
        return (head.method == .get || head.method == .head) && fields[.contentLength] == nil
            && fields[.transferEncoding] == nil && fields[.expect] == nil
            && (fields[.connection].map { $0.lowercased() == "keep-alive" } ?? true)
    }

    /// Returns the IP address of the client, which is looked up once for all requests.
    private func client(_ context: ChannelHandlerContext) -> String {
        let address = client ?? context.channel.client
        client = address
        return address
    }

    private func send(_ response: Cached, _ context: ChannelHandlerContext) {
        write(context: context, data: wrapOutboundOut(.head(response.head)), promise: nil)
        if let body = response.body { write(context: context, data: wrapOutboundOut(.body(body)), promise: nil) }
        write(context: context, data: wrapOutboundOut(.end(nil)), promise: nil)
        context.flush()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head: context.write(data, promise: promise)
        case .body(let buffer):
            if unreadBytes == 0 { restart(context) }
            unreadBytes += buffer.readableBytes
            let written = promise ?? context.eventLoop.makePromise()
            let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            written.futureResult.whenSuccess {
                let (handler, context) = bound.value
                handler.wrote(buffer.readableBytes, context)
            }
            context.write(data, promise: written)
        case .end:
            open -= 1
            // The client must now read the rest of the response and send its next request.
            restart(context)
            context.write(data, promise: promise)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .some(.inputClosed) = event as? ChannelEvent { table.clientLeft(context.channel) }
        context.fireUserInboundEventTriggered(event)
    }

    /// Limits the bytes that the system buffers for a client, so that progress is reported soon. Otherwise, a client that reads 30 kB per
    /// second would seem to make no progress for a minute.
    private func limitUnsentBytes(_ context: ChannelHandlerContext) {
        #if canImport(Darwin)
            let option = ChannelOptions.tcpOption(.init(rawValue: TCP_NOTSENT_LOWAT))
        #else
            // TCP_NOTSENT_LOWAT from linux/tcp.h.
            let option = ChannelOptions.tcpOption(.init(rawValue: 25))
        #endif
        // Non-TCP sockets don't have this option, but their buffers are small.
        context.channel.setOption(option, value: .init(Self.stride)).whenFailure { _ in }
    }

    /// Counts bytes that the client has read.
    private func wrote(_ count: Int, _ context: ChannelHandlerContext) {
        unreadBytes -= count
        advance(by: count, context)
        pause()
    }

    /// Suspends the timeout while the service works on a response. Work on a response has other limits.
    private func pause() {
        if unreadBytes == 0, open > 0, !isReceiving { deadline = .distantFuture }
    }

    /// Counts body bytes, and restarts the timeout after each `stride`.
    private func advance(by count: Int, _ context: ChannelHandlerContext) {
        progress += count
        if progress >= Self.stride { restart(context) }
    }

    /// Starts a new timeout.
    private func restart(_ context: ChannelHandlerContext) {
        progress = 0
        deadline = context.eventLoop.now + timeout
        if timer == nil { setTimer(context) }
    }

    private func setTimer(_ context: ChannelHandlerContext) {
        guard context.channel.isActive else { return }
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        timer = context.eventLoop.scheduleTask(deadline: deadline) {
            let (handler, context) = bound.value
            handler.timer = nil
            if context.eventLoop.now >= handler.deadline {
                context.close(promise: nil)
            } else if handler.deadline < .distantFuture {
                handler.setTimer(context)
            }
        }
    }
}

extension Channel {
    /// The IP address of the client, or `IPAddress.unknown`.
    var client: String { remoteAddress?.ipAddress ?? IPAddress.unknown }
}
