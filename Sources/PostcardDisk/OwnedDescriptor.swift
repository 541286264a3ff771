package import PlatformLibc

/// The descriptor of an open file, closed when this value is destroyed. A failed call leaves the reason in `errno`.
package struct OwnedDescriptor: ~Copyable, Sendable {
    /// The number of the descriptor, for system calls.
    package let number: CInt

    /// Takes ownership of a descriptor; `nil` if it is negative, for example after a failed open(2).
    package init?(_ number: CInt) {
        guard number >= 0 else { return nil }
        self.number = number
    }

    /// Opens a file that child processes do not inherit; `nil` on failure. `mode` contains the permissions of a new file, before the umask.
    package init?(path: UnsafePointer<CChar>, flags: CInt, mode: mode_t = 0o666) {
        self.init(open(path, flags | O_CLOEXEC, mode))
    }

    /// Opens a file inside an open folder; `nil` on failure. Child processes do not inherit the file.
    package init?(path: UnsafePointer<CChar>, in folder: borrowing OwnedDescriptor, flags: CInt) {
        self.init(openat(folder.number, path, flags | O_CLOEXEC))
    }

    deinit { close(number) }

    /// The status of the file, as returned by fstat(2); `nil` on failure.
    package var status: stat? {
        var status = stat()
        return fstat(number, &status) == 0 ? status : nil
    }

    /// The length of the file in bytes; 0 if it is unknown.
    package var size: Int { Int(status?.st_size ?? 0) }

    /// Fills a buffer with bytes from `offset` onward, up to the end of the file.
    ///
    /// - Returns: the number of bytes read; `nil` on failure.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int? {
        var count = 0
        while count < buffer.count {
            let result = pread(
                number, buffer.baseAddress?.advanced(by: count), buffer.count - count, off_t(offset + count))
            if result == 0 { break }
            if result > 0 { count += result } else if errno != EINTR { return nil }
        }
        return count
    }

    /// Returns up to `count` bytes starting at `offset`; `nil` on failure.
    package func read(upTo count: Int, at offset: Int = 0) -> [UInt8]? {
        var isRead = true
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            let result = read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
            (initialized, isRead) = (result ?? 0, result != nil)
        }
        return isRead ? bytes : nil
    }

    /// Writes all bytes at `offset`, in one system call if possible.
    ///
    /// - Returns: `false` on failure.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int = 0) -> Bool {
        var count = 0
        while count < bytes.count {
            let result = pwrite(
                number, bytes.baseAddress?.advanced(by: count), bytes.count - count, off_t(offset + count))
            if result >= 0 { count += result } else if errno != EINTR { return false }
        }
        return true
    }
}
