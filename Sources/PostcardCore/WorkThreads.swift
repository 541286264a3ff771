import Dispatch

/// Threads for work that computes or waits for a disk, apart from the cooperative pool.
///
/// There are as many threads as work that runs at the same time. A ``WeightedSemaphore`` limits it.
package final class WorkThreads: TaskExecutor {
    private let queue: DispatchQueue

    /// Makes threads with a label for debuggers.
    package init(_ label: String) { queue = DispatchQueue(label: label, attributes: .concurrent) }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Runs work that blocks its thread. Task-local values, priority and `Task.isCancelled` are those of the caller.
    @concurrent package func run<Value: Sendable>(_ work: @Sendable () throws -> Value) async throws -> Value {
        try await withTaskExecutorPreference(self) { try work() }
    }

    /// The threads that compute pictures.
    package static let pictures = WorkThreads("postcard.pictures")
    /// The threads that wait for a disk.
    package static let disk = WorkThreads("postcard.disk")
}
