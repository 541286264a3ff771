import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOPosix
import PlatformFoundation
import PostcardCore

/// The parts of a service that operations use.
struct Services: Sendable {
    let settings: PictureSettings
    /// The file options from the settings, for URLs that contain none.
    let defaults: OutputOptions
    /// The maximum length of the queue for permits.
    let queueLength: Int
    let results: Results
    let memes: MemeCatalog
    let presets: Presets
    /// The uploaded pictures for memes.
    let sentPictures: SentPictures
    /// The permits for holding bytes of request bodies in memory.
    let uploads: WeightedSemaphore
    /// The threads that read the cache's files. They are separate from the picture threads, which can be busy for a long time.
    let fileThreads: NIOThreadPool
    let library: LibraryService?
    /// The web app with its sessions; `nil` if there is none.
    let app: AppService?
    /// The API description with its entity tag.
    let description: (body: Data, tag: String)

    /// Stops the library's jobs and unlocks the cache.
    func end() {
        library?.end()
        results.disk?.unlock()
    }

    /// The gauges of permits and caches, with their limits.
    var gauges: [Metric.Reading] {
        let (pixels, sheets, sources) = (results.workshop.pixels, results.workshop.sheets, results.source)
        let (fetches, fetched) = (sources.remote.fetching, sources.remote.bytes)
        let waiting = [pixels, sheets, sources.admission, fetches].map(\.load.waiting).reduce(0, +)
        let (disk, shared) = (results.disk, results.shared)
        return [
            (.queueDepth, waiting), (.queueLimit, queueLength),
            (.pixels, pixels.load.used + sheets.load.used), (.pixelLimit, pixels.total + sheets.total),
            (.sourceBytes, sources.admission.load.used), (.sourceByteLimit, sources.admission.total),
            (.fetches, fetches.load.used), (.fetchLimit, fetches.total),
            (.fetchedBytes, fetched.load.used), (.fetchedByteLimit, fetched.total),
            (.uploadBytes, uploads.load.used), (.uploadByteLimit, uploads.total),
            (.sharedWritesWaiting, shared?.waitingCount ?? 0),
            (.sharedStorePaused, shared.map { $0.isReachable ? 0 : 1 } ?? 0),
            (.cacheBytes, disk?.byteCount ?? 0), (.cacheByteLimit, disk?.byteLimit ?? 0),
        ]
    }
}

extension Responder {
    /// The gauges of the service with their limits, including responses in memory.
    var gauges: [Metric.Reading] {
        services.gauges + [(.pendingBytes, responses.all.load.used), (.pendingByteLimit, responses.all.total)]
    }

    /// The metrics in Prometheus text format.
    var metricsText: String { log.metrics.text(gauges) + ProcessFacts.text() }

    /// Publishes the gauges to the application's metrics system every 10 seconds, until the task is canceled.
    func publishMetrics() async throws {
        while true {
            log.metrics.publish(gauges)
            try await Task.sleep(for: .seconds(10))
        }
    }
}

// MARK: Operations of the service

extension Operation {
    /// The operations of every service: health, metrics and the API description.
    static let service: [Endpoint<Responder>] = [
        alive("/healthz"),
        // The health check paths of imgproxy and thumbor.
        alive("/health", isDescribed: false), alive("/healthcheck", isDescribed: false),
        plain(
            "/readyz", "isReady", "Readiness: 200 if the service accepts requests.", errors: [429, 503],
            isLimited: false
        ) { call in
            guard !call.service.isDraining.value else {
                throw HTTPError(.serviceUnavailable, "The service is shutting down.", retryAfter: 5)
            }
            let problem = await call.services.results.source.problem()
            guard problem == nil, call.service.environment.isReady() else {
                throw HTTPError(
                    .serviceUnavailable, problem ?? "The cache or the library can't be used.", retryAfter: 5)
            }
            return "ready\n"
        },
        plain(
            "/metrics", "getMetrics", "Metrics in Prometheus text format.",
            mediaType: "text/plain; version=0.0.4; charset=utf-8"
        ) { call in
            call.service.metricsText
        },
        Operation(
            method: .get, path: PathTemplate("/openapi.json"), name: "getDescription", summary: "This document.",
            tag: "service", route: "openapi",
            replies: [.json(Schema.anyObject, "The document.", fields: ["ETag": "Its version."])], errors: [429]
        ).handled { call in
            let (document, tag) = call.services.description
            let headers: HTTPFields = [.eTag: tag, .cacheControl: "no-cache", .contentType: "application/json"]
            return call.request.notModified(tag, headers)
                ?? Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: document)))
        },
    ]

    private static func alive(_ path: String, isDescribed: Bool = true) -> Endpoint<Responder> {
        plain(
            path, "isAlive" + (isDescribed ? "" : path.replacing("/", with: "_")),
            "Liveness: 200 if the service is running.",
            isLimited: false, route: "healthz", isDescribed: isDescribed
        ) { _ in "ok\n" }
    }
    /// Returns the route for a GET request with a plain text response. `text` returns the body.
    private static func plain(
        _ path: String, _ name: String, _ summary: String, errors: Set<Int> = [429], isLimited: Bool = true,
        route: String? = nil, isDescribed: Bool = true, mediaType: String = "text/plain; charset=utf-8",
        text: @escaping @Sendable (Call<Responder>) async throws -> String
    ) -> Endpoint<Responder> {
        Operation(
            method: .get, path: PathTemplate(path), name: name, summary: summary, tag: "service",
            route: route ?? String(path.dropFirst()), isLimited: isLimited, isDescribed: isDescribed,
            replies: [
                .init(
                    status: .ok, explanation: summary, content: [.init(mediaType: "text/plain", schema: Schema.string)])
            ], errors: errors
        ).handled { call in
            Response(
                status: .ok, headers: [.contentType: mediaType, .cacheControl: "no-store"],
                body: .init(byteBuffer: ByteBuffer(string: try await text(call))))
        }
    }
}
