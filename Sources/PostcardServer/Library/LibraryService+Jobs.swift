internal import PostcardCore
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import PostcardLibrary

extension LibraryService {
    static let jobOperations: [Operation] = [
        Operation(
            .get, "/library/jobs", "listJobs", "Downloads that this service has begun, the newest first.",
            parameters: Operation.Parameter.pages, reply: .page(Schema.ref("Job"))
        ) { call in
            try call.page(of: call.service.jobs.all()) { $0 }
        },
        .thing("/library/jobs/{job}", "getJob", "How far a download is.", Schema.ref("Job")) { call in
            try call.service.jobs.job(call.id("job"))
        },
        Operation(
            .delete, "/library/jobs/{job}", "stopJob",
            "Stop a download. What has come stays, and a new collection with the same request goes on with it.",
            reply: .nothing, faults: [404]
        ) { call in
            try call.service.jobs.stop(call.id("job"))
            return call.nothing()
        },
        Operation(
            .get, "/library/jobs/{job}/events", "watchJob",
            "How far a download is, as server-sent events, each a Job named after its state, until it ends.",
            reply: .init(
                status: .ok, explanation: "The events.",
                content: [.bytes("text/event-stream")]),
            faults: [404]
        ) { call in
            let job = try call.service.jobs.job(call.id("job"))
            let stream = JobEventStream(id: job.id, jobs: call.service.jobs, heartbeat: call.service.heartbeat)
            return Response(
                status: .ok,
                headers: [
                    .contentType: "text/event-stream", .cacheControl: "no-store", .accelBuffering: "no",
                ],
                body: ResponseBody { writer in
                    try await stream.write(to: &writer)
                    try await writer.finish(nil)
                })
        },
    ]
}
