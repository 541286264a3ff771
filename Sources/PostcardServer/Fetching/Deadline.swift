import HTTPTypes
/// Does `work`, and cancels it when it takes longer than `limit`.
///
/// - Throws: what the work throws; `HTTPError` with status 504 when time is up.
func withDeadline<Result: Sendable>(
    _ limit: Duration, _ detail: String = "The picture's server takes too long.",
    do work: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Result.self) { group in
        group.addTask { try await work() }
        group.addTask {
            try await Task.sleep(for: limit)
            throw HTTPError(.gatewayTimeout, detail)
        }
        defer { group.cancelAll() }
        guard let result = try await group.next() else { throw CancellationError() }
        return result
    }
}
