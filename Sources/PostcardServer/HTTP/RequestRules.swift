import PostcardCore
import NIOCore
import NIOHTTP1

/// The rules of HTTP/1 for a server beyond reading and writing messages, RFC 9112 and RFC 9110.
///
/// A request has one plain `Host`; who asks before it sends a body is told to send it; a client of HTTP/1.0 is answered in its version
/// and without keeping the connection; and after an answer that closes the connection nothing more is answered.
final class RequestRules: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// A request that is not answered to its end.
    private struct Exchange {
        let version: HTTPVersion
        var isLast: Bool
        /// True while the client waits for 100 (Continue) before it sends the body.
        var waits: Bool
    }

    private let line: RequestLine
    private var exchanges: [Exchange] = []
    /// True when further input is ignored.
    private var isClosing = false

    /// Time for the client to take the end of the last answer, and for what it still sends to be passed over: with unread bytes the
    /// system would break the connection off, and the answer might be lost.
    private static let linger = TimeAmount.seconds(2)

    /// - Parameter line: is told where requests begin.
    init(line: RequestLine) { self.line = line }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosing else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            line.isNext = false
            read(head, context)
        case .body: context.fireChannelRead(data)
        case .end:
            line.isNext = true
            context.fireChannelRead(data)
        }
    }

    private func read(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        var head = head
        let hosts = head.headers["Host"]
        guard hosts.count == 1 || (hosts.isEmpty && head.version.isOld), hosts.allSatisfy(Self.isPlain) else {
            isClosing = true
            context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
            return
        }
        let isLast =
            head.version.isOld || head.headers[canonicalForm: "Connection"].contains { $0.lowercased() == "close" }
        if isLast { head.headers.replaceOrAdd(name: "Connection", value: "close") }
        let waits = !head.version.isOld && head.headers["Expect"].first?.lowercased() == "100-continue"
        exchanges.append(Exchange(version: head.version, isLast: isLast, waits: waits))
        context.fireChannelRead(wrapInboundOut(.head(head)))
        if exchanges.count == 1 { letSend(context) }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            guard head.status.code >= 200, let exchange = exchanges.first else {
                return context.write(data, promise: promise)
            }
            // Who has the answer need not be told to send the body.
            exchanges[0].waits = false
            if exchange.version.isOld { head.version = .http1_0 }
            if head.headers[canonicalForm: "Connection"].contains("close") { exchanges[0].isLast = true }
            if exchanges[0].isLast { head.headers.replaceOrAdd(name: "Connection", value: "close") }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body: context.write(data, promise: promise)
        case .end:
            context.write(data, promise: promise)
            // Hummingbird answers what could not be read, which is no exchange here.
            let isLast = exchanges.isEmpty || exchanges.removeFirst().isLast
            if isLast { close(context) } else { letSend(context) }
        }
    }

    /// Tells the client that it may send the body of the request that is to be answered next.
    private func letSend(_ context: ChannelHandlerContext) {
        guard exchanges.first?.waits == true else { return }
        exchanges[0].waits = false
        context.writeAndFlush(
            wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))), promise: nil)
    }

    private func close(_ context: ChannelHandlerContext) {
        isClosing = true
        let sent = context.eventLoop.makePromise(of: Void.self)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        sent.futureResult.whenComplete { _ in
            let context = bound.value
            context.eventLoop.assumeIsolated().scheduleTask(in: Self.linger) {
                bound.value.close(promise: nil)
            }
        }
        context.flush()
        context.close(mode: .output, promise: sent)
    }

    /// A name or an address, and perhaps a port.
    private static func isPlain(_ host: String) -> Bool {
        host.utf8.allSatisfy { $0.isASCIIAlphanumeric(or: "-._~:[]") }
    }
}

extension HTTPVersion {
    /// True for HTTP/1.0 and older.
    fileprivate var isOld: Bool { major < 1 || (major == 1 && minor == 0) }
}
