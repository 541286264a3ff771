import Synchronization

/// A clock whose time passes only by waiting, and at once: it tells how long the code under test has waited.
final class InstantClock: Clock {
    struct Instant: InstantProtocol {
        let offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        func duration(to other: Instant) -> Duration { other.offset - offset }

        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let state = Mutex<(now: Duration, sleeps: [Duration])>((.zero, []))

    var now: Instant { state.withLock { Instant(offset: $0.now) } }

    let minimumResolution: Swift.Duration = .nanoseconds(1)

    /// How long each wait was.
    var sleeps: [Duration] { state.withLock { $0.sleeps } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        state.withLock { state in
            state.sleeps.append(deadline.offset - state.now)
            state.now = max(state.now, deadline.offset)
        }
    }

    /// Lets time pass without anybody waiting.
    func advance(by duration: Duration) {
        state.withLock { $0.now += duration }
    }
}
