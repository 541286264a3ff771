/// A cryptographic hash function that accepts its input in pieces.
package protocol HashFunction: Sendable {
    /// The number of bytes in a digest.
    static var byteCount: Int { get }
    /// The block size in bytes, used by HMAC.
    static var blockByteCount: Int { get }

    init()
    mutating func update(bufferPointer bytes: UnsafeRawBufferPointer)
    /// Returns the digest of all bytes so far. More bytes may follow.
    func finalize() -> Digest
}

extension HashFunction {
    package mutating func update(data: some Sequence<UInt8>) {
        if data.withContiguousStorageIfAvailable({ update(bufferPointer: UnsafeRawBufferPointer($0)) }) == nil {
            Array(data).withUnsafeBytes { update(bufferPointer: $0) }
        }
    }

    package static func hash(data: some Sequence<UInt8>) -> Digest {
        var hash = Self()
        hash.update(data: data)
        return hash.finalize()
    }
}
