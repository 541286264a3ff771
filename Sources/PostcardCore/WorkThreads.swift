import Dispatch

/// Threads outside the cooperative pool, for work that computes or waits for a disk.
///
/// Each running piece of work has its own thread. A ``WeightedSemaphore`` limits the number of threads.
package final class WorkThreads: TaskExecutor {
    private let queue: DispatchQueue

    /// Makes threads with a label that debuggers show.
    package init(_ label: String) { queue = DispatchQueue(label: label, attributes: .concurrent) }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Runs work that blocks its thread. Task-local values, priority and `Task.isCancelled` are inherited from the caller.
    @concurrent package func run<Value: Sendable>(_ work: @Sendable () throws -> Value) async throws -> Value {
        try await withTaskExecutorPreference(self) { try work() }
    }

    /// The threads that compute pictures.
    package static let pictures = WorkThreads("postcard.pictures")
    /// The threads that wait for a disk.
    package static let disk = WorkThreads("postcard.disk")
}
