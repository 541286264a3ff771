import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Answers what can be answered at once, on the thread that read it; the rest passes on.
///
/// Answers go out in the order of their requests: as long as one that was passed on is not answered, all others are passed on
/// behind it.
final class CachedResponseHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The head of the answer, and its body where it has one.
    typealias Cached = (head: HTTPResponse, body: ByteBuffer?)

    private let answer: @Sendable (HTTPRequest, _ peer: String) -> Cached?
    private var peer: String?
    /// Requests that were passed on and are not answered.
    private var open = 0
    /// The answer to the request whose end has not come yet.
    private var ready: Cached?

    init(answer: @escaping @Sendable (HTTPRequest, _ peer: String) -> Cached?) { self.answer = answer }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            if open == 0, Self.isPlain(head), let answer = answer(head, peer(context)) {
                ready = answer
                return
            }
            open += 1
        case .body: break
        case .end:
            if let ready {
                self.ready = nil
                context.write(wrapOutboundOut(.head(ready.head)), promise: nil)
                if let body = ready.body { context.write(wrapOutboundOut(.body(body)), promise: nil) }
                context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
                return
            }
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { open -= 1 }
        context.write(data, promise: promise)
    }

    /// Tells whether a request has no body and leaves the connection as it is.
    static func isPlain(_ head: HTTPRequest) -> Bool {
        let fields = head.headerFields
        return (head.method == .get || head.method == .head) && fields[.contentLength] == nil
            && fields[.transferEncoding] == nil && fields[.expect] == nil
            && (fields[.connection].map { $0.lowercased() == "keep-alive" } ?? true)
    }

    private func peer(_ context: ChannelHandlerContext) -> String {
        if let peer { return peer }
        let address = context.channel.remoteAddress?.ipAddress ?? "-"
        peer = address
        return address
    }
}
