/// What the service needs to know of the world, handed in.
struct ServerEnvironment: Sendable {
    var now: @Sendable () -> ContinuousClock.Instant
    var secondsSince1970: @Sendable () -> Int
    var makeID: @Sendable () -> String
    /// Whether new requests are welcome.
    var isReady: @Sendable () -> Bool
}
