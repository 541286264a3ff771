import NIOCore
import NIOHTTP1
import PostcardCore

/// A channel handler for rules of HTTP/1 (RFC 9112 and RFC 9110) that the framework does not enforce.
///
/// It requires one plain `Host`, replaces it with the host of an absolute URL, and sends 100 (Continue). HTTP/1.0 requests get responses in
/// that version, and the connection is closed. After a response that closes the connection, further requests are ignored.
final class RequestRules: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// A request without a complete response.
    private struct OpenRequest {
        let version: HTTPVersion
        var isLast: Bool
        /// True while the client waits for 100 (Continue) before it sends the body.
        var waits: Bool
    }

    private let line: RequestLine
    private var open: [OpenRequest] = []
    /// True if further input is ignored.
    private var isClosing = false

    /// The time between closing the output and closing the connection. Input in the meantime is discarded: with unread bytes, the system
    /// would reset the connection, and the last response might be lost.
    private static let linger = TimeAmount.seconds(2)

    /// - Parameter line: the handler that encodes request lines, which must know where requests start.
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
        Self.takeOrigin(from: &head)
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
        open.append(OpenRequest(version: head.version, isLast: isLast, waits: waits))
        context.fireChannelRead(wrapInboundOut(.head(head)))
        if open.count == 1 { sendContinue(context) }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            guard head.status.code >= 200, let request = open.first else {
                return context.write(data, promise: promise)
            }
            // A client that received the response doesn't need to send the body.
            open[0].waits = false
            if request.version.isOld { head.version = .http1_0 }
            if head.headers[canonicalForm: "Connection"].contains("close") { open[0].isLast = true }
            if open[0].isLast { head.headers.replaceOrAdd(name: "Connection", value: "close") }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body: context.write(data, promise: promise)
        case .end:
            context.write(data, promise: promise)
            // The framework's responses to malformed requests do not belong to an open request.
            let isLast = open.isEmpty || open.removeFirst().isLast
            if isLast { close(context) } else { sendContinue(context) }
        }
    }

    /// Sends 100 (Continue) if the oldest request without a complete response waits for it.
    private func sendContinue(_ context: ChannelHandlerContext) {
        guard open.first?.waits == true else { return }
        open[0].waits = false
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

    /// Replaces an absolute URL in the request line with its path, and the `Host` header with the URL's host, which takes precedence, RFC
    /// 9112 section 3.2.2.
    private static func takeOrigin(from head: inout HTTPRequestHead) {
        guard let scheme = head.uri.firstRange(of: "://"),
            ["http", "https"].contains(head.uri[..<scheme.lowerBound].lowercased())
        else { return }
        let rest = head.uri[scheme.upperBound...]
        let host = rest.prefix { !"/?#".contains($0) }
        let target = rest[host.endIndex...]
        head.headers.replaceOrAdd(name: "Host", value: String(host))
        head.uri = target.hasPrefix("/") ? String(target) : "/\(target)"
    }

    /// Returns true if a host, with or without a port, consists of plain characters.
    private static func isPlain(_ host: String) -> Bool {
        host.utf8.allSatisfy { $0.isASCIIAlphanumeric(or: "-._~:[]") }
    }
}

extension HTTPVersion {
    /// True for HTTP/1.0 and earlier.
    fileprivate var isOld: Bool { major < 1 || (major == 1 && minor == 0) }
}
