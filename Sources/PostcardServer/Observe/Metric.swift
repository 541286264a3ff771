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
    static let requestsInFlight = Metric("http_requests_in_flight", "Requests without a response yet.")
    static let responseBytes = Metric("http_response_bytes_total", "Bytes of the bodies of responses.")
    static let stageDurations = Metric("stage_duration_seconds", "Time of results in each stage.", "stage")
    static let results = Metric("results_total", "Pictures in responses by their origin.", "from")
    static let cacheHits = Metric("cache_hits_total", "Pictures from the cache in memory or on disk.")
    static let cacheMisses = Metric("cache_misses_total", "Pictures that the cache did not have.")
    static let sourceRequests = Metric(
        "source_requests_total", "Requests to the web and to object storage for sources.", "kind", "outcome")
    static let sharedReads = Metric("shared_reads_total", "Reads of results from the shared store.", "outcome")
    static let sharedWrites = Metric("shared_writes_total", "Writes of results to the shared store.", "outcome")
    static let sharedWritesWaiting = Metric("shared_writes_waiting", "Results that wait to be written.")
    static let sharedStorePaused = Metric(
        "shared_store_paused", "1 while the shared store is not used after failures, otherwise 0.")
    static let refusals = Metric(
        "refused_total", "Requests that were refused for overload, by the exceeded limit.", "reason")
    static let queueDepth = Metric("queue_depth", "Requests for pictures that wait for a permit.")
    static let queueLimit = Metric("queue_limit", "Largest number of requests that wait for one kind of permit.")
    static let pixels = Metric("pixels_in_flight", "Pixels of pictures in work.")
    static let pixelLimit = Metric("pixels_limit", "Largest number of pixels of pictures in work.")
    static let sourceBytes = Metric("source_bytes_in_flight", "Bytes of picture files in memory.")
    static let sourceByteLimit = Metric("source_bytes_limit", "Largest number of bytes of picture files in memory.")
    static let fetches = Metric("fetches_in_flight", "Pictures that are being fetched.")
    static let fetchLimit = Metric("fetches_limit", "Largest number of pictures that are fetched at a time.")
    static let fetchedBytes = Metric("fetched_bytes_in_flight", "Bytes of pictures that are being fetched.")
    static let fetchedByteLimit = Metric(
        "fetched_bytes_limit", "Largest number of bytes of pictures that are fetched at a time.")
    static let uploadBytes = Metric("upload_bytes_in_flight", "Bytes of request bodies in memory.")
    static let uploadByteLimit = Metric("upload_bytes_limit", "Largest number of bytes of request bodies in memory.")
    static let pendingBytes = Metric(
        "response_bytes_in_flight", "Bytes of responses in memory that clients have not taken.")
    static let pendingByteLimit = Metric(
        "response_bytes_limit", "Largest number of bytes of responses in memory that clients have not taken.")
    static let cacheBytes = Metric("cache_bytes", "Bytes of the cache's files on disk.")
    static let cacheByteLimit = Metric("cache_bytes_limit", "Largest number of bytes of the cache's files on disk.")
    static let buildInfo = Metric(
        "build_info", "The version of the service, and that of its results.", "version", "renderer")

    /// All metrics, in the order of the text.
    static let all = [
        requests, requestDurations, requestsInFlight, responseBytes, stageDurations, results, cacheHits, cacheMisses,
        sourceRequests, sharedReads, sharedWrites, sharedWritesWaiting, sharedStorePaused, refusals, queueDepth,
        queueLimit, pixels, pixelLimit, sourceBytes, sourceByteLimit, fetches, fetchLimit, fetchedBytes,
        fetchedByteLimit, uploadBytes, uploadByteLimit, pendingBytes, pendingByteLimit, cacheBytes, cacheByteLimit,
        buildInfo,
    ]
}
