import HTTPTypes
import PostcardCore

/// Performs `work`, and cancels it after `limit`, measured by a clock.
///
/// - Throws: the error from `work`; `HTTPError` with status 504 after `limit`.
func withDeadline<Result: Sendable>(
    _ limit: Duration, on clock: any Clock<Duration>, _ detail: String = "The image's server did not respond in time.",
    do work: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withTimeout(clock.deadline(after: limit), throwing: HTTPError(.gatewayTimeout, detail), do: work)
}
