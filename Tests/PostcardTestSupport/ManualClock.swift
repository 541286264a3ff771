import Synchronization

/// A clock that is stopped until a test advances it.
public final class ManualClock: Clock {
    private struct Sleeper {
        let deadline: ContinuousClock.Instant
        let waiter: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = ContinuousClock.now
        var sleepers: [UInt64: Sleeper] = [:]
        var nextID: UInt64 = 0
        /// The ids of sleeps that were canceled before they started.
        var canceled: Set<UInt64> = []
    }

    private let state = Mutex(State())
    private let count = Shared(0)

    /// Makes a clock with the current time.
    public init() {}

    /// The time of the clock.
    public var now: ContinuousClock.Instant { state.withLock { $0.now } }

    /// The resolution of the clock that provided the time.
    public var minimumResolution: Duration { ContinuousClock().minimumResolution }

    /// Advances the clock, and ends sleeps whose deadline has passed.
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

    /// Returns when at least `number` tasks are sleeping.
    public func sleepers(atLeast number: Int) async throws {
        _ = try await count.value { $0 >= number }
    }

    /// Returns when a task is sleeping that would wake if the clock advanced by `duration`.
    public func sleeper(dueIn duration: Duration) async throws {
        _ = try await count.value { [self] _ in
            state.withLock { state in state.sleepers.values.contains { $0.deadline <= state.now + duration } }
        }
    }

    /// Sleeps until a test has advanced the clock to a time, or the task is canceled.
    public func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                let outcome: Result<Void, any Error>? = state.withLock { state in
                    if state.canceled.remove(id) != nil { return .failure(CancellationError()) }
                    if deadline <= state.now { return .success(()) }
                    state.sleepers[id] = Sleeper(deadline: deadline, waiter: waiter)
                    return nil
                }
                if let outcome { waiter.resume(with: outcome) } else { count.change { $0 += 1 } }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                let sleeper = state.sleepers.removeValue(forKey: id)
                if sleeper == nil { state.canceled.insert(id) }
                return sleeper
            }
            guard let sleeper else { return }
            count.change { $0 -= 1 }
            sleeper.waiter.resume(throwing: CancellationError())
        }
    }
}
