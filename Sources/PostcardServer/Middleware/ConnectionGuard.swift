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
    /// When the phase has taken too long.
    private var deadline = NIODeadline.distantFuture
    /// Fires at the deadline or, since deadlines move with every request, before it.
    private var alarm: Scheduled<Void>?
    /// Bytes of the request's body since the deadline was set.
    private var received = 0

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
        case .end: deadline = .distantFuture
        case .body(let buffer):
            received += buffer.readableBytes
            if received >= Self.stride { restart(context) }
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // Parts are written when there is room for them, so each tells that the client has taken those before. After the end,
        // the client has to take what is left and to send its next request.
        restart(context)
        context.write(data, promise: promise)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .some(.inputClosed) = event as? ChannelEvent { table.clientLeft(context.channel) }
        context.fireUserInboundEventTriggered(event)
    }

    private func restart(_ context: ChannelHandlerContext) {
        received = 0
        deadline = context.eventLoop.now + patience
        if alarm == nil { setAlarm(context) }
    }

    private func setAlarm(_ context: ChannelHandlerContext) {
        guard context.channel.isActive else { return }
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        alarm = context.eventLoop.scheduleTask(deadline: deadline) {
            let (handler, context) = bound.value
            handler.alarm = nil
            if context.eventLoop.now >= handler.deadline {
                context.close(promise: nil)
            } else if handler.deadline < .distantFuture {
                handler.setAlarm(context)
            }
        }
    }
}
