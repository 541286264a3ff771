/// Memory with pixels written by another process. The pages can be released as they are read.
package final class SharedPixels {
    let memory: UnsafeMutableRawBufferPointer
    private let release: (UnsafeMutableRawBufferPointer) -> Void

    /// Takes ownership of memory. `release` unmaps it when this object is deallocated.
    package init(
        _ memory: UnsafeMutableRawBufferPointer, release: @escaping (UnsafeMutableRawBufferPointer) -> Void
    ) {
        self.memory = memory
        self.release = release
    }

    deinit { release(memory) }
}
