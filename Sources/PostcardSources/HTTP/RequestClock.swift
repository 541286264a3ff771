/// The time and the chance that waiting between requests depends on, handed in so that tests need neither.
public struct RequestClock: Sendable {
    /// The time since some fixed moment; it never goes back.
    let now: @Sendable () -> Duration

    /// Waits so long, or throws `CancellationError`.
    let sleep: @Sendable (Duration) async throws -> Void

    /// A random number in 0..<1.
    let random: @Sendable () -> Double

    /// Creates a clock.
    ///
    /// - Parameters:
    ///   - clock: What measures time and waits.
    ///   - random: A random number in 0..<1, for delays that differ from client to client.
    public init<C: Clock>(_ clock: C, random: @escaping @Sendable () -> Double) where C.Duration == Duration {
        let start = clock.now
        now = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
        self.random = random
    }

    /// Real time and real chance.
    public static var system: RequestClock {
        RequestClock(ContinuousClock(), random: { .random(in: 0..<1) })
    }
}
