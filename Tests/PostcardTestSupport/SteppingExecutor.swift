import Dispatch

/// Runs tasks one after the other, so that a test knows when each of them waits for something.
///
///     let task = Task(executorPreference: executor) { try await semaphore.with(1) {} }
///     await executor.settle()
///     // Now it has a place in the queue.
public final class SteppingExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "tasks of a test")

    /// Creates an executor without tasks.
    public init() {}

    /// Takes the next part of a task.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Returns when every task that was started has ended, or waits for what has not happened yet.
    public func settle() async {
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }
}
