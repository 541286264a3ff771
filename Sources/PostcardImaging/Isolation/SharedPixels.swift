/// Memory with pixels that another process has written. The pages may be released while they are read.
package final class SharedPixels {
    let memory: UnsafeMutableRawBufferPointer
    private let release: (UnsafeMutableRawBufferPointer) -> Void

    /// Takes over memory, which `release` unmaps in the end.
    package init(
        _ memory: UnsafeMutableRawBufferPointer, release: @escaping (UnsafeMutableRawBufferPointer) -> Void
    ) {
        self.memory = memory
        self.release = release
    }

    deinit { release(memory) }
}
