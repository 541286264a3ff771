import CLinux

/// A sequence of bytes to search for.
package struct ByteNeedle: Sendable {
    private let bytes: [UInt8]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package init(_ text: String) { self.init(Array(text.utf8)) }

    /// Returns the first position of the needle in `haystack`, at or after `start`; `nil` if there is none.
    package func firstIndex(in haystack: UnsafeRawBufferPointer, from start: Int = 0) -> Int? {
        guard let base = haystack.baseAddress, start < haystack.count,
            let found = memmem(base + start, haystack.count - start, bytes, bytes.count)
        else { return nil }
        return UnsafeRawPointer(found) - base
    }
}
