import NIOPosix

/// Runs work that waits for the disk, on threads of its own: those that answer requests must never wait.
final class LibraryThreads: TaskExecutor {
    let pool: NIOThreadPool

    /// - Parameter pool: threads that run.
    init(_ pool: NIOThreadPool) { self.pool = pool }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedTaskExecutor()
        // Also when the threads have been told to end: a job that never runs would never be done.
        pool.submit { _ in job.runSynchronously(on: executor) }
    }
}
