import Synchronization

/// A clock that advances by a second each time it is read, so work that reads it often takes a long time.
final class TickingClock: Sendable {
    private static let start = ContinuousClock().now
    private let ticks = Mutex(0)

    @Sendable func now() -> ContinuousClock.Instant {
        ticks.withLock { ticks in
            ticks += 1
            return Self.start + .seconds(ticks)
        }
    }
}
