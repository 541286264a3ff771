import Synchronization

/// Keeps requests away from a store that does not answer: after some failures in a row it is left alone for a while, then tried once.
final class StoreBreaker: Sendable {
    private enum State {
        case closed(failures: Int)
        case open(until: ContinuousClock.Instant)
        /// One request finds out whether the store is back.
        case trying
    }
    /// Failures in a row after which it is left alone, and for how long.
    static let failureLimit = 5
    static let pause = Duration.seconds(10)

    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State.closed(failures: 0))

    init(now: @escaping @Sendable () -> ContinuousClock.Instant) { self.now = now }

    /// True while requests would be let through, as far as one can tell without making one.
    var isClosed: Bool {
        state.withLock { if case .closed = $0 { true } else { false } }
    }

    /// Tells whether a request may be made; whoever makes it tells how it ended.
    func begin() -> Bool {
        let now = now()
        return state.withLock { state in
            switch state {
            case .closed: return true
            case .open(let time):
                guard now >= time else { return false }
                state = .trying
                return true
            case .trying: return false
            }
        }
    }

    func succeeded() { state.withLock { $0 = .closed(failures: 0) } }

    func failed() {
        let time = now() + Self.pause
        state.withLock { state in
            switch state {
            case .closed(let failures) where failures + 1 < Self.failureLimit: state = .closed(failures: failures + 1)
            case .closed, .trying: state = .open(until: time)
            case .open: break
            }
        }
    }

    /// Notes that a request was given up, which tells nothing about the store: the next one tries it.
    func abandoned() {
        let time = now()
        state.withLock { if case .trying = $0 { $0 = .open(until: time) } }
    }
}
