package import PlatformLibc

/// The descriptor of an open file, closed with its value. A failed call leaves its reason in `errno`.
package struct OwnedDescriptor: ~Copyable, Sendable {
    /// The number that the system gave.
    package let number: CInt

    /// Takes a descriptor over; `nil` for the -1 of a file that could not be opened.
    package init?(_ number: CInt) {
        guard number >= 0 else { return nil }
        self.number = number
    }

    /// Opens a file, which child processes do not inherit; `nil` when it cannot be opened. `mode` has the permissions of a file that
    /// is made, before the umask.
    package init?(path: UnsafePointer<CChar>, flags: CInt, mode: mode_t = 0o666) {
        self.init(open(path, flags | O_CLOEXEC, mode))
    }

    deinit { close(number) }

    /// The system's information about the file now; `nil` on failure.
    package var status: stat? {
        var status = stat()
        return fstat(number, &status) == 0 ? status : nil
    }

    /// The length of the file in bytes, 0 when it is not known.
    package var size: Int { Int(status?.st_size ?? 0) }

    /// Fills a buffer from `offset` on, but for what is behind the end of the file.
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

    /// Reads as many bytes as there are, up to `count`, from `offset` on; `nil` on failure.
    package func read(upTo count: Int, at offset: Int = 0) -> [UInt8]? {
        var isRead = true
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            let result = read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
            (initialized, isRead) = (result ?? 0, result != nil)
        }
        return isRead ? bytes : nil
    }

    /// Writes all bytes at `offset`, in one call if the system takes them in one; `false` on failure.
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
