import CCrypto

/// Hash functions that are no longer secure, for services whose signatures require them.
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
