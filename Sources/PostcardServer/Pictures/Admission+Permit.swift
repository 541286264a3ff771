internal import Synchronization

extension Admission {
    /// Room that grows as bytes come, and is given back with the last reference to it.
    ///
    /// It never waits: whoever holds room and waits for more could wait for another one that does the same.
    final class Permit: Sendable {
        private let admission: Admission
        private let amount = Mutex(0)

        fileprivate init(_ admission: Admission) { self.admission = admission }

        deinit { admission.giveBack(amount.withLock { $0 }) }

        /// Takes more room. Whoever has all there is needs no more.
        ///
        /// - Throws: `ServerFault.overloaded` when there is none.
        func grow(by more: Int) throws(ServerFault) {
            let isGiven = amount.withLock { amount in
                let wanted = min(more, admission.total - amount)
                guard admission.takeNow(wanted) else { return false }
                amount += wanted
                return true
            }
            guard isGiven else { throw ServerFault.overloaded }
        }
    }

    /// A permit for some room.
    ///
    /// - Throws: `ServerFault.overloaded` when there is none.
    func permit(_ amount: Int = 0) throws(ServerFault) -> Permit {
        let permit = Permit(self)
        try permit.grow(by: amount)
        return permit
    }
}
