import HTTPTypes
import NIOCore
import NIOHTTPTypes
import PlatformLibc
import Synchronization

/// The service's handler of a connection: cuts off clients that are slow on purpose or by accident, tells when a client has gone, and sends
/// responses that are there already from the thread that read the request.
///
/// A connection is always in one of three phases: it waits for a request, it sends one, or it takes a response. Each has a time of
/// its own, which single bytes do not prolong; of long bodies, either way, each so many bytes earn that time anew. While the client
/// has taken all there is, and the rest of the response is still to come, the time stands still.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The head of a response that is there already, and its body where it has one.
    typealias Cached = (head: HTTPResponse, body: ByteBuffer?)

    private let timeout: TimeAmount
    private let table: ConnectionTable
    private let cached: @Sendable (HTTPRequest, _ client: String) -> Cached?
    /// The time at which the phase has taken too long.
    private var deadline = NIODeadline.distantFuture
    /// Fires at the deadline or, since deadlines move with every request, before it.
    private var timer: Scheduled<Void>?
    /// Bytes of the body, of the request or the response, since the deadline was set.
    private var progress = 0
    /// Bytes of responses that the client has not taken.
    private var untaken = 0
    /// Requests that are not answered to their end.
    private var open = 0
    /// True while the client has sent a part of a request.
    private var isReceiving = false
    /// The response to the request whose end has not come yet.
    private var ready: Cached?
    private var client: String?

    /// The bytes of a body that earn the client more time.
    private static let stride = 128 << 10

    /// Creates a handler.
    ///
    /// - Parameters:
    ///   - timeout: the time of each phase.
    ///   - cached: finds the response to a request of a client that is there already.
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
            // Responses go out in the order of their requests.
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

    /// Tells whether a request has no body and leaves the connection as it is.
    static func isPlain(_ head: HTTPRequest) -> Bool {
        let fields = head.headerFields
        return (head.method == .get || head.method == .head) && fields[.contentLength] == nil
            && fields[.transferEncoding] == nil && fields[.expect] == nil
            && (fields[.connection].map { $0.lowercased() == "keep-alive" } ?? true)
    }

    /// The address of the client, which is the same for all requests.
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
            if untaken == 0 { restart(context) }
            untaken += buffer.readableBytes
            let taken = promise ?? context.eventLoop.makePromise()
            let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            taken.futureResult.whenSuccess {
                let (handler, context) = bound.value
                handler.took(buffer.readableBytes, context)
            }
            context.write(data, promise: taken)
        case .end:
            open -= 1
            // The client has to take what is left and to send its next request.
            restart(context)
            context.write(data, promise: promise)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .some(.inputClosed) = event as? ChannelEvent { table.clientLeft(context.channel) }
        context.fireUserInboundEventTriggered(event)
    }

    /// Lets the system hold only so much of what a client has not taken, so that it is soon told of each progress. Without it a
    /// client that takes 30 kB a second would seem to stand still for a minute.
    private func limitUnsentBytes(_ context: ChannelHandlerContext) {
        #if canImport(Darwin)
            let option = ChannelOptions.tcpOption(.init(rawValue: TCP_NOTSENT_LOWAT))
        #else
            // TCP_NOTSENT_LOWAT of linux/tcp.h.
            let option = ChannelOptions.tcpOption(.init(rawValue: 25))
        #endif
        // Other sockets than those of TCP do not know it, and have small buffers.
        context.channel.setOption(option, value: .init(Self.stride)).whenFailure { _ in }
    }

    private func took(_ count: Int, _ context: ChannelHandlerContext) {
        untaken -= count
        advance(by: count, context)
        pause()
    }

    /// Stops the time when it is our turn; how long our work takes is limited elsewhere.
    private func pause() {
        if untaken == 0, open > 0, !isReceiving { deadline = .distantFuture }
    }

    private func advance(by count: Int, _ context: ChannelHandlerContext) {
        progress += count
        if progress >= Self.stride { restart(context) }
    }

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

/// Knows which connections have closed, so that the work for them can stop.
final class ConnectionTable: Sendable {
    private enum Entry {
        case closed
        case working(cancel: @Sendable () -> Void)
    }
    private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

    /// Does work for a client, and cancels it when the client goes away.
    func whileConnected<Result: Sendable>(
        _ channel: any Channel, do work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let id = ObjectIdentifier(channel)
        let task = Task { try await work() }
        let isClosed = entries.withLock { entries in
            if case .closed = entries[id] { return true }
            entries[id] = .working { task.cancel() }
            return false
        }
        if isClosed || !channel.isActive { task.cancel() }
        defer {
            entries.withLock { entries in
                if case .working = entries[id] { entries[id] = nil }
            }
        }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// The client sends nothing more and so will not wait either.
    func clientLeft(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        let entry = entries.withLock { entries in
            let entry = entries[id]
            entries[id] = .closed
            return entry
        }
        if case .working(let cancel) = entry { cancel() }
    }

    /// The connection is no more, and its identity may be that of another one soon.
    func closed(_ channel: any Channel) {
        clientLeft(channel)
        entries.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(channel)) }
    }
}

extension Channel {
    /// The address of the client.
    var client: String { remoteAddress?.ipAddress ?? IPAddress.unknown }
}
