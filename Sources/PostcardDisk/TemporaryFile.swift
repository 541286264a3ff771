import PlatformLibc
import Synchronization
package import SystemPackage

/// An unfinished file. In a folder with many writers, the file is locked while it is written, so that leftovers of dead processes can be
/// found and removed.
package final class TemporaryFile: Sendable {
    package let file: OpenFile
    /// True if the file is kept after the last reference to this object is released.
    private let isKept: Atomic<Bool>

    private init(_ file: OpenFile, isKept: Bool) {
        self.file = file
        self.isKept = Atomic(isKept)
    }

    deinit {
        // A file that can't be removed now is left for a later cleanup.
        if !isKept.load(ordering: .relaxed) { _ = try? FileSystem.remove(file.path) }
    }

    /// Creates an unlocked file under a name that only the caller uses.
    ///
    /// - Parameter isKept: true to keep the file when this object is deallocated.
    package convenience init(creating path: FilePath, isKept: Bool = false) throws(FileError) {
        self.init(try OpenFile(path, .creating), isKept: isKept)
    }

    /// Creates a locked file in `directory`. The file is removed when this object is deallocated.
    package static func make(in directory: FilePath) throws(FileError) -> TemporaryFile {
        while true {
            let number = count.add(1, ordering: .relaxed).newValue
            let path = directory.appending("tmp-\(getpid())-\(number)")
            // The name may be in use by a dead process, or by a process with the same id in another container.
            guard let file = try OpenFile(path, .creating, unless: .fileExists) else { continue }
            try file.shareWithGroup()
            if try file.lock(isWaiting: false), try file.status().links > 0 {
                return TemporaryFile(file, isKept: false)
            }
        }
    }

    /// Opens or creates a locked file that is kept until it is finished or removed.
    ///
    /// - Throws: `FileError` with code `busy` if another process is writing to it.
    package static func open(_ path: FilePath) throws(FileError) -> TemporaryFile {
        while true {
            let file = try OpenFile(path, .writingOrCreating)
            guard try file.lock(isWaiting: false) else {
                throw FileError(.busy, "Another process is writing \(path). Wait until it is done.")
            }
            try file.shareWithGroup()
            if try file.status().links > 0 { return TemporaryFile(file, isKept: true) }
        }
    }

    /// Removes the file, even if it would otherwise be kept.
    package func remove() throws(FileError) {
        isKept.store(true, ordering: .relaxed)
        try FileSystem.remove(file.path)
    }

    /// Gives the file its final name. The file's bytes and name are durable on return.
    package func move(to path: FilePath) throws(FileError) {
        try rename(to: path)
        try FileSystem.synchronizeDirectory(path.removingLastComponent())
    }

    /// Gives the file its final name. The file's bytes are durable on return; its name is durable once the folder is synchronized.
    package func rename(to path: FilePath) throws(FileError) {
        try file.synchronize()
        try FileSystem.rename(file.path, to: path)
        isKept.store(true, ordering: .relaxed)
    }

    private static let count = Atomic(0)
}
