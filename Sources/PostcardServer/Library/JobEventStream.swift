internal import HummingbirdCore
internal import NIOCore
internal import PlatformFoundation
internal import ServiceLifecycle

/// A job as a stream of server-sent events, as the HTML standard defines them.
struct JobEventStream: Sendable {
    let id: String
    let jobs: AlbumJobs
    /// The longest silence: proxies and our own guard close what is silent for too long.
    let heartbeat: Duration

    private enum Signal: Sendable {
        case change
        case silence
    }

    /// Writes until the job ends, the client goes away or the service stops.
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
        var last = try event(of: jobs.job(id))
        try await writer.write(ByteBuffer(string: last))
        for await signal in signals.cancelOnGracefulShutdown() {
            let next = try event(of: jobs.job(id))
            if next != last {
                try await writer.write(ByteBuffer(string: next))
            } else if signal == .silence {
                try await writer.write(ByteBuffer(string: ": still here\n\n"))
            }
            last = next
        }
        let end = try event(of: jobs.job(id))
        if end != last { try await writer.write(ByteBuffer(string: end)) }
    }

    private func event(of job: AlbumJob) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return "event: \(job.state.rawValue)\ndata: \(String(decoding: try encoder.encode(job), as: UTF8.self))\n\n"
    }
}
