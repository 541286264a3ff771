import HTTPTypes
import HummingbirdCore
import NIOCore
import PostcardCore
import PostcardLibrary
import ServiceLifecycle

extension LibraryService {
    /// The stream of all changes of the library.
    static let events: [LibraryOperation] = [
        LibraryOperation(
            .get, "/library/events", "watchLibrary",
            "Changes of the library, by this service or another program, as server-sent events, each named change: the number of the "
                + "last change, and what was changed, or no ids where that is too much to tell. With Last-Event-ID those after it.",
            reply: .init(
                status: .ok, explanation: "The events.",
                content: [
                    .events(
                        Schema.record(
                            ["sequence": Schema.integer, "ids": Schema.strings], required: ["sequence"]))
                ])
        ) { call in
            let stream = LibraryEventStream(
                library: call.library, known: call.request.headers[.lastEventID].flatMap { Int($0) },
                interval: call.service.lookInterval, heartbeat: call.service.heartbeat)
            return .events(of: stream)
        }
    ]

    static let jobOperations: [LibraryOperation] = [
        LibraryOperation(
            .get, "/library/jobs", "listJobs", "Downloads that this service has begun, the newest first.",
            parameters: Operation.Parameter.pages, reply: .page(Schema.ref("Job"))
        ) { call in
            try call.page(of: call.service.jobs.all()) { $0 }
        },
        .thing("/library/jobs/{job}", "getJob", "How far a download is.", Schema.ref("Job")) { call in
            try call.service.jobs.job(call.id("job"))
        },
        LibraryOperation(
            .delete, "/library/jobs/{job}", "stopJob",
            "Stop a download. What has come stays, and a new collection with the same request goes on with it.",
            reply: .nothing, errors: [404]
        ) { call in
            try call.service.jobs.stop(call.id("job"))
            return call.nothing()
        },
        LibraryOperation(
            .get, "/library/jobs/{job}/events", "watchJob",
            "How far a download is, as server-sent events until it ends: a Job named after its state whenever it changes, and a "
                + "StoredPhoto named photo for each that has come. With Last-Event-ID those after it are sent, otherwise all.",
            reply: .init(
                status: .ok, explanation: "The events.",
                content: [.events(Schema.ref("JobEvent"))]),
            errors: [404]
        ) { call in
            let job = try call.service.jobs.job(call.id("job"))
            let stream = JobEventStream(
                id: job.id, jobs: call.service.jobs, heartbeat: call.service.heartbeat,
                sentPhotos: call.request.headers[.lastEventID].flatMap { Int($0) } ?? 0)
            return .events(of: stream)
        },
    ]
}

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
