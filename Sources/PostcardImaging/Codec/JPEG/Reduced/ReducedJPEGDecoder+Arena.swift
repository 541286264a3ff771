internal import CPostcardShims

extension ReducedJPEGDecoder {
    /// Owner of the memory of one decode: zero-filled when handed out, freed all at once at the end.
    final class Arena {
        private var blocks: [UnsafeMutableRawPointer] = []

        /// Bytes at the end of each allocation that may be read or written but belong to nobody, so that
        /// eight- and sixteen-byte accesses at the last element stay inside.
        static let slack = 64

        deinit {
            for block in blocks { postcard_release(block) }
        }

        func allocate<Element: BitwiseCopyable>(_ type: Element.Type, count: Int) -> UnsafeMutablePointer<Element> {
            let bytes = count * MemoryLayout<Element>.stride + Self.slack
            guard let block = postcard_allocate(bytes) else {
                fatalError("not enough memory to decode a JPEG file")  // why: as for Array, nobody could go on without
            }
            blocks.append(block)
            return block.assumingMemoryBound(to: type)
        }
    }
}
