internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import PostcardCore

extension Operation {
    /// The operations that every service has.
    static let service: [Operation] = [
        plain("/healthz", "isAlive", "Whether the service runs.", isLimited: false) { _ in "ok\n" },
        plain(
            "/readyz", "isReady", "Whether the service takes requests.", faults: [429, 503], isLimited: false
        ) { call in
            guard !call.responder.isDraining.value else {
                throw HTTPError(.serviceUnavailable, "The service is about to stop.", retryAfter: 5)
            }
            guard call.responder.environment.isReady(), call.responder.pictures.source.isThere else {
                throw HTTPError(
                    .serviceUnavailable, "The cache, a folder of pictures or the library cannot be used.", retryAfter: 5
                )
            }
            return "ready\n"
        },
        plain(
            "/metrics", "getMetrics", "What the service does, for Prometheus.",
            mediaType: "text/plain; version=0.0.4; charset=utf-8"
        ) { call in
            call.responder.metrics.text(gauges: call.responder.gauges)
        },
        Operation(
            method: .get, path: PathTemplate("/openapi.json"), name: "getDescription", summary: "This document.",
            tag: "service", route: "openapi",
            replies: [
                .init(
                    status: .ok, explanation: "The document.", content: [.json(["type": "object"])],
                    fields: ["ETag": "Its version."])
            ], faults: [429]
        ) { call in
            call.responder.description.response(to: call.request)
        },
    ]

    /// `text` is the body.
    private static func plain(
        _ path: String, _ name: String, _ summary: String, faults: Set<Int> = [429], isLimited: Bool = true,
        mediaType: String = "text/plain; charset=utf-8", text: @escaping @Sendable (Call) throws -> String
    ) -> Operation {
        Operation(
            method: .get, path: PathTemplate(path), name: name, summary: summary, tag: "service",
            route: String(path.dropFirst()), isLimited: isLimited,
            replies: [
                .init(
                    status: .ok, explanation: summary, content: [.init(mediaType: "text/plain", schema: Schema.string)])
            ], faults: faults
        ) { call in
            Response(
                status: .ok, headers: [.contentType: mediaType, .cacheControl: "no-store"],
                body: .init(byteBuffer: ByteBuffer(string: try text(call))))
        }
    }
}

extension Responder {
    fileprivate var gauges: [(name: String, help: String, value: Int)] {
        let pixels = pictures.admission.load
        let sheets = pictures.sheets.load
        let bytes = pictures.source.admission.load
        let fetches = pictures.source.remote.fetching.load
        return [
            ("pixels_in_flight", "Room taken for pixels of pictures in work.", pixels.used + sheets.used),
            (
                "queue_depth", "Pictures that wait for room.",
                pixels.waiting + bytes.waiting + fetches.waiting + sheets.waiting
            ),
            ("source_bytes_in_flight", "Room taken for picture files in memory.", bytes.used),
            ("fetches_in_flight", "Pictures that are fetched.", fetches.used),
            (
                "fetched_bytes_in_flight", "Bytes of pictures that are fetched.",
                pictures.source.remote.bytes.load.used
            ),
            ("upload_bytes_in_flight", "Bytes of what is posted in memory.", uploads.load.used),
            (
                "response_bytes_in_flight", "Bytes of responses in memory that clients have not taken.",
                responses.load.used
            ),
            ("shared_writes_waiting", "Results that wait to be written.", pictures.results?.waitingCount ?? 0),
            (
                "shared_store_paused", "1 while the shared store is left alone, since it does not answer.",
                pictures.results.map { $0.isReachable ? 0 : 1 } ?? 0
            ),
            ("cache_bytes", "Bytes in the cache.", pictures.cache?.byteCount ?? 0),
        ] + (library?.copies?.gauges ?? [])
    }
}
