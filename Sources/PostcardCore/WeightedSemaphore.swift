import Synchronization

/// Lets only so much of something be in use at a time: pixels in work, bytes in memory. Who asks first goes first.
///
/// A request that is behind too many others, or waits too long, is refused.
package final class WeightedSemaphore<Refusal: Error>: Sendable {
    private struct Waiter {
        let id: UInt64
        let amount: Int
        let turn: CheckedContinuation<Void, any Error>
    }
    private struct State {
        var free: Int
        var nextID: UInt64 = 0
        var waiting: [Waiter] = []
    }
    /// The amount that may be in use.
    package let total: Int
    private let queueLimit: Int
    private let timeout: Duration?
    fileprivate let refusal: Refusal
    private let state: Mutex<State>

    /// - Parameters:
    ///   - total: how much may be in use.
    ///   - queueLimit: how many may wait.
    ///   - timeout: how long one waits before it is refused; `nil` for as long as it takes.
    ///   - refusal: the error of those that are refused.
    package init(total: Int, queueLimit: Int = .max, timeout: Duration? = nil, refusal: Refusal) {
        self.total = total
        self.queueLimit = queueLimit
        self.timeout = timeout
        self.refusal = refusal
        state = Mutex(State(free: total))
    }

    /// The amount in use now, and the number of requests that wait.
    package var load: (used: Int, waiting: Int) { state.withLock { (total - $0.free, $0.waiting.count) } }

    /// Does some work when there is room for it. More than all there is waits for all of it.
    ///
    /// - Throws: what the work throws; the refusal; `CancellationError`.
    package func with<Result: Sendable>(_ amount: Int, do work: () async throws -> Result) async throws -> Result {
        let permit = try await waitingPermit(amount)
        defer { withExtendedLifetime(permit) {} }
        return try await work()
    }

    private static func take(_ amount: Int, from state: inout State) -> Bool {
        guard state.waiting.isEmpty, state.free >= amount else { return false }
        state.free -= amount
        return true
    }

    fileprivate func wait(for amount: Int) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        let timer = timeout.map { timeout in
            Task { [weak self, refusal] in
                try await Task.sleep(for: timeout)
                self?.refuse(id, refusal)
            }
        }
        defer { timer?.cancel() }
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
            // A task that was cancelled before it is in the queue is not found there.
            if Task.isCancelled { return .failure(CancellationError()) }
            if Self.take(waiter.amount, from: &state) { return .success(()) }
            guard state.waiting.count < queueLimit else { return .failure(refusal) }
            state.waiting.append(waiter)
            return nil
        }
        if let outcome { waiter.turn.resume(with: outcome) }
    }

    private func refuse(_ id: UInt64, _ error: any Error) {
        let (refused, others) = state.withLock { state -> (Waiter?, [Waiter]) in
            guard let index = state.waiting.firstIndex(where: { $0.id == id }) else { return (nil, []) }
            let waiter = state.waiting.remove(at: index)
            return (waiter, Self.admit(&state))
        }
        refused?.turn.resume(throwing: error)
        others.forEach { $0.turn.resume() }
    }

    /// Takes room when there is some and nobody waits for it.
    fileprivate func takeNow(_ amount: Int) -> Bool { state.withLock { Self.take(amount, from: &$0) } }

    fileprivate func giveBack(_ amount: Int) {
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

extension WeightedSemaphore {
    /// Room that grows as bytes come, and is given back with the last reference to it.
    ///
    /// It does not grow by waiting: whoever holds room and waits for more could wait for another one that does the same.
    package final class Permit: Sendable {
        private let semaphore: WeightedSemaphore
        private let amount: Mutex<Int>

        /// `amount` was taken already.
        fileprivate init(_ semaphore: WeightedSemaphore<Refusal>, holding amount: Int = 0) {
            self.semaphore = semaphore
            self.amount = Mutex(amount)
        }

        deinit { semaphore.giveBack(amount.withLock { $0 }) }

        /// Takes more room. Whoever has all there is needs no more.
        ///
        /// - Throws: the refusal when there is none.
        package func grow(by more: Int) throws(Refusal) {
            let isGiven = amount.withLock { amount in
                let wanted = min(more, semaphore.total - amount)
                guard semaphore.takeNow(wanted) else { return false }
                amount += wanted
                return true
            }
            guard isGiven else { throw semaphore.refusal }
        }
    }

    /// A permit for some room, as soon as there is room. More than all there is waits for all of it.
    ///
    /// - Throws: the refusal; `CancellationError`.
    package func waitingPermit(_ amount: Int) async throws -> Permit {
        let amount = min(max(1, amount), total)
        if !takeNow(amount) { try await wait(for: amount) }
        let permit = Permit(self, holding: amount)
        try Task.checkCancellation()
        return permit
    }

    /// A permit for some room.
    ///
    /// - Throws: the refusal when there is none.
    package func permit(_ amount: Int = 0) throws(Refusal) -> Permit {
        let permit = Permit(self)
        try permit.grow(by: amount)
        return permit
    }
}
