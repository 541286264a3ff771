import Dispatch
import NIOCore
import NIOHTTP1

/// Answers the requests of one connection of a test server.
///
/// Answers are written byte by byte rather than by an HTTP encoder, since that would not let anything wrong out.
final class TestHTTPConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart

    private let handler: TestHTTPServer.Handler
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []

    init(handler: @escaping TestHTTPServer.Handler) {
        self.handler = handler
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            self.head = head
            body = []
        case .body(let piece):
            body += piece.readableBytesView
        case .end:
            guard let head else { return }
            let request = TestHTTPRequest(
                method: head.method.rawValue, target: head.uri, headers: head.headers.map { ($0, $1) }, body: body)
            answer(request, on: context.channel, isKeepAlive: head.isKeepAlive)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func answer(_ request: TestHTTPRequest, on channel: any Channel, isKeepAlive: Bool) {
        let handler = handler
        let task = Task(executorPreference: HandlerExecutor.shared) {
            let reply = await handler(request)
            // The client may have gone in the meantime, which is its right.
            try? await channel.writeAndFlush(ByteBuffer(bytes: reply.bytes))
            if !isKeepAlive || reply.isEndOfConnection { try? await channel.close() }
        }
        channel.closeFuture.whenComplete { _ in task.cancel() }
    }
}

/// Runs handlers on threads of their own: with thousands of tests at once, those of other tasks would be busy for longer than a client waits.
private final class HandlerExecutor: TaskExecutor {
    static let shared = HandlerExecutor()

    private let queue = DispatchQueue(label: "handlers of test servers", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
