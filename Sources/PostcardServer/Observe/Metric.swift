/// A metric of the service: a family of time series with one name.
struct Metric: Sendable {
    /// The types of metrics in Prometheus's text format.
    enum Kind: String {
        case counter, gauge, histogram
    }

    let name: String
    let help: String
    /// The names of its labels.
    let labels: [String]

    private init(_ name: String, _ help: String, _ labels: String...) {
        (self.name, self.help, self.labels) = ("postcard_\(name)", help, labels)
    }

    var kind: Kind {
        if name.hasSuffix("_duration_seconds") { return .histogram }
        return name.hasSuffix("_total") ? .counter : .gauge
    }

    /// A gauge with its current value.
    typealias Reading = (metric: Metric, value: Int)
}

extension Metric {
    static let requests = Metric("http_requests_total", "Requests by route and status.", "route", "status")
    static let requestDurations = Metric(
        "http_request_duration_seconds", "Time from the head of a request to its response.", "route")
    static let requestsInFlight = Metric("http_requests_in_flight", "Requests that have no response yet.")
    static let responseBytes = Metric("http_response_bytes_total", "Bytes of response bodies.")
    static let stageDurations = Metric("stage_duration_seconds", "Time that results spend in each stage.", "stage")
    static let results = Metric("results_total", "Images in responses by origin.", "from")
    static let cacheHits = Metric("cache_hits_total", "Images found in the cache in memory or on disk.")
    static let cacheMisses = Metric("cache_misses_total", "Images not found in the cache.")
    static let sourceRequests = Metric(
        "source_requests_total", "Requests to the web and to object storage for sources.", "kind", "outcome")
    static let sharedReads = Metric("shared_reads_total", "Reads of results from the shared store.", "outcome")
    static let sharedWrites = Metric("shared_writes_total", "Writes of results to the shared store.", "outcome")
    static let sharedWritesWaiting = Metric(
        "shared_writes_waiting", "Results waiting to be written to the shared store.")
    static let sharedStorePaused = Metric(
        "shared_store_paused", "1 if the shared store is paused after failures, otherwise 0.")
    static let refusals = Metric(
        "refused_total", "Requests rejected because of overload, by exceeded limit.", "reason")
    static let queueDepth = Metric("queue_depth", "Image requests waiting for a permit.")
    static let queueLimit = Metric("queue_limit", "Maximum number of requests waiting for one kind of permit.")
    static let pixels = Metric("pixels_in_flight", "Pixels of images being processed.")
    static let pixelLimit = Metric("pixels_limit", "Maximum number of pixels of images being processed.")
    static let sourceBytes = Metric("source_bytes_in_flight", "Bytes of source files in memory.")
    static let sourceByteLimit = Metric("source_bytes_limit", "Maximum number of bytes of source files in memory.")
    static let fetches = Metric("fetches_in_flight", "Images being fetched.")
    static let fetchLimit = Metric("fetches_limit", "Maximum number of images fetched at a time.")
    static let fetchedBytes = Metric("fetched_bytes_in_flight", "Bytes of images being fetched.")
    static let fetchedByteLimit = Metric(
        "fetched_bytes_limit", "Maximum number of bytes of images fetched at a time.")
    static let uploadBytes = Metric("upload_bytes_in_flight", "Bytes of request bodies in memory.")
    static let uploadByteLimit = Metric("upload_bytes_limit", "Maximum number of bytes of request bodies in memory.")
    static let pendingBytes = Metric(
        "response_bytes_in_flight", "Response bytes in memory that clients have not read yet.")
    static let pendingByteLimit = Metric(
        "response_bytes_limit", "Maximum number of bytes of responses in memory that clients have not read yet.")
    static let cacheBytes = Metric("cache_bytes", "Bytes of the cache's files on disk.")
    static let cacheByteLimit = Metric("cache_bytes_limit", "Maximum number of bytes of the cache's files on disk.")
    static let buildInfo = Metric(
        "build_info", "Versions of the service and of its results.", "version", "renderer")

    /// All metrics, in the order in which they appear in the text format.
    static let all = [
        requests, requestDurations, requestsInFlight, responseBytes, stageDurations, results, cacheHits, cacheMisses,
        sourceRequests, sharedReads, sharedWrites, sharedWritesWaiting, sharedStorePaused, refusals, queueDepth,
        queueLimit, pixels, pixelLimit, sourceBytes, sourceByteLimit, fetches, fetchLimit, fetchedBytes,
        fetchedByteLimit, uploadBytes, uploadByteLimit, pendingBytes, pendingByteLimit, cacheBytes, cacheByteLimit,
        buildInfo,
    ]
}
