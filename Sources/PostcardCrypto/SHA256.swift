import CCrypto

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
