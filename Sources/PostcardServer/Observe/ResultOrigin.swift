/// The origins of results, for metrics.
enum ResultOrigin: String, CaseIterable {
    /// The in-memory cache of responses.
    case ready
    /// The in-memory cache of results.
    case memory
    case disk
    /// The result store that several replicas share.
    case shared
    case made
    /// A cached result, during an outage of a source's origin.
    case stale
}
