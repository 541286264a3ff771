/// The outcomes of requests for sources, for metrics.
enum SourceOutcome: String, CaseIterable {
    case fetched
    /// Only the start of the file was requested.
    case start
    case unchanged, missing, failed
}
