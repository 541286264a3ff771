internal import Synchronization

extension WeightedSemaphore {
    /// Room that grows as bytes come, and is given back with the last reference to it.
    ///
    /// It does not grow by waiting: whoever holds room and waits for more could wait for another one that does the same.
    final class Permit: Sendable {
        private let admission: WeightedSemaphore
        private let amount: Mutex<Int>

        /// `amount` was taken already.
        fileprivate init(_ admission: WeightedSemaphore, holding amount: Int = 0) {
            self.admission = admission
            self.amount = Mutex(amount)
        }

        deinit { admission.giveBack(amount.withLock { $0 }) }

        /// Takes more room. Whoever has all there is needs no more.
        ///
        /// - Throws: `HTTPError.overloaded` when there is none.
        func grow(by more: Int) throws(HTTPError) {
            let isGiven = amount.withLock { amount in
                let wanted = min(more, admission.total - amount)
                guard admission.takeNow(wanted) else { return false }
                amount += wanted
                return true
            }
            guard isGiven else { throw HTTPError.overloaded }
        }
    }

    /// A permit for some room, as soon as there is room. More than all there is waits for all of it.
    ///
    /// - Throws: `HTTPError.overloaded`; `CancellationError`.
    func waitingPermit(_ amount: Int) async throws -> Permit {
        let amount = min(max(1, amount), total)
        try await enter(amount)
        let permit = Permit(self, holding: amount)
        try Task.checkCancellation()
        return permit
    }

    /// A permit for some room.
    ///
    /// - Throws: `HTTPError.overloaded` when there is none.
    func permit(_ amount: Int = 0) throws(HTTPError) -> Permit {
        let permit = Permit(self)
        try permit.grow(by: amount)
        return permit
    }
}
