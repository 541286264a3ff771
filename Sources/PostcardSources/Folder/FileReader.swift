import PlatformLibc

/// An open file that is read from its start: a regular one, never a link, device or pipe.
struct FileReader: ~Copyable {
    private let descriptor: Int32
    private let path: String

    /// The time of the last change, in seconds since 1970.
    let modified: Double

    /// Its size in bytes.
    let size: Int

    /// Opens a file. `path` is the path of a regular file.
    init(path: String) throws(SourceError) {
        // Without O_NONBLOCK, opening a pipe without a writer would block for ever.
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.unreadable(path, "open") }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw SourceError(.unreadableFile, "\(path) is not a regular file.")
        }
        self.descriptor = descriptor
        self.path = path
        size = Int(status.st_size)
        #if canImport(Darwin)
            modified = Double(status.st_mtimespec.tv_sec)
        #else
            modified = Double(status.st_mtim.tv_sec)
        #endif
    }

    deinit {
        close(descriptor)
    }

    /// The next bytes.
    ///
    /// - Parameter count: The largest number of bytes.
    /// - Returns: The bytes; fewer than `count` only at the end of the file.
    /// - Throws: ``SourceError`` when the file cannot be read.
    func read(upTo count: Int) throws(SourceError) -> [UInt8] {
        var failed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let result = systemRead(
                    descriptor,
                    UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...]))
                if result < 0, errno == EINTR { continue }
                failed = result < 0
                guard result > 0 else { break }
                filled += result
            }
        }
        guard !failed else { throw Self.unreadable(path, "read") }
        return bytes
    }

    private static func unreadable(_ path: String, _ verb: String) -> SourceError {
        SourceError(.unreadableFile, "Cannot \(verb) \(path): \(String(cString: strerror(errno))).")
    }
}

/// The system call, which the method of the same name would hide.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    read(descriptor, buffer.baseAddress, buffer.count)
}
