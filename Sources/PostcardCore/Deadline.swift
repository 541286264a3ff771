/// A time after which work is abandoned.
package struct Deadline: Sendable {
    /// Returns true if the time has passed.
    package let hasPassed: @Sendable () -> Bool

    /// Waits until the time has passed; throws `CancellationError` if the task is canceled.
    package let wait: @Sendable () async throws -> Void

    fileprivate init<C: Clock>(after limit: Duration, on clock: C) where C.Duration == Duration {
        let end = clock.now.advanced(by: limit)
        hasPassed = { clock.now > end }
        wait = { try await clock.sleep(until: end, tolerance: nil) }
    }
}

extension Clock<Duration> {
    /// Returns a deadline that passes after `limit`.
    package func deadline(after limit: Duration) -> Deadline { Deadline(after: limit, on: self) }
}

/// Runs `work`, and cancels it when a deadline passes.
///
/// - Throws: any error that `work` throws; `error` if the deadline passes.
package func withTimeout<Result: Sendable>(
    _ deadline: Deadline, throwing error: @autoclosure @escaping @Sendable () -> any Error,
    do work: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Result.self) { group in
        group.addTask { try await work() }
        group.addTask {
            try await deadline.wait()
            throw error()
        }
        defer { group.cancelAll() }
        guard let result = try await group.next() else { throw CancellationError() }
        return result
    }
}

/// Runs `work`, and cancels it after `limit`.
///
/// - Throws: any error that `work` throws; `error` if the limit is exceeded.
package func withTimeout<Result: Sendable>(
    _ limit: Duration, throwing error: @autoclosure @escaping @Sendable () -> any Error,
    do work: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withTimeout(ContinuousClock().deadline(after: limit), throwing: error(), do: work)
}
