import PlatformLibc

extension UnsafeRawBufferPointer {
    /// Returns the first position of `byte` at or after `start`; `nil` if there is none.
    package func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        guard let base = baseAddress, start < count else { return nil }
        guard let found = memchr(base + start, Int32(byte), count - start) else { return nil }
        return UnsafeRawPointer(found) - base
    }

    /// Returns true if `other` is at the position `start`.
    package func starts(with other: UnsafeRawBufferPointer, at start: Int) -> Bool {
        guard start >= 0, count - start >= other.count, let base = baseAddress, let otherBase = other.baseAddress
        else { return false }
        return memcmp(base + start, otherBase, other.count) == 0
    }

    /// Returns true if the ASCII characters of `text` are at the position `start`.
    package func starts(with text: StaticString, at start: Int) -> Bool {
        starts(with: UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount), at: start)
    }

    /// Returns the bytes in `range`, with positions starting at 0.
    package func slice(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: self[range])
    }
}

// MARK: - ByteNeedle

extension [UInt8] {
    /// Calls `body` with the bytes, as `withUnsafeBytes` does, but preserves the type of the errors that `body` throws.
    package func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withUnsafeBytes { bytes in
            Swift.Result { () throws(Failure) in try body(bytes) }
        }.get()
    }
}
