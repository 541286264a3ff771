import PostcardImaging
import Synchronization

/// The time of the workers that one result may take, all its pieces together.
///
/// Time in queues does not count, so that how busy the service is hardly matters: what takes too long does so for what it is, and
/// would again.
final class RenderingTime: Sendable {
    /// The time is used up.
    struct Exceeded: Error, Equatable {
        let limit: Duration
    }

    private let limit: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    private let used = Mutex(Duration.zero)

    /// - Parameters:
    ///   - limit: for all pieces.
    ///   - now: tells the time.
    init(limit: Duration, now: @escaping @Sendable () -> ContinuousClock.Instant) {
        self.limit = limit
        self.now = now
    }

    /// Does a piece of the work on the thread that calls.
    ///
    /// - Parameters:
    ///   - cancellation: whether anybody waits for it still.
    ///   - work: runs within `ImageWork`, whose checkpoint throws when it has to stop.
    /// - Returns: the result of the work.
    /// - Throws: what the work throws; `CancellationError`; `Exceeded` when the time is used up.
    func spend<Result>(
        _ cancellation: CancellationFlag, on work: () throws -> Result
    ) throws -> Result {
        let began = now()
        let before = used.withLock { $0 }
        defer { used.withLock { $0 = before + (now() - began) } }
        let checkpoint: @Sendable () throws -> Void = { [self] in
            try cancellation.check()
            guard before + (now() - began) <= limit else { throw Exceeded(limit: limit) }
        }
        try checkpoint()
        return try ImageWork.run(checkpoint: checkpoint, work)
    }
}
