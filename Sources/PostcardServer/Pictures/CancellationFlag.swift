import Synchronization

/// Carries the cancellation of a task to a thread outside of it.
final class CancellationFlag: Sendable {
    private let isCancelled = Atomic(false)

    func cancel() { isCancelled.store(true, ordering: .relaxed) }

    /// - Throws: `CancellationError`.
    @Sendable func check() throws {
        if isCancelled.load(ordering: .relaxed) { throw CancellationError() }
    }
}
