import NIOCore
import NIOHTTP1
import PostcardCore

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
    private struct OpenRequest {
        let version: HTTPVersion
        var isLast: Bool
        /// True while the client waits for 100 (Continue) before it sends the body.
        var waits: Bool
    }

    private let line: RequestLine
    private var open: [OpenRequest] = []
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
        open.append(OpenRequest(version: head.version, isLast: isLast, waits: waits))
        context.fireChannelRead(wrapInboundOut(.head(head)))
        if open.count == 1 { letSend(context) }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            guard head.status.code >= 200, let request = open.first else {
                return context.write(data, promise: promise)
            }
            // A client that has the response need not be told to send the body.
            open[0].waits = false
            if request.version.isOld { head.version = .http1_0 }
            if head.headers[canonicalForm: "Connection"].contains("close") { open[0].isLast = true }
            if open[0].isLast { head.headers.replaceOrAdd(name: "Connection", value: "close") }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body: context.write(data, promise: promise)
        case .end:
            context.write(data, promise: promise)
            // Hummingbird answers what could not be read, which is no exchange here.
            let isLast = open.isEmpty || open.removeFirst().isLast
            if isLast { close(context) } else { letSend(context) }
        }
    }

    /// Tells the client that it may send the body of the request that is to be answered next.
    private func letSend(_ context: ChannelHandlerContext) {
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

    /// A name or an address, and perhaps a port.
    private static func isPlain(_ host: String) -> Bool {
        host.utf8.allSatisfy { $0.isASCIIAlphanumeric(or: "-._~:[]") }
    }
}

extension HTTPVersion {
    /// True for HTTP/1.0 and older.
    fileprivate var isOld: Bool { major < 1 || (major == 1 && minor == 0) }
}

/// Percent-encodes what is not ASCII in the first lines of requests, as browsers do: many clients send names of files as they are,
/// which the parser behind refuses.
///
/// Of requests that are sent before the one before them is answered, only the first is seen to.
final class RequestLine: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// True when the next byte belongs to the first line of a request.
    var isNext = true

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard isNext else { return context.fireChannelRead(data) }
        let buffer = unwrapInboundIn(data)
        let bytes = buffer.readableBytesView
        let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
        isNext = end == nil
        let line = bytes[..<(end ?? bytes.endIndex)]
        guard line.contains(where: { $0 >= 0x80 }) else { return context.fireChannelRead(data) }
        var encoded = context.channel.allocator.buffer(capacity: bytes.count + 64)
        for byte in line {
            if byte < 0x80 {
                encoded.writeInteger(byte)
            } else {
                encoded.writeString("%\(String(byte, radix: 16, uppercase: true))")
            }
        }
        encoded.writeBytes(bytes[line.endIndex...])
        context.fireChannelRead(wrapInboundOut(encoded))
    }
}
