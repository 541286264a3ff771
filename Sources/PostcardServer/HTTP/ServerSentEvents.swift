import HTTPTypes
import HummingbirdCore
import PlatformFoundation

/// Server-sent events, as the HTML standard defines them.
enum ServerSentEvents {
    /// A comment, which keeps the connection from being taken for dead.
    static let heartbeat = ": still here\n\n"

    /// An event whose data is a value as JSON. `id` is what clients send as `Last-Event-ID` when they come back.
    static func event(_ name: String, id: Int? = nil, _ value: some Encodable) throws -> String {
        let encoder = JSONEncoder.compact
        encoder.dateEncodingStrategy = .iso8601
        let data = String(decoding: try encoder.encode(value), as: UTF8.self)
        return "event: \(name)\n\(id.map { "id: \($0)\n" } ?? "")data: \(data)\n\n"
    }
}

/// A source of server-sent events.
protocol ServerSentEventStream: Sendable {
    /// Writes events until there are no more, the client goes away or the service stops.
    @concurrent
    func write(to writer: inout any ResponseBodyWriter) async throws
}

extension Response {
    /// A response of server-sent events.
    static func events(of stream: some ServerSentEventStream) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-store", .accelBuffering: "no"],
            body: ResponseBody { writer in
                try await stream.write(to: &writer)
                try await writer.finish(nil)
            })
    }
}
