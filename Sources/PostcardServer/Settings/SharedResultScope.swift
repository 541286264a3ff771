/// The requests whose results replicas of a service share.
public enum SharedResultScope: String, Sendable, CaseIterable {
    /// Requests for presets.
    case presets
    /// Requests for presets, and signed requests.
    case signed
    /// All requests.
    case all
}
