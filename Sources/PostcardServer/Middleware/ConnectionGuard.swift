internal import NIOCore
internal import NIOHTTPTypes

/// Cuts off clients that are slow on purpose or by accident, and tells when a client has gone.
///
/// A connection is always in one of three phases, each with a time of its own: it waits for a request, it sends one, or it
/// takes the answer. One byte now and then does not prolong any of them; of long bodies, each so many bytes have to go through in
/// that time.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let patience: TimeAmount
    private let table: ConnectionTable
    private var alarm: Scheduled<Void>?
    /// Bytes of the request's body since the alarm was set.
    private var received = 0
    /// Whether the end of the answer is on its way.
    private var isEnding = false

    /// The bytes of a body that earn their sender more time.
    private static let stride = 128 << 10

    /// - Parameter patience: the time of each phase.
    init(patience: TimeAmount, table: ConnectionTable) {
        self.patience = patience
        self.table = table
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { restart(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        restart(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        alarm?.cancel()
        table.closed(context.channel)
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: restart(context)
        // Now it is our turn; how long our work takes is limited elsewhere.
        case .end: alarm?.cancel()
        case .body(let buffer):
            received += buffer.readableBytes
            if received >= Self.stride { restart(context) }
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head:
            isEnding = false
            restart(context)
            context.write(data, promise: promise)
        case .body: context.write(data, promise: restarting(context, after: promise, unlessEnding: true))
        case .end:
            isEnding = true
            // The time to take the answer ends when its last byte has gone out; then the wait for a request begins.
            context.write(data, promise: restarting(context, after: promise, unlessEnding: false))
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .some(.inputClosed) = event as? ChannelEvent { table.clientLeft(context.channel) }
        context.fireUserInboundEventTriggered(event)
    }

    /// A promise after which the alarm is set anew. What is sent in one go with its end needs that only once.
    private func restarting(
        _ context: ChannelHandlerContext, after promise: EventLoopPromise<Void>?, unlessEnding: Bool
    ) -> EventLoopPromise<Void> {
        let written = promise ?? context.eventLoop.makePromise()
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        written.futureResult.whenSuccess {
            let (handler, context) = bound.value
            if !unlessEnding || !handler.isEnding { handler.restart(context) }
        }
        return written
    }

    private func restart(_ context: ChannelHandlerContext) {
        alarm?.cancel()
        received = 0
        guard context.channel.isActive else { return }
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        alarm = context.eventLoop.scheduleTask(in: patience) { bound.value.close(promise: nil) }
    }
}
