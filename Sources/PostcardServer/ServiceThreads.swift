import NIOCore
import NIOPosix

/// The threads of a service for work that computes or waits for disks.
struct ServiceThreads: Sendable {
    /// The threads for pictures, of which half may wait for decoding processes.
    let pictures = NIOThreadPool(numberOfThreads: 2 * System.coreCount)
    /// The threads for the cache's files.
    let files = NIOThreadPool(numberOfThreads: max(4, System.coreCount))
    /// The threads for the folders of pictures and the library.
    let folders: NIOThreadPool

    /// Starts the threads of a service with a number of picture folders.
    init(folderCount: Int) {
        folders = NIOThreadPool(numberOfThreads: FolderCalls.maximumCalls * (folderCount + 1))
        for pool in [pictures, files, folders] { pool.start() }
    }

    /// Stops the threads; those that do not end in time are left.
    func end() {
        for pool in [pictures, files, folders] { pool.shutdownGracefully { _ in } }
    }
}
