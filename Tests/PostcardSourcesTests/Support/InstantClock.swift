import Synchronization

/// A clock whose time passes only when something waits, and then at once. It records the waits of the code under test.
final class InstantClock: Clock {
    struct Instant: InstantProtocol {
        let offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        func duration(to other: Instant) -> Duration { other.offset - offset }

        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct State {
        var now = Duration.zero
        var sleeps: [Duration] = []
        var deadlines: [Duration] = []
    }

    private let tick: Duration
    private let state = Mutex(State())

    /// - Parameter tick: the time that passes before each reading of the clock, as on a busy machine.
    init(tick: Duration = .zero) { self.tick = tick }

    var now: Instant {
        state.withLock { state in
            state.now += tick
            return Instant(offset: state.now)
        }
    }

    /// The time since the clock was created. Reading it takes no time.
    var elapsed: Duration { state.withLock { $0.now } }

    let minimumResolution: Swift.Duration = .nanoseconds(1)

    /// The length of each wait.
    var sleeps: [Duration] { state.withLock { $0.sleeps } }

    /// The end of each wait since the clock was created.
    var deadlines: [Duration] { state.withLock { $0.deadlines } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        state.withLock { state in
            state.sleeps.append(deadline.offset - state.now)
            state.deadlines.append(deadline.offset)
            state.now = max(state.now, deadline.offset)
        }
    }

    /// Lets time pass without a wait.
    func advance(by duration: Duration) {
        state.withLock { $0.now += duration }
    }
}
