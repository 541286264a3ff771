import HummingbirdCore
import NIOCore
import PostcardLibrary
import ServiceLifecycle

/// Changes of a library, by whatever process, as server-sent events.
struct LibraryEventStream: ServerSentEventStream {
    let library: Library
    /// The last change that the client knows; `nil` for one that begins to listen.
    let known: Int?
    /// The time from one look at the index to the next.
    let interval: Duration
    /// The longest silence: proxies and our own guard close what is silent for too long.
    let heartbeat: Duration

    /// The maximum number of ids of an event; with more, the client had better read everything again.
    private static let maximumIDs = 200

    private struct Change: Encodable {
        let sequence: Int
        /// `nil` where there are too many.
        let ids: [String]?
    }

    @concurrent
    func write(to writer: inout any ResponseBodyWriter) async throws {
        var last = known
        var silence = Duration.zero
        let ticks = AsyncStream<Void> { continuation in
            let interval = interval
            let task = Task {
                while (try? await Task.sleep(for: interval)) != nil { continuation.yield() }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
        try await writer.write(ByteBuffer(string: next(after: &last) ?? ": listening\n\n"))
        for await _ in ticks.cancelOnGracefulShutdown() {
            if let event = try next(after: &last) {
                try await writer.write(ByteBuffer(string: event))
                silence = .zero
            } else {
                silence += interval
                guard silence >= heartbeat else { continue }
                try await writer.write(ByteBuffer(string: ServerSentEvents.heartbeat))
                silence = .zero
            }
        }
    }

    /// The event with what has changed since; `nil` for nothing. Who begins to listen is told the number of the last change alone.
    private func next(after last: inout Int?) throws -> String? {
        let (sequence, keys) = try library.index.changes(after: last ?? .max, limit: Self.maximumIDs)
        // After a compaction, or on another library in its place, numbers may be lower.
        guard sequence != last else { return nil }
        let isOlder = last.map { sequence < $0 } ?? false
        last = sequence
        let change = Change(sequence: sequence, ids: isOlder ? nil : keys?.map(\.id))
        return try ServerSentEvents.event("change", id: sequence, change)
    }
}
