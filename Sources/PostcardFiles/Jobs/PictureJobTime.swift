import PostcardCore
import Synchronization

/// The remaining time of a job for reading, computing and writing. The time that the job waits for its turn is not included.
final class PictureJobTime: Sendable {
    private let left: Mutex<Duration?>
    private let clock: any Clock<Duration>

    /// - Parameter limit: the total time of the job; `nil` for no limit.
    init(limit: Duration?, on clock: any Clock<Duration>) {
        left = Mutex(limit)
        self.clock = clock
    }

    /// Runs part of the job. `work` gets the deadline for the remaining time; `nil` if the time is unlimited.
    ///
    /// - Throws: any error that `work` throws; `PictureJobError` with code `timeout` after the deadline.
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
        .timeout, "The job exceeded its time limit. Raise it with --job-seconds.")
}
