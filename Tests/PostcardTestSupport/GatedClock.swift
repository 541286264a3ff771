/// A stopped clock. Its waits end when a test opens the gate.
public struct GatedClock: Clock {
    /// The gate for all waits on the clock.
    public let gate = TestGate()

    /// The time when the clock was made.
    public let now = ContinuousClock.now

    /// The resolution of the clock that provided the time.
    public var minimumResolution: Duration { ContinuousClock().minimumResolution }

    /// Makes a stopped clock.
    public init() {}

    /// Waits for the gate, whatever the deadline.
    public func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        await gate.pass()
        try Task.checkCancellation()
    }
}
