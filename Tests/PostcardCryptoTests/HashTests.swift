import PostcardCrypto
import Testing

private func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

/// The examples published by NIST for FIPS 180-4.
@Suite struct HashTests {
    private static let long = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"

    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (long, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
        (
            String(repeating: "a", count: 1_000_000),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        ),
    ])
    func `SHA-256 has the published digests`(text: String, digest: String) {
        #expect(hexadecimal(SHA256.hash(data: text.utf8)) == digest)
    }

    @Test(arguments: [
        ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"), ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (long, "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
    ])
    func `SHA-1 has the published digests`(text: String, digest: String) {
        #expect(hexadecimal(Insecure.SHA1.hash(data: text.utf8)) == digest)
    }

    @Test(arguments: [1, 3, 63, 64, 65, 200])
    func `pieces of any length give the digest of the whole, and more bytes can be added after a digest`(length: Int) {
        let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0) }
        var hash = SHA256()
        for start in stride(from: 0, to: bytes.count, by: length) {
            hash.update(data: bytes[start..<min(start + length, bytes.count)])
            #expect(hash.finalize() == SHA256.hash(data: bytes.prefix(start + length)))
        }
    }

    @Test func `a digest equals only its own bytes`() {
        let digest = SHA256.hash(data: "abc".utf8)
        #expect(digest.isEqual(to: Array(digest)))
        #expect(!digest.isEqual(to: Array(digest.dropLast())))
        for index in digest.indices {
            var other = Array(digest)
            other[index] ^= 0x80
            #expect(!digest.isEqual(to: other))
        }
    }
}

/// The examples of RFC 4231, RFC 2202 and RFC 5869.
@Suite struct HMACTests {
    struct Example: Sendable {
        let key: [UInt8]
        let text: String
        let code: String
    }

    private static let examples = [
        Example(
            key: [UInt8](repeating: 0x0b, count: 20), text: "Hi There",
            code: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
        Example(
            key: Array("Jefe".utf8), text: "what do ya want for nothing?",
            code: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
        Example(
            key: [UInt8](repeating: 0xaa, count: 131), text: "Test Using Larger Than Block-Size Key - Hash Key First",
            code: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
    ]

    @Test(arguments: examples)
    func `HMAC-SHA-256 matches the published codes and is valid only for its data and key`(example: Example) {
        let key = SymmetricKey(data: example.key)
        let code = HMAC<SHA256>.authenticationCode(for: example.text.utf8, using: key)
        #expect(hexadecimal(code) == example.code)
        #expect(HMAC<SHA256>.isValidAuthenticationCode(Array(code), authenticating: example.text.utf8, using: key))
        #expect(!HMAC<SHA256>.isValidAuthenticationCode(Array(code), authenticating: "other".utf8, using: key))
        #expect(
            !HMAC<SHA256>.isValidAuthenticationCode(
                Array(code), authenticating: example.text.utf8, using: SymmetricKey(data: example.key + [1])))
    }

    @Test func `HMAC-SHA-1 matches the published codes`() {
        let code = HMAC<Insecure.SHA1>.authenticationCode(
            for: "what do ya want for nothing?".utf8, using: SymmetricKey(data: "Jefe".utf8))
        #expect(hexadecimal(code) == "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79")
    }

    @Test func `a derived key starts with the published bytes`() {
        // The key's 42 bytes are one digest and the first ten bytes of the next.
        let key = HKDF<SHA256>.deriveKey(inputKeyMaterial: [UInt8](repeating: 0x0b, count: 22), info: [])
        let expected: [UInt8] = [
            0x8d, 0xa4, 0xe7, 0x75, 0xa5, 0x63, 0xc1, 0x8f, 0x71, 0x5f, 0x80, 0x2a, 0x06, 0x3c, 0x5a, 0x31, 0xb8, 0xa1,
            0x1f, 0x5c, 0x5e, 0xe1, 0x87, 0x9e, 0xc3, 0x45, 0x4e, 0x5f, 0x3c, 0x73, 0x8d, 0x2d,
        ]
        #expect(key == SymmetricKey(data: expected))
    }

    @Test func `a key never appears in descriptions`() {
        let key = SymmetricKey(data: "secret".utf8)
        var dumped = ""
        dump(key, to: &dumped)
        #expect(!"\(key)\(String(reflecting: key))\(dumped)".contains("115"))
    }
}
