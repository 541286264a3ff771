import Dispatch
import NIOCore
import NIOHTTP1

/// Responds to the requests of one connection of a test server.
///
/// Responses are written as bytes, since an HTTP encoder would not send malformed responses.
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
            respond(to: request, on: context.channel, isKeepAlive: head.isKeepAlive)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func respond(to request: TestHTTPRequest, on channel: any Channel, isKeepAlive: Bool) {
        let handler = handler
        let task = Task(executorPreference: HandlerExecutor.shared) {
            let reply = await handler(request)
            // The client may have disconnected in the meantime, which is allowed.
            try? await channel.writeAndFlush(ByteBuffer(bytes: reply.bytes))
            if !isKeepAlive || reply.isEndOfConnection { try? await channel.close() }
        }
        channel.closeFuture.whenComplete { _ in task.cancel() }
    }
}

/// Runs handlers on separate threads. With thousands of concurrent tests, the threads of tasks would be busy for longer than clients wait.
private final class HandlerExecutor: TaskExecutor {
    static let shared = HandlerExecutor()

    private let queue = DispatchQueue(label: "handlers of test servers", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
