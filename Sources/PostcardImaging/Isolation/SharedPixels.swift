/// Memory with pixels written by another process. The pages can be released while they are read.
package final class SharedPixels {
    let memory: UnsafeMutableRawBufferPointer
    private let release: (UnsafeMutableRawBufferPointer) -> Void

    /// Takes ownership of memory, which `release` finally unmaps.
    package init(
        _ memory: UnsafeMutableRawBufferPointer, release: @escaping (UnsafeMutableRawBufferPointer) -> Void
    ) {
        self.memory = memory
        self.release = release
    }

    deinit { release(memory) }
}
