internal import Synchronization

/// Lets only so much of something be in use at a time: pixels in work, bytes in memory. Who asks first goes first.
///
/// A request behind too many others, or one that waits too long, is refused.
final class WeightedSemaphore: Sendable {
    private struct Waiter {
        let id: UInt64
        let amount: Int
        let turn: CheckedContinuation<Void, any Error>
    }
    private struct State {
        var free: Int
        var nextID: UInt64 = 0
        var waiting: [Waiter] = []
        /// Waiters that were cancelled before they could be put into the queue.
        var cancelled: Set<UInt64> = []
    }
    /// The amount that may be in use.
    let total: Int
    private let queueLimit: Int
    private let timeout: Duration
    private let state: Mutex<State>

    /// - Parameters:
    ///   - total: how much may be in use.
    ///   - queueLimit: how many may wait.
    ///   - timeout: how long one waits before it is refused.
    init(total: Int, queueLimit: Int, timeout: Duration) {
        self.total = total
        self.queueLimit = queueLimit
        self.timeout = timeout
        state = Mutex(State(free: total))
    }

    /// The amount in use now, and the number of requests that wait.
    var load: (used: Int, waiting: Int) { state.withLock { (total - $0.free, $0.waiting.count) } }

    /// Does some work when there is room for it. More than all there is waits for all of it.
    ///
    /// - Throws: what the work throws; `HTTPError.overloaded`; `CancellationError`.
    func with<Result: Sendable>(_ amount: Int, do work: () async throws -> Result) async throws -> Result {
        let permit = try await waitingPermit(amount)
        defer { withExtendedLifetime(permit) {} }
        return try await work()
    }

    func enter(_ amount: Int) async throws {
        if !state.withLock({ Self.take(amount, from: &$0) }) { try await wait(for: amount) }
    }

    private static func take(_ amount: Int, from state: inout State) -> Bool {
        guard state.waiting.isEmpty, state.free >= amount else { return false }
        state.free -= amount
        return true
    }

    private func wait(for amount: Int) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        let timeout = timeout
        let timer = Task { [weak self] in
            try await Task.sleep(for: timeout)
            self?.refuse(id, HTTPError.overloaded)
        }
        defer {
            timer.cancel()
            // A cancellation may come after the turn did.
            state.withLock { _ = $0.cancelled.remove(id) }
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { turn in
                queue(Waiter(id: id, amount: amount, turn: turn))
            }
        } onCancel: {
            refuse(id, CancellationError())
        }
    }

    private func queue(_ waiter: Waiter) {
        let outcome: (Result<Void, any Error>)? = state.withLock { state in
            if state.cancelled.remove(waiter.id) != nil { return .failure(CancellationError()) }
            if Self.take(waiter.amount, from: &state) { return .success(()) }
            guard state.waiting.count < queueLimit else { return .failure(HTTPError.overloaded) }
            state.waiting.append(waiter)
            return nil
        }
        if let outcome { waiter.turn.resume(with: outcome) }
    }

    private func refuse(_ id: UInt64, _ error: any Error) {
        let (refused, others) = state.withLock { state -> (Waiter?, [Waiter]) in
            guard let index = state.waiting.firstIndex(where: { $0.id == id }) else {
                if error is CancellationError { state.cancelled.insert(id) }
                return (nil, [])
            }
            let waiter = state.waiting.remove(at: index)
            return (waiter, Self.admit(&state))
        }
        refused?.turn.resume(throwing: error)
        others.forEach { $0.turn.resume() }
    }

    /// Takes room when there is some and nobody waits for it.
    func takeNow(_ amount: Int) -> Bool { state.withLock { Self.take(amount, from: &$0) } }

    func giveBack(_ amount: Int) {
        let admitted = state.withLock { state in
            state.free += amount
            return Self.admit(&state)
        }
        admitted.forEach { $0.turn.resume() }
    }

    private static func admit(_ state: inout State) -> [Waiter] {
        var admitted: [Waiter] = []
        while let next = state.waiting.first, next.amount <= state.free {
            state.free -= next.amount
            admitted.append(next)
            state.waiting.removeFirst()
        }
        return admitted
    }
}
