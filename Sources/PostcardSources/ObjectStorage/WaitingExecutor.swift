internal import Dispatch

/// Runs work for which a thread waits. The concurrent pool must not be needed for it: the threads that wait may be all of its own.
package final class WaitingExecutor: TaskExecutor {
    /// The executor of this process.
    package static let shared = WaitingExecutor()

    private let queue = DispatchQueue(label: "waiting", attributes: .concurrent)

    private init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedTaskExecutor()
        queue.async { job.runSynchronously(on: executor) }
    }

    /// Blocks the calling thread until a task is done, which has to run here.
    package static func wait<Value: Sendable>(for task: Task<Value, any Error>) throws -> Value {
        let result = Result()
        Task<Void, Never>(executorPreference: shared) {
            result.value = await task.result
            result.isThere.signal()
        }
        result.isThere.wait()
        switch result.value as? Swift.Result<Value, any Error> {
        case .some(let found): return try found.get()
        case nil: throw CancellationError()
        }
    }

    /// A place for a result. The semaphore orders writing and reading.
    private final class Result: @unchecked Sendable {
        let isThere = DispatchSemaphore(value: 0)
        var value: (any Sendable)?
    }
}
