import PlatformLibc

/// A check before Swift arrays are allocated, because these end the process if memory runs out.
enum MemoryCheck {
    /// Throws `outOfMemory` if a block of `byteCount` bytes can't be allocated now.
    static func require(_ byteCount: Int) throws(ImageError) {
        guard let block = malloc(byteCount) else {
            throw .outOfMemory("Not enough memory to process the picture: \(byteCount >> 20) MiB are needed.")
        }
        free(block)
    }
}
