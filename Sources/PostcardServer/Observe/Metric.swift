/// A family of values that the service tells about itself, by its name without `postcard_`.
enum Metric: String, CaseIterable {
    case requests = "http_requests_total"
    case requestDurations = "http_request_duration_seconds"
    case requestsInFlight = "http_requests_in_flight"
    case responseBytes = "http_response_bytes_total"
    case stageDurations = "stage_duration_seconds"
    case results = "results_total"
    case cacheHits = "cache_hits_total"
    case cacheMisses = "cache_misses_total"
    case sourceRequests = "source_requests_total"
    case sharedReads = "shared_reads_total"
    case sharedWrites = "shared_writes_total"
    case sharedWritesWaiting = "shared_writes_waiting"
    case sharedStorePaused = "shared_store_paused"
    case refusals = "refused_total"
    case queueDepth = "queue_depth"
    case queueLimit = "queue_limit"
    case pixels = "pixels_in_flight"
    case pixelLimit = "pixels_limit"
    case sourceBytes = "source_bytes_in_flight"
    case sourceByteLimit = "source_bytes_limit"
    case fetches = "fetches_in_flight"
    case fetchLimit = "fetches_limit"
    case fetchedBytes = "fetched_bytes_in_flight"
    case fetchedByteLimit = "fetched_bytes_limit"
    case uploadBytes = "upload_bytes_in_flight"
    case uploadByteLimit = "upload_bytes_limit"
    case pendingBytes = "response_bytes_in_flight"
    case pendingByteLimit = "response_bytes_limit"
    case cacheBytes = "cache_bytes"
    case cacheByteLimit = "cache_bytes_limit"
    case buildInfo = "build_info"

    /// The kinds of the text format.
    enum Kind: String {
        case counter, gauge, histogram
    }

    var name: String { "postcard_\(rawValue)" }

    var kind: Kind {
        if rawValue.hasSuffix("_duration_seconds") { return .histogram }
        return rawValue.hasSuffix("_total") ? .counter : .gauge
    }

    var help: String {
        switch self {
        case .requests: "Requests by route and status."
        case .requestDurations: "Time from the head of a request to its answer."
        case .requestsInFlight: "Requests that are being answered."
        case .responseBytes: "Bytes of the bodies of answers."
        case .stageDurations: "Time that results spent in each stage of their making."
        case .results: "Pictures by where they came from."
        case .cacheHits: "Pictures that came from the cache."
        case .cacheMisses: "Pictures that the cache did not have."
        case .sourceRequests: "Requests to the web and to object storage for sources."
        case .sharedReads: "Results that were looked for in the shared store."
        case .sharedWrites: "Results for the shared store."
        case .sharedWritesWaiting: "Results that wait to be written."
        case .sharedStorePaused: "1 while the shared store is left alone, since it does not answer."
        case .refusals: "Requests that were refused since there was too much to do, by what there was too much of."
        case .queueDepth: "Pictures that wait for room."
        case .queueLimit: "Pictures that may wait for room of one kind."
        case .pixels: "Room taken for pixels of pictures in work."
        case .sourceBytes: "Room taken for picture files in memory."
        case .fetches: "Pictures that are fetched."
        case .fetchedBytes: "Bytes of pictures that are fetched."
        case .uploadBytes: "Bytes of what is posted in memory."
        case .pendingBytes: "Bytes of responses in memory that clients have not taken."
        case .cacheBytes: "Bytes in the cache."
        case .pixelLimit, .sourceByteLimit, .fetchLimit, .fetchedByteLimit, .uploadByteLimit, .pendingByteLimit,
            .cacheByteLimit:
            "The most that there may be of it."
        case .buildInfo: "The version of the service, and that of its results."
        }
    }
}

/// A value that is read when somebody asks for it.
typealias GaugeReading = (metric: Metric, value: Int)

/// The stages of a result's making.
enum Stage: String, CaseIterable {
    /// Waiting for room for its pixels, and for a thread.
    case queue
    /// Finding its sources and reading them.
    case source
    case decode, edit, encode
    /// Reading the shared store, and writing to it.
    case store
}

/// The places where results come from.
enum ResultOrigin: String, CaseIterable {
    /// The memory of what was answered before.
    case ready
    case disk
    /// The store that replicas share.
    case shared
    case made
    /// The cache, while the origin of a source is away.
    case stale
}

/// The outcomes of requests for sources.
enum SourceOutcome: String, CaseIterable {
    case fetched
    /// Only its beginning was asked for.
    case start
    case unchanged, missing, failed
}
