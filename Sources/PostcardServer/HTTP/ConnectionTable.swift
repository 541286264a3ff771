import HTTPTypes
import NIOCore
import NIOHTTPTypes
import Synchronization

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

    private let respond: @Sendable (HTTPRequest, _ peer: String) -> Cached?
    private var peer: String?
    /// Requests that were passed on and are not answered.
    private var open = 0
    /// The answer to the request whose end has not come yet.
    private var ready: Cached?

    init(respond: @escaping @Sendable (HTTPRequest, _ peer: String) -> Cached?) { self.respond = respond }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            if open == 0, Self.isPlain(head), let response = respond(head, peer(context)) {
                ready = response
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
        let address = ConnectionContext(channel: context.channel).client
        peer = address
        return address
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

/// The connection that a request came over.
struct ConnectionContext {
    let channel: any Channel

    /// Stands for the address of a client that has none, since it uses a socket of the file system.
    static let unknownClient = "-"

    /// The address of the client.
    var client: String { channel.remoteAddress?.ipAddress ?? Self.unknownClient }
}
