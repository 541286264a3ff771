package import PostcardImaging
import Synchronization

/// An `Isolation` that decodes in this process, and counts the files.
package final class CountedIsolation: Sendable {
    private let files = Mutex(0)

    package init() {}

    /// The number of decoded files.
    package var count: Int { files.withLock { $0 } }

    /// The isolation to set in limits.
    package var isolation: Isolation {
        Isolation { (bytes, request) throws(ImageError) in
            self.files.withLock { $0 += 1 }
            let pixels = UnsafeMutableRawBufferPointer.allocate(byteCount: request.pixelBytes, alignment: 16)
            return (request.decode(bytes) { pixels.baseAddress }, SharedPixels(pixels) { $0.deallocate() })
        }
    }
}
