import PlatformLibc

extension UnsafeRawBufferPointer {
    /// The first position of `byte` from `start` on.
    package func firstIndex(of byte: UInt8, from start: Int) -> Int? {
        guard let base = baseAddress, start < count else { return nil }
        guard let found = memchr(base + start, Int32(byte), count - start) else { return nil }
        return UnsafeRawPointer(found) - base
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

/// A text to look for in many places.
///
/// Eight positions are tried at once: whether the needle can be there is seen by two of its bytes that are rare in
/// JSON.
package struct ByteNeedle: Sendable {
    private let bytes: [UInt8]
    /// The positions in the needle of the two bytes.
    private let anchors: (first: Int, second: Int)

    /// - Parameter bytes: at least 1.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // Of bytes that are as rare as one another, the last: ids of one kind often begin in the same way.
        let byRarity = bytes.indices.sorted { left, right in
            let (leftRank, rightRank) = (Self.rank(bytes[left]), Self.rank(bytes[right]))
            return leftRank == rightRank ? left > right : leftRank < rightRank
        }
        anchors = (byRarity[0], byRarity[min(1, byRarity.count - 1)])
    }

    package init(_ text: String) { self.init(Array(text.utf8)) }

    /// Returns the commonness of a byte in JSON, from 0 for rare.
    private static func rank(_ byte: UInt8) -> Int {
        switch byte {
        case UInt8(ascii: "\""): 4
        case UInt8(ascii: ":"), UInt8(ascii: ","): 3
        case UInt8(ascii: "0")...UInt8(ascii: "9"): 2
        default: "aeinorst".utf8.contains(byte) ? 1 : 0
        }
    }

    /// The first position in `haystack` from `start` on where the text begins.
    package func firstIndex(in haystack: UnsafeRawBufferPointer, from start: Int = 0) -> Int? {
        guard let base = haystack.baseAddress else { return nil }
        return bytes.withUnsafeBytes { needle in
            let first = Self.ones &* UInt64(needle[anchors.first])
            let second = Self.ones &* UInt64(needle[anchors.second])
            let end = haystack.count - needle.count
            var position = start
            while position + 7 <= end {
                let atFirst = base.loadUnaligned(fromByteOffset: position + anchors.first, as: UInt64.self)
                let atSecond = base.loadUnaligned(fromByteOffset: position + anchors.second, as: UInt64.self)
                let difference = (atFirst ^ first) | (atSecond ^ second)
                // Not 0 if any byte of the difference is 0 (A. Mycroft, 1987).
                if (difference &- Self.ones) & ~difference & (Self.ones << 7) != 0 {
                    for index in position...position + 7 where haystack.starts(with: needle, at: index) { return index }
                }
                position += 8
            }
            while position <= end {
                if haystack.starts(with: needle, at: position) { return position }
                position += 1
            }
            return nil
        }
    }

    /// A word whose bytes are all 1.
    private static let ones: UInt64 = 0x0101_0101_0101_0101
}

extension [UInt8] {
    /// As `withUnsafeBytes`, but throws nothing else than `body` does.
    package func withBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withUnsafeBytes { bytes in
            Swift.Result { () throws(Failure) in try body(bytes) }
        }.get()
    }
}
