/// A clock and a random number generator for the delays between requests. Tests replace both.
package struct RequestClock: Sendable {
    /// Returns the time since a fixed moment. It never decreases.
    let now: @Sendable () -> Duration

    /// Waits until `now` reaches the given time; throws `CancellationError`.
    let sleepUntil: @Sendable (Duration) async throws -> Void

    /// Returns a random number in 0..<1.
    let random: @Sendable () -> Double

    /// Makes a clock.
    ///
    /// - Parameters:
    ///   - clock: the clock that measures and waits.
    ///   - random: returns a random number in 0..<1, so delays differ between clients.
    package init<C: Clock>(_ clock: C, random: @escaping @Sendable () -> Double) where C.Duration == Duration {
        let start = clock.now
        now = { start.duration(to: clock.now) }
        sleepUntil = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
        self.random = random
    }

    /// The system's clock and random numbers.
    package static var system: RequestClock {
        RequestClock(ContinuousClock(), random: { .random(in: 0..<1) })
    }

    /// Waits for a duration; throws `CancellationError`.
    func sleep(for delay: Duration) async throws { try await sleepUntil(now() + delay) }
}
