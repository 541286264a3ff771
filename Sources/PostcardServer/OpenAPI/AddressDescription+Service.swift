internal import HTTPTypes

extension AddressDescription {
    /// What every service has.
    static let service: [AddressDescription] = [
        plain("/healthz", "isAlive", "Whether the service runs."),
        plain("/readyz", "isReady", "Whether the service takes requests.", faults: [429, 503]),
        plain("/metrics", "getMetrics", "What the service does, for Prometheus."),
        AddressDescription(
            method: .get, path: PathTemplate("/openapi.json"), name: "getDescription", summary: "This document.",
            tag: "service",
            replies: [
                .init(
                    status: .ok, explanation: "The document.", content: [.json(["type": "object"])],
                    fields: ["ETag": "Its version."])
            ], faults: [429]),
    ]

    private static func plain(
        _ path: String, _ name: String, _ summary: String, faults: Set<Int> = [429]
    ) -> AddressDescription {
        AddressDescription(
            method: .get, path: PathTemplate(path), name: name, summary: summary, tag: "service",
            replies: [
                .init(
                    status: .ok, explanation: summary, content: [.init(mediaType: "text/plain", schema: Schema.string)])
            ], faults: faults)
    }
}
