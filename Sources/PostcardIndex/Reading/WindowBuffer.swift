import PostcardDisk

/// A buffer for pieces of a file, reused from piece to piece.
final class WindowBuffer {
    private var storage: UnsafeMutableRawBufferPointer

    init(size: Int) { storage = .allocate(byteCount: size, alignment: 16) }

    deinit { storage.deallocate() }

    /// Reads `size` bytes of a file. The bytes are valid until the next read.
    func read(_ size: Int, of file: OpenFile, at offset: Int) throws(FileError) -> UnsafeRawBufferPointer {
        if size > storage.count {
            storage.deallocate()
            storage = .allocate(byteCount: size, alignment: 16)
        }
        let target = UnsafeMutableRawBufferPointer(rebasing: storage[..<size])
        // Another program may have truncated the file.
        guard try file.read(into: target, at: offset) == size else { throw .changedWhileReading(file.path) }
        return UnsafeRawBufferPointer(target)
    }
}
