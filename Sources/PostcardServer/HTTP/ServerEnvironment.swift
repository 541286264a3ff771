/// Time, ids, randomness and readiness, which tests replace.
struct ServerEnvironment: Sendable {
    var now: @Sendable () -> ContinuousClock.Instant
    var secondsSince1970: @Sendable () -> Int
    var makeID: @Sendable () -> String
    /// Random bytes that nobody can guess, so many.
    var randomBytes: @Sendable (Int) -> [UInt8]
    /// True when new requests are welcome.
    var isReady: @Sendable () -> Bool
}
