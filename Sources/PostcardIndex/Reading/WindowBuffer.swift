/// Memory for a piece of a file, used again for the next piece.
final class WindowBuffer {
    private(set) var storage: UnsafeMutableRawBufferPointer

    init(size: Int) { storage = .allocate(byteCount: size, alignment: 16) }

    deinit { storage.deallocate() }

    /// Makes room for `size` bytes; what was there is lost.
    func reserve(_ size: Int) {
        guard size > storage.count else { return }
        storage.deallocate()
        storage = .allocate(byteCount: size, alignment: 16)
    }
}
