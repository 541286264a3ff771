/// The clocks, ids, randomness and readiness of the service. Tests replace them.
struct ServerEnvironment: Sendable {
    var now: @Sendable () -> ContinuousClock.Instant
    /// The clock for timeouts.
    var clock: any Clock<Duration> = ContinuousClock()
    var secondsSince1970: @Sendable () -> Int
    var makeID: @Sendable () -> String
    /// Returns the given number of unpredictable bytes.
    var randomBytes: @Sendable (Int) -> [UInt8]
    /// Returns true if the service is ready for requests.
    var isReady: @Sendable () -> Bool
}
