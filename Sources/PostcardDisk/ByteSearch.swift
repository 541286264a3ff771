import PlatformLibc

extension UnsafeRawBufferPointer {
    /// The first position of `byte` from `start` on.
    package func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        guard let base = baseAddress, start < count else { return nil }
        guard let found = memchr(base + start, Int32(byte), count - start) else { return nil }
        return UnsafeRawPointer(found) - base
    }

    /// The last position of `byte`.
    package func lastIndex(of byte: UInt8) -> Int? {
        var index = count
        while index > 0 {
            index -= 1
            if self[index] == byte { return index }
        }
        return nil
    }

    /// Returns a Boolean value that indicates whether the bytes from `start` on begin with `other`.
    package func starts(with other: UnsafeRawBufferPointer, at start: Int) -> Bool {
        guard start >= 0, count - start >= other.count, let base = baseAddress, let otherBase = other.baseAddress
        else { return false }
        return memcmp(base + start, otherBase, other.count) == 0
    }

    /// Returns a Boolean value that indicates whether the bytes from `start` on begin with the ASCII characters of
    /// `text`.
    package func starts(with text: StaticString, at start: Int) -> Bool {
        starts(with: UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount), at: start)
    }

    /// The bytes of `range`, with positions from 0 on.
    package func slice(_ range: Range<Int>) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: self[range])
    }
}
