import HummingbirdCore
import NIOCore
import ServiceLifecycle

/// A source of server-sent events that is polled. Several changes between two polls result in one event.
protocol ServerSentEventSource: Sendable {
    /// The time between two polls.
    var interval: Duration { get }
    /// The maximum time without a byte. With a longer time, proxies and ``ConnectionGuard`` would close the connection.
    var heartbeat: Duration { get }

    /// Returns the events since the last poll; empty if there are none. `areLast` is true for the last events.
    mutating func look() async throws -> (events: String, areLast: Bool)
}

extension ServerSentEventSource {
    /// Writes events until the last one is sent, the client disconnects, or the service shuts down.
    @concurrent
    func write(to writer: inout any ResponseBodyWriter) async throws {
        var source = self
        var (events, areLast) = try await source.look()
        try await writer.write(ByteBuffer(string: events.isEmpty ? ": listening\n\n" : events))
        guard !areLast else { return }
        let interval = interval
        var written = ContinuousClock.now
        for await _ in AsyncStream(unfolding: { try? await Task.sleep(for: interval) }).cancelOnGracefulShutdown() {
            (events, areLast) = try await source.look()
            if events.isEmpty, .now - written >= heartbeat { events = ServerSentEvents.heartbeat }
            if !events.isEmpty {
                try await writer.write(ByteBuffer(string: events))
                written = .now
            }
            if areLast { return }
        }
        // At shutdown, changes since the last poll are sent, such as the end of a job.
        let rest = try await source.look().events
        if !rest.isEmpty { try await writer.write(ByteBuffer(string: rest)) }
    }
}
