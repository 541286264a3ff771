package import SystemPackage

/// The exclusive right to change a library, held until it is deallocated, or the process ends.
package final class FileLock: Sendable {
    private let file: OpenFile

    /// Waits until no other process, and no other `FileLock` of this one, holds the lock at `path`.
    package init(_ path: FilePath) throws(LibraryError) {
        while true {
            let file = try OpenFile(path, .writingOrCreating)
            try file.shareWithGroup()
            _ = try file.lock(isWaiting: true)
            // Somebody may have removed the file, and others may be locking a new one.
            if try FileSystem.status(of: path)?.identity == file.status().identity {
                self.file = file
                return
            }
        }
    }
}
