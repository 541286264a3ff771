import NIOPosix

/// A task executor with separate threads for work that waits for the disk, so that event loops never wait.
final class LibraryThreads: TaskExecutor {
    let pool: NIOThreadPool

    init(count: Int) {
        pool = NIOThreadPool(numberOfThreads: count)
        pool.start()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedTaskExecutor()
        // The job runs even after the threads are shut down. Otherwise, its task would never end.
        pool.submit { _ in job.runSynchronously(on: executor) }
    }
}
