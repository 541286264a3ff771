import PlatformLibc

/// The memory for decoding one picture: zero-filled when allocated, and freed all at once at the end.
final class Arena {
    private var blocks: [UnsafeMutableRawPointer] = []

    /// Spare bytes after each allocation, so accesses of eight and sixteen bytes at the last element stay within the allocation.
    static let slack = 64

    deinit {
        for block in blocks { free(block) }
    }

    func allocate<Element: BitwiseCopyable>(
        _ type: Element.Type, count: Int
    ) throws(ReducedJPEGError) -> UnsafeMutablePointer<Element> {
        let bytes = count * MemoryLayout<Element>.stride + Self.slack
        guard let block = calloc(1, bytes) else { throw .outOfMemory }
        blocks.append(block)
        return block.assumingMemoryBound(to: type)
    }
}
