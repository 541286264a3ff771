extension ReducedJPEGDecoder {
    /// Owner of the memory of one decode: zero-filled when handed out, freed all at once at the end.
    final class Arena {
        private var blocks: [UnsafeMutableRawPointer] = []

        /// Bytes at the end of each allocation that may be read or written but belong to nobody, so that
        /// eight- and sixteen-byte accesses at the last element stay inside.
        static let slack = 64

        deinit {
            for block in blocks { block.deallocate() }
        }

        func allocate<Element: BitwiseCopyable>(_ type: Element.Type, count: Int) -> UnsafeMutablePointer<Element> {
            let bytes = count * MemoryLayout<Element>.stride + Self.slack
            let block = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
            block.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
            blocks.append(block)
            return block.assumingMemoryBound(to: type)
        }
    }
}
