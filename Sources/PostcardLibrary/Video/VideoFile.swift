import PlatformLibc
package import PostcardDisk
import SystemPackage

/// An open video file. Programs read this file even if another file takes its name later.
package final class VideoFile: Sendable {
    private let file: OwnedDescriptor

    /// Duplicates the descriptor of an open video; `nil` if too many files are open.
    package init?(_ open: borrowing OwnedDescriptor) {
        guard let file = OwnedDescriptor(fcntl(open.number, F_DUPFD_CLOEXEC, 0)) else { return nil }
        self.file = file
    }

    /// Opens a video file for reading.
    ///
    /// - Throws: `FileError` with the reason.
    init(_ path: FilePath) throws(FileError) {
        guard let file = OwnedDescriptor(path.withPlatformString { open($0, O_RDONLY | O_CLOEXEC) }) else {
            throw FileError(FileSystem.lastErrno, while: "open", path)
        }
        self.file = file
    }

    /// The descriptor for a program's standard input, valid as long as this object exists.
    var descriptor: FileDescriptor { FileDescriptor(rawValue: file.number) }
}
