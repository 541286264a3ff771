/// The origins of results, for metrics.
enum ResultOrigin: String, CaseIterable {
    /// The cache of responses in memory.
    case ready
    /// The results in memory.
    case memory
    case disk
    /// The store that several replicas share.
    case shared
    case made
    /// A cached result, during an outage of a source's origin.
    case stale
}
