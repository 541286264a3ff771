import Synchronization

/// A clock that stands still until a test sets it forward.
public final class ManualClock: Clock {
    private struct Sleeper {
        let deadline: ContinuousClock.Instant
        let waiter: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = ContinuousClock.now
        var sleepers: [UInt64: Sleeper] = [:]
        var nextID: UInt64 = 0
        /// The ids of sleeps that were cancelled before they began.
        var cancelled: Set<UInt64> = []
    }

    private let state = Mutex(State())
    private let count = Shared(0)

    /// Makes a clock that shows the present.
    public init() {}

    /// The time that the clock shows.
    public var now: ContinuousClock.Instant { state.withLock { $0.now } }

    /// The resolution of the clock that gave the time.
    public var minimumResolution: Duration { ContinuousClock().minimumResolution }

    /// Sets the clock forward, and ends the sleeps whose time has come.
    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now += duration
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.map(\.waiter)
        }
        count.change { [left = due.count] in $0 -= left }
        for waiter in due { waiter.resume() }
    }

    /// Returns when at least `number` tasks sleep.
    public func sleepers(atLeast number: Int) async throws {
        _ = try await count.value { $0 >= number }
    }

    /// Returns when a task sleeps that wakes once the clock is set forward by `duration`.
    public func sleeper(dueIn duration: Duration) async throws {
        _ = try await count.value { [self] _ in
            state.withLock { state in state.sleepers.values.contains { $0.deadline <= state.now + duration } }
        }
    }

    /// Sleeps until a test has set the clock to a time, or cancels the task.
    public func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                let outcome: Result<Void, any Error>? = state.withLock { state in
                    if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
                    if deadline <= state.now { return .success(()) }
                    state.sleepers[id] = Sleeper(deadline: deadline, waiter: waiter)
                    return nil
                }
                if let outcome { waiter.resume(with: outcome) } else { count.change { $0 += 1 } }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                let sleeper = state.sleepers.removeValue(forKey: id)
                if sleeper == nil { state.cancelled.insert(id) }
                return sleeper
            }
            guard let sleeper else { return }
            count.change { $0 -= 1 }
            sleeper.waiter.resume(throwing: CancellationError())
        }
    }
}
