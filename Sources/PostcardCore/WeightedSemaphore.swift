import Synchronization

/// A limit on the amount of a resource in use, such as pixels or bytes of memory. Waiting requests are served in order of arrival.
///
/// A request is rejected if too many others are waiting, or if it waits too long.
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
    /// The maximum amount in use.
    package let total: Int
    private let queueLimit: Int
    private let timeout: Duration?
    private let clock: any Clock<Duration>
    fileprivate let refusal: Refusal
    private let state: Mutex<State>

    /// Makes a limit.
    ///
    /// - Parameters:
    ///   - total: the maximum amount in use.
    ///   - queueLimit: the maximum number of waiting requests.
    ///   - timeout: the maximum time to wait; `nil` for no limit.
    package init(
        total: Int, queueLimit: Int = .max, timeout: Duration? = nil, clock: any Clock<Duration> = ContinuousClock(),
        refusal: Refusal
    ) {
        self.total = total
        self.queueLimit = queueLimit
        self.timeout = timeout
        self.clock = clock
        self.refusal = refusal
        state = Mutex(State(free: total))
    }

    /// The amount in use and the number of waiting requests.
    package var load: (used: Int, waiting: Int) { state.withLock { (total - $0.free, $0.waiting.count) } }

    /// Runs `work` once `amount` is free. If `amount` exceeds the total, waits for the total.
    ///
    /// - Throws: any error that `work` throws; the refusal error; `CancellationError`.
    package func with<Result: Sendable>(_ amount: Int, do work: () async throws -> Result) async throws -> Result {
        let permit = try await waitingPermit(amount)
        defer { withExtendedLifetime(permit) {} }
        return try await work()
    }

    private static func acquire(_ amount: Int, from state: inout State) -> Bool {
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
            let deadline = clock.deadline(after: timeout)
            return Task { [weak self, refusal] in
                try await deadline.wait()
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
            // If the task was canceled before this point, the cancellation did not find the waiter in the queue.
            if Task.isCancelled { return .failure(CancellationError()) }
            if Self.acquire(waiter.amount, from: &state) { return .success(()) }
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

    /// Acquires an amount if it is free and no request is waiting.
    ///
    /// - Returns: `false` if nothing was acquired.
    fileprivate func acquireNow(_ amount: Int) -> Bool { state.withLock { Self.acquire(amount, from: &$0) } }

    fileprivate func release(_ amount: Int) {
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
    /// A growable share of the limit, released when the last reference to it is released.
    ///
    /// Growing a permit never waits: two holders waiting for each other's share would wait forever.
    package final class Permit: Sendable {
        private let semaphore: WeightedSemaphore
        private let amount: Mutex<Int>

        /// Makes a permit for an amount that is already acquired.
        fileprivate init(_ semaphore: WeightedSemaphore<Refusal>, holding amount: Int = 0) {
            self.semaphore = semaphore
            self.amount = Mutex(amount)
        }

        deinit { semaphore.release(amount.withLock { $0 }) }

        /// Acquires more of the limit, at most up to its total.
        ///
        /// - Throws: the refusal error if that amount is not free now.
        package func grow(by more: Int) throws(Refusal) {
            let isGiven = amount.withLock { amount in
                let wanted = min(more, semaphore.total - amount)
                guard semaphore.acquireNow(wanted) else { return false }
                amount += wanted
                return true
            }
            guard isGiven else { throw semaphore.refusal }
        }
    }

    /// Returns a permit once `amount` is free. If `amount` exceeds the total, waits for the total.
    ///
    /// - Throws: the refusal error; `CancellationError`.
    package func waitingPermit(_ amount: Int) async throws -> Permit {
        let amount = min(max(1, amount), total)
        if !acquireNow(amount) { try await wait(for: amount) }
        let permit = Permit(self, holding: amount)
        try Task.checkCancellation()
        return permit
    }

    /// Returns a permit for `amount` without waiting.
    ///
    /// - Throws: the refusal error if that amount is not free now.
    package func permit(_ amount: Int = 0) throws(Refusal) -> Permit {
        let permit = Permit(self)
        try permit.grow(by: amount)
        return permit
    }
}
