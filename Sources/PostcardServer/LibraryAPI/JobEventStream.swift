import HummingbirdCore
import NIOCore
import ServiceLifecycle

/// A job as a stream of server-sent events, as the HTML standard defines them.
struct JobEventStream: ServerSentEventStream {
    let id: String
    let jobs: AlbumJobs
    /// The longest silence: proxies and our own guard close what is silent for too long.
    let heartbeat: Duration
    /// Photos that the client knows already.
    let sentPhotos: Int

    private enum Signal: Sendable {
        case change
        case silence
    }

    @concurrent
    func write(to writer: inout any ResponseBodyWriter) async throws {
        let (signals, continuation) = AsyncStream<Signal>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let changes = jobs.changes(of: id)
        let (jobs, id, heartbeat) = (jobs, id, heartbeat)
        let feeding = Task {
            await withTaskGroup { group in
                group.addTask {
                    for await _ in changes { continuation.yield(.change) }
                }
                group.addTask {
                    while (try? await Task.sleep(for: heartbeat)) != nil { continuation.yield(.silence) }
                }
                await group.next()
                group.cancelAll()
            }
            continuation.finish()
        }
        defer { feeding.cancel() }
        var sent = Sent(photos: max(0, sentPhotos))
        try await writer.write(ByteBuffer(string: try sent.events(of: jobs.job(id))))
        for await signal in signals.cancelOnGracefulShutdown() {
            let events = try sent.events(of: jobs.job(id))
            if !events.isEmpty {
                try await writer.write(ByteBuffer(string: events))
            } else if signal == .silence {
                try await writer.write(ByteBuffer(string: ServerSentEvents.heartbeat))
            }
        }
        let end = try sent.events(of: jobs.job(id))
        if !end.isEmpty { try await writer.write(ByteBuffer(string: end)) }
    }

    /// The events that a client has.
    private struct Sent {
        var photos: Int
        private var state = ""

        init(photos: Int) { self.photos = photos }

        /// The events that are new, photos before the state that counts them; empty where nothing has changed.
        mutating func events(of job: AlbumJob) throws -> String {
            var text = ""
            for photo in job.photos.dropFirst(photos) {
                text += try ServerSentEvents.event("photo", id: photo.number, photo)
            }
            photos = max(photos, job.photos.count)
            let next = try ServerSentEvents.event(job.state.rawValue, job)
            if next != state { text += next }
            state = next
            return text
        }
    }
}
