import CCrypto

/// A cryptographic hash function that takes its bytes in pieces.
package protocol HashFunction: Sendable {
    /// The number of bytes of a digest.
    static var byteCount: Int { get }
    /// The block size in bytes, which HMAC depends on.
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

/// SHA-256 (FIPS 180-4).
package struct SHA256: HashFunction {
    package static let byteCount = 32
    package static let blockByteCount = 64
    private var context = postcard_sha256()

    package init() { postcard_sha256_begin(&context) }

    package mutating func update(bufferPointer bytes: UnsafeRawBufferPointer) {
        postcard_sha256_add(&context, bytes.baseAddress, bytes.count)
    }

    package func finalize() -> Digest {
        var context = context
        return Digest(count: Self.byteCount) { postcard_sha256_end(&context, $0) }
    }
}

/// Hash functions that are no longer secure, for signatures of other services that require them.
package enum Insecure {
    /// SHA-1 (FIPS 180-4).
    package struct SHA1: HashFunction {
        package static let byteCount = 20
        package static let blockByteCount = 64
        private var context = postcard_sha1()

        package init() { postcard_sha1_begin(&context) }

        package mutating func update(bufferPointer bytes: UnsafeRawBufferPointer) {
            postcard_sha1_add(&context, bytes.baseAddress, bytes.count)
        }

        package func finalize() -> Digest {
            var context = context
            return Digest(count: Self.byteCount) { postcard_sha1_end(&context, $0) }
        }
    }
}
