import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// The handlers of a connection: those of the framework, and our own beside its parser.
struct ServiceChannel: ServerChildChannel {
    typealias Value = HTTP1Channel.Value

    let http: HTTP1Channel

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        http.setup(channel: channel, logger: logger).flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            let line = RequestLine()
            try pipeline.addHandler(RequestRules(line: line), position: .after(parser))
            try pipeline.addHandler(line, position: .first)
            return value
        }
    }

    func handle(value: Value, logger: Logger) async { await http.handle(value: value, logger: logger) }
}
