import PlatformLibc
import PostcardDisk
import PostcardPhotos

/// Reads a regular file from its start. Links, devices and pipes are rejected.
struct FileReader: ~Copyable {
    private let file: OwnedDescriptor
    private let path: String
    private var offset = 0

    /// The modification time, in seconds since 1970.
    let modified: Double

    /// The length of the file in bytes.
    let size: Int

    /// Opens the regular file at `path`.
    init(path: String) throws(SourceError) {
        // Without O_NONBLOCK, opening a pipe that has no writer would block forever.
        guard let file = OwnedDescriptor(path: path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK) else {
            throw Self.unreadable(path, "open")
        }
        guard let status = file.status.map(FileStatus.init), status.kind == .file else {
            throw SourceError(.unreadableFile, "\(path) is not a regular file.")
        }
        self.file = file
        self.path = path
        size = status.size
        modified = status.modified
    }

    /// Returns the next bytes.
    ///
    /// - Parameter count: the maximum number of bytes.
    /// - Returns: the bytes; fewer than `count` only at the end of the file.
    /// - Throws: `SourceError` if the file can't be read.
    mutating func read(upTo count: Int) throws(SourceError) -> [UInt8] {
        guard let bytes = file.read(upTo: count, at: offset) else { throw Self.unreadable(path, "read") }
        offset += bytes.count
        return bytes
    }

    private static func unreadable(_ path: String, _ verb: String) -> SourceError {
        SourceError(.unreadableFile, "Can't \(verb) \(path): \(String(cString: strerror(errno))).")
    }
}
