import PlatformLibc
package import SystemPackage

/// An interprocess lock on a lock file, held until this object is deallocated or the process ends.
package final class FileLock: Sendable {
    private let file: OpenFile

    /// Waits for the lock at `path`, which excludes other processes and other `FileLock`s in this process.
    ///
    /// - Parameter deadline: the time at which to stop waiting; `nil` for no limit.
    /// - Throws: `FileError`, with code `busy` after the deadline.
    package init(_ path: FilePath, until deadline: ContinuousClock.Instant? = nil) throws(FileError) {
        while true {
            let file = try OpenFile(path, .writingOrCreating)
            try file.shareWithGroup()
            while try !file.lock(isWaiting: deadline == nil) {
                guard let deadline, ContinuousClock.now < deadline else { throw .busy }
                usleep(20_000)
            }
            // The file may have been removed during the wait. In that case, other processes lock a new file with the same name.
            if try FileSystem.status(of: path)?.identity == file.status().identity {
                self.file = file
                return
            }
        }
    }
}
