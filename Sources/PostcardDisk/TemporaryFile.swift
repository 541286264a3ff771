import PlatformLibc
import Synchronization
package import SystemPackage

/// An unfinished file. Where many processes write into one folder, it is locked as long as it is being written, so that what a
/// dead process left can be told from it and removed.
package final class TemporaryFile: Sendable {
    package let file: OpenFile
    /// A Boolean value that indicates whether the file outlives its last reference.
    private let isKept: Atomic<Bool>

    private init(_ file: OpenFile, isKept: Bool) {
        self.file = file
        self.isKept = Atomic(isKept)
    }

    deinit {
        // A file that can't be removed now is removed later as a leftover.
        if !isKept.load(ordering: .relaxed) { _ = try? FileSystem.remove(file.path) }
    }

    /// Makes a file under a name that is the caller's own, without locking it.
    ///
    /// - Parameter isKept: whether it outlives this object.
    package convenience init(creating path: FilePath, isKept: Bool = false) throws(LibraryError) {
        self.init(try OpenFile(path, .creating), isKept: isKept)
    }

    /// Makes a file in `directory` that is removed with this object.
    package static func make(in directory: FilePath) throws(LibraryError) -> TemporaryFile {
        while true {
            let number = count.add(1, ordering: .relaxed).newValue
            let path = directory.appending("tmp-\(getpid())-\(number)")
            // A process with the same number may have left it, or use it now, in another container.
            guard let file = try OpenFile(path, .creating, unless: .fileExists) else { continue }
            try file.shareWithGroup()
            if try file.lock(isWaiting: false), try file.status().links > 0 {
                return TemporaryFile(file, isKept: false)
            }
        }
    }

    /// Opens, or makes, a file that stays until it is finished or removed.
    ///
    /// - Throws: `LibraryError` with the code `busy` if another writes it.
    package static func open(_ path: FilePath) throws(LibraryError) -> TemporaryFile {
        while true {
            let file = try OpenFile(path, .writingOrCreating)
            guard try file.lock(isWaiting: false) else {
                throw LibraryError(.busy, "\(path) is being written by another process. Wait until that is done.")
            }
            try file.shareWithGroup()
            if try file.status().links > 0 { return TemporaryFile(file, isKept: true) }
        }
    }

    /// Removes the file.
    package func remove() throws(LibraryError) {
        isKept.store(true, ordering: .relaxed)
        try FileSystem.remove(file.path)
    }

    /// Gives the file its final name, so that both name and bytes outlive a power cut.
    package func move(to path: FilePath) throws(LibraryError) {
        try rename(to: path)
        try FileSystem.synchronizeDirectory(path.removingLastComponent())
    }

    /// Gives the file its final name. Its bytes outlive a power cut; the name does once its folder is synchronized.
    package func rename(to path: FilePath) throws(LibraryError) {
        try file.synchronize()
        try FileSystem.rename(file.path, to: path)
        isKept.store(true, ordering: .relaxed)
    }

    private static let count = Atomic(0)
}
