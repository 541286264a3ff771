import PlatformLibc

/// A check that is made before a Swift array is allocated, because the process would end if memory ran out.
enum MemoryCheck {
    /// Throws `outOfMemory` if a block of `byteCount` bytes can't be allocated now.
    static func require(_ byteCount: Int) throws(ImageError) {
        guard let block = malloc(byteCount) else {
            throw .outOfMemory("Not enough memory to process the picture: \(byteCount >> 20) MiB are needed.")
        }
        free(block)
    }
}
