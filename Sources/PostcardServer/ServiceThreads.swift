import NIOCore
import NIOPosix

/// The threads of a service for computing and for file calls.
struct ServiceThreads: Sendable {
    /// The threads for images. Half of these threads may wait for decoding processes.
    let pictures = NIOThreadPool(numberOfThreads: 2 * System.coreCount)
    /// The threads for the cache's files.
    let files = NIOThreadPool(numberOfThreads: max(4, System.coreCount))
    /// The threads for the image folders and the library.
    let folders: NIOThreadPool

    /// Starts the threads for a service with the given number of image folders.
    init(folderCount: Int) {
        folders = NIOThreadPool(numberOfThreads: FolderCalls.maximumCalls * (folderCount + 1))
        for pool in [pictures, files, folders] { pool.start() }
    }

    /// Stops the threads without waiting for them to end.
    func end() {
        for pool in [pictures, files, folders] { pool.shutdownGracefully { _ in } }
    }
}
