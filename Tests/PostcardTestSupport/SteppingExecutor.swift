import Dispatch

/// Runs tasks one after the other, so a test can find out when each task is waiting.
///
///     let task = Task(executorPreference: executor) { try await semaphore.with(1) {} }
///     await executor.settle()
///     // Now the task is in the queue.
public final class SteppingExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "tasks of a test")

    /// Makes an executor without tasks.
    public init() {}

    /// Enqueues the next part of a task.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Returns when every started task has ended or is waiting.
    public func settle() async {
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }
}
