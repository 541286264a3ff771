/// Lets requests to one host pass at a polite distance from each other, and holds all of them back when the host asks.
actor RateLimiter {
    private let interval: Duration
    private let clock: RequestClock
    private var nextTurn: Duration

    /// Creates a limiter that lets the first request pass at once.
    ///
    /// - Parameters:
    ///   - interval: The least time between two requests.
    ///   - clock: What measures time and waits.
    init(interval: Duration, clock: RequestClock) {
        self.interval = interval
        self.clock = clock
        nextTurn = clock.now()
    }

    /// Returns when a request may be sent.
    func waitForTurn() async throws {
        // While one waits the turn may move: others pass, or the host asks for a pause.
        while true {
            let now = clock.now()
            guard now < nextTurn else {
                nextTurn = now + interval
                return
            }
            try await clock.sleep(nextTurn - now)
        }
    }

    /// Holds all requests back for `delay`, whichever of them the host refused.
    func pause(for delay: Duration) {
        nextTurn = max(nextTurn, clock.now() + delay)
    }
}
