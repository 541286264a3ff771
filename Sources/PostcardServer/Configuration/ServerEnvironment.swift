/// Time, ids and readiness, which tests replace.
struct ServerEnvironment: Sendable {
    var now: @Sendable () -> ContinuousClock.Instant
    var secondsSince1970: @Sendable () -> Int
    var makeID: @Sendable () -> String
    /// True when new requests are welcome.
    var isReady: @Sendable () -> Bool
}
