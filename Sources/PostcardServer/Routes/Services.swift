import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOPosix
import PostcardCore

/// The services that operations work with.
struct Services: Sendable {
    let settings: any PictureSettings
    /// The file that pictures become where their addresses say nothing.
    let defaults: PictureOutput
    /// The field with the tags of a result's sources, and what stands between them.
    let tagField: (name: HTTPField.Name, separator: String)?
    /// The most requests that wait for room.
    let queueLength: Int
    let pictures: PictureService
    let memes: MemeCatalogue
    let presets: Presets
    /// Pictures that were sent to be lettered.
    let sentPictures: SentPictures
    /// Bytes of what is posted in memory.
    let uploads: WeightedSemaphore
    /// Threads that read the files of the cache; those that make pictures may be busy for long.
    let fileThreads: NIOThreadPool
    let library: LibraryService?
    /// The web app, and who signs in to it; `nil` where there is none.
    let app: Sessions?
    let description: Representation

    /// Gives back what lasts longer than a request.
    func end() {
        library?.end()
        pictures.results.disk?.unlock()
    }

    /// The values that are kept elsewhere, each beside its limit.
    var gauges: [GaugeReading] {
        let (pixels, sheets, sources) = (pictures.workshop.pixels, pictures.sheets, pictures.source)
        let (fetches, fetched) = (sources.remote.fetching, sources.remote.bytes)
        let waiting = [pixels, sheets, sources.admission, fetches].map(\.load.waiting).reduce(0, +)
        let (disk, shared) = (pictures.results.disk, pictures.results.shared)
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

/// The settings of responses with pictures.
protocol PictureSettings: Sendable {
    var allowsUnsigned: Bool { get }
    /// The address at which clients reach the service; empty for the name that they use.
    var publicAddress: String { get }
    var lenientFilters: Bool { get }
    /// True to heed what browsers tell of their screens.
    var clientHints: Bool { get }
    /// The name of the picture that is shown for one that is not there; empty for an error.
    var fallback: String { get }
    /// The requests whose results replicas share.
    var resultSharing: ResultSharing? { get }
    /// Seconds for which clients may keep a result.
    var maximumAge: Int { get }
    /// Directives of `Cache-Control` for shared caches alone, after the age for all. `fresh` is the time for which the sources are.
    func sharedDirectives(fresh: Int) -> String
    /// Bytes of what is posted.
    var bodyBytes: Int { get }
}

extension Operation {
    /// The operations that every service has.
    static let service: [Route] = [
        alive("/healthz"),
        // The names that imgproxy and thumbor have for it.
        alive("/health", isDescribed: false), alive("/healthcheck", isDescribed: false),
        plain(
            "/readyz", "isReady", "Whether the service takes requests.", errors: [429, 503], isLimited: false
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
            replies: [.json(Schema.anyObject, "The document.", fields: ["ETag": "Its version."])], errors: [429]
        ).answered { call in
            let document = call.services.description
            let headers: HTTPFields = [
                .eTag: document.tag, .cacheControl: "no-cache", .contentType: "application/json",
            ]
            return call.request.notModified(document.tag, headers)
                ?? Response(
                    status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: document.data)))
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
        _ path: String, _ name: String, _ summary: String, errors: Set<Int> = [429], isLimited: Bool = true,
        route: String? = nil, isDescribed: Bool = true, mediaType: String = "text/plain; charset=utf-8",
        text: @escaping @Sendable (Call) throws -> String
    ) -> Route {
        Operation(
            method: .get, path: PathTemplate(path), name: name, summary: summary, tag: "service",
            route: route ?? String(path.dropFirst()), isLimited: isLimited, isDescribed: isDescribed,
            replies: [
                .init(
                    status: .ok, explanation: summary, content: [.init(mediaType: "text/plain", schema: Schema.string)])
            ], errors: errors
        ).answered { call in
            Response(
                status: .ok, headers: [.contentType: mediaType, .cacheControl: "no-store"],
                body: .init(byteBuffer: ByteBuffer(string: try text(call))))
        }
    }
}
