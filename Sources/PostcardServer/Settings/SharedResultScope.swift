/// The requests whose results replicas of a service share.
public enum SharedResultScope: String, Sendable, CaseIterable {
    /// Requests for presets.
    case presets
    /// Requests for presets, and requests with a signature.
    case signed
    /// All requests.
    case all
}
