/// The result of a hash function or HMAC. Comparing two digests takes constant time.
package struct Digest: Sendable, RandomAccessCollection, Hashable {
    package let bytes: [UInt8]

    init(count: Int, write: (UnsafeMutablePointer<UInt8>) -> Void) {
        bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
            if let start = buffer.baseAddress { write(start) }
            initializedCount = count
        }
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { bytes.count }
    package subscript(position: Int) -> UInt8 { bytes[position] }

    package func withContiguousStorageIfAvailable<Result>(
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result? { try bytes.withUnsafeBufferPointer(body) }

    package static func == (left: Digest, right: Digest) -> Bool { left.isEqual(to: right.bytes) }

    /// Returns true if the digest consists of these bytes. The time for the comparison depends only on the number of bytes.
    package func isEqual(to other: [UInt8]) -> Bool {
        guard bytes.count == other.count else { return false }
        var difference: UInt8 = 0
        for index in bytes.indices { difference |= bytes[index] ^ other[index] }
        return difference == 0
    }
}
