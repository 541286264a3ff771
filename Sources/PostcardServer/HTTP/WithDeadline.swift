import HTTPTypes
import PostcardCore

/// Does `work`, and cancels it after `limit` on a clock.
///
/// - Throws: the error of the work; `HTTPError` with status 504 after `limit`.
func withDeadline<Result: Sendable>(
    _ limit: Duration, on clock: any Clock<Duration>, _ detail: String = "The image's server did not respond in time.",
    do work: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withTimeout(clock.deadline(after: limit), throwing: HTTPError(.gatewayTimeout, detail), do: work)
}
