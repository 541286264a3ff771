import PlatformLibc
package import PostcardDisk
import SystemPackage

/// A video that is open. Programs are given this file, and never another one that has got its name since.
package final class VideoFile: Sendable {
    private let file: OwnedDescriptor

    /// Opens a video once more; `nil` when no more files can be opened.
    package init?(_ open: borrowing OwnedDescriptor) {
        guard let file = OwnedDescriptor(fcntl(open.number, F_DUPFD_CLOEXEC, 0)) else { return nil }
        self.file = file
    }

    /// Opens a video.
    init(_ path: FilePath) throws(LibraryError) {
        guard let file = OwnedDescriptor(path.withPlatformString { open($0, O_RDONLY | O_CLOEXEC) }) else {
            throw LibraryError(FileSystem.lastErrno, while: "open", path)
        }
        self.file = file
    }

    /// The file as a program's standard input. It is good as long as this object.
    var descriptor: FileDescriptor { FileDescriptor(rawValue: file.number) }
}
