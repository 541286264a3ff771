import PostcardCore
import Synchronization

/// The time that a job may still spend on reading, computing and writing. Waiting for its turn does not count.
final class PictureJobTime: Sendable {
    private let left: Mutex<Duration?>
    private let clock: any Clock<Duration>

    /// - Parameter limit: the time of the whole job; `nil` for no limit.
    init(limit: Duration?, on clock: any Clock<Duration>) {
        left = Mutex(limit)
        self.clock = clock
    }

    /// Does a part of the job, which gets the deadline of the time that is left; `nil` without a limit.
    ///
    /// - Throws: the error of `work`; `PictureJobError` with code `timeout` after the deadline.
    func spend<Value: Sendable>(_ work: @escaping @Sendable (Deadline?) async throws -> Value) async throws -> Value {
        guard let limit = left.withLock({ $0 }) else { return try await work(nil) }
        var value: Value?
        let spent = try await clock.measure {
            let deadline = clock.deadline(after: limit)
            value = try await withTimeout(deadline, throwing: Self.error) { try await work(deadline) }
        }
        left.withLock { $0 = limit - spent }
        guard let value else { throw CancellationError() }
        return value
    }

    /// - Throws: `PictureJobError` with code `timeout` after the deadline; `CancellationError`.
    static func check(_ deadline: Deadline?) throws {
        if let deadline, deadline.hasPassed() { throw error }
        try Task.checkCancellation()
    }

    private static let error = PictureJobError(
        .timeout, "The job took longer than it may. Allow more with --job-seconds.")
}
