import PlatformLibc
package import SystemPackage

/// The exclusive right to change a library, held until it is deallocated, or the process ends.
package final class FileLock: Sendable {
    private let file: OpenFile

    /// Waits until no other process, and no other `FileLock` of this one, holds the lock at `path`.
    ///
    /// - Parameter timeout: the longest time to wait; `nil` for as long as it takes.
    /// - Throws: `LibraryError` with code `busy` when that time has passed.
    package init(_ path: FilePath, timeout: Duration? = nil) throws(LibraryError) {
        let deadline = timeout.map { ContinuousClock.now + $0 }
        while true {
            let file = try OpenFile(path, .writingOrCreating)
            try file.shareWithGroup()
            while try !file.lock(isWaiting: deadline == nil) {
                guard let deadline, ContinuousClock.now < deadline else {
                    throw LibraryError(.busy, "Another process is changing the library. Try again when it is done.")
                }
                usleep(20_000)
            }
            // Somebody may have removed the file, and others may be locking a new one.
            if try FileSystem.status(of: path)?.identity == file.status().identity {
                self.file = file
                return
            }
        }
    }
}
