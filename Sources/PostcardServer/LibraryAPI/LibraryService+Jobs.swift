import HTTPTypes
import HummingbirdCore
import NIOCore
import PostcardCore
import PostcardLibrary

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
            reply: .nothing, faults: [404]
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
            faults: [404]
        ) { call in
            let job = try call.service.jobs.job(call.id("job"))
            let stream = JobEventStream(
                id: job.id, jobs: call.service.jobs, heartbeat: call.service.heartbeat,
                sentPhotos: call.request.headers[.lastEventID].flatMap { Int($0) } ?? 0)
            return .events(of: stream)
        },
    ]
}
