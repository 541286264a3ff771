internal import PlatformLibc

/// An open file, closed with its value.
struct OpenFile: ~Copyable {
    let descriptor: CInt

    init(descriptor: CInt) { self.descriptor = descriptor }

    /// - Returns: `nil` when it cannot be opened.
    init?(path: String, flags: CInt) {
        let descriptor = open(path, flags | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return nil }
        self.init(descriptor: descriptor)
    }

    deinit { close(descriptor) }

    var status: stat? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status : nil
    }

    /// Bytes of the file.
    var size: Int { Int(status?.st_size ?? 0) }

    /// - Returns: `nil` when the file has fewer or more bytes.
    func read(exactly count: Int) -> [UInt8]? {
        guard let bytes = read(upTo: count + 1), bytes.count == count else { return nil }
        return bytes
    }

    /// - Returns: as many bytes as there are, up to `limit`; `nil` when reading fails.
    func read(upTo limit: Int) -> [UInt8]? {
        let size = size
        var isRead = true
        let bytes = [UInt8](unsafeUninitializedCapacity: min(limit, size + 1)) { buffer, count in
            while count < buffer.count {
                let got = PlatformLibc.read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
                if got < 0 && errno == EINTR { continue }
                isRead = got >= 0
                if got <= 0 { break }
                count += got
            }
        }
        return isRead ? bytes : nil
    }

    func write(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var written = 0
            while written < buffer.count {
                let start = buffer.baseAddress?.advanced(by: written)
                let count = PlatformLibc.write(descriptor, start, buffer.count - written)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return false }
                written += count
            }
            return true
        }
    }
}
