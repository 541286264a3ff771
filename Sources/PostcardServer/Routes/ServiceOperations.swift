import HTTPTypes
import HummingbirdCore
import NIOCore
import PostcardCore

extension Operation {
    /// The operations that every service has.
    static let service: [Route] = [
        alive("/healthz"),
        // The names that imgproxy and thumbor have for it.
        alive("/health", isDescribed: false), alive("/healthcheck", isDescribed: false),
        plain(
            "/readyz", "isReady", "Whether the service takes requests.", faults: [429, 503], isLimited: false
        ) { call in
            guard !call.responder.isDraining.value else {
                throw HTTPError(.serviceUnavailable, "The service is about to stop.", retryAfter: 5)
            }
            guard call.responder.environment.isReady(), call.services.pictures.source.isThere else {
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
            call.responder.metricsText
        },
        Operation(
            method: .get, path: PathTemplate("/openapi.json"), name: "getDescription", summary: "This document.",
            tag: "service", route: "openapi",
            replies: [
                .init(
                    status: .ok, explanation: "The document.", content: [.json(["type": "object"])],
                    fields: ["ETag": "Its version."])
            ], faults: [429]
        ).answered { call in
            call.services.description.response(to: call.request)
        },
    ]

    private static func alive(_ path: String, isDescribed: Bool = true) -> Route {
        plain(
            path, "isAlive" + (isDescribed ? "" : path.replacing("/", with: "_")), "Whether the service runs.",
            isLimited: false, route: "healthz", isDescribed: isDescribed
        ) { _ in "ok\n" }
    }
    /// `text` is the body.
    private static func plain(
        _ path: String, _ name: String, _ summary: String, faults: Set<Int> = [429], isLimited: Bool = true,
        route: String? = nil, isDescribed: Bool = true, mediaType: String = "text/plain; charset=utf-8",
        text: @escaping @Sendable (Call) throws -> String
    ) -> Route {
        Operation(
            method: .get, path: PathTemplate(path), name: name, summary: summary, tag: "service",
            route: route ?? String(path.dropFirst()), isLimited: isLimited, isDescribed: isDescribed,
            replies: [
                .init(
                    status: .ok, explanation: summary, content: [.init(mediaType: "text/plain", schema: Schema.string)])
            ], faults: faults
        ).answered { call in
            Response(
                status: .ok, headers: [.contentType: mediaType, .cacheControl: "no-store"],
                body: .init(byteBuffer: ByteBuffer(string: try text(call))))
        }
    }
}
