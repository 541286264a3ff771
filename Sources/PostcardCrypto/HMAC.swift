/// The secret key of an HMAC. Descriptions and dumps do not show it.
package struct SymmetricKey: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    fileprivate let bytes: [UInt8]

    package init(data: some Sequence<UInt8>) { bytes = Array(data) }

    /// The number of bytes.
    package var count: Int { bytes.count }

    package var description: String { "***" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Message authentication codes, which prove that the sender has the key (RFC 2104).
package enum HMAC<Hash: HashFunction> {
    package static func authenticationCode(for data: some Sequence<UInt8>, using key: SymmetricKey) -> Digest {
        let block = key.bytes.count > Hash.blockByteCount ? Hash.hash(data: key.bytes).bytes : key.bytes
        let padded = block + [UInt8](repeating: 0, count: Hash.blockByteCount - block.count)
        var inner = Hash()
        inner.update(data: padded.map { $0 ^ 0x36 })
        inner.update(data: data)
        var outer = Hash()
        outer.update(data: padded.map { $0 ^ 0x5C })
        outer.update(data: inner.finalize())
        return outer.finalize()
    }

    /// Returns a Boolean value that indicates whether a code is that of the data, in a time that does not depend on its bytes.
    package static func isValidAuthenticationCode(
        _ code: [UInt8], authenticating data: some Sequence<UInt8>, using key: SymmetricKey
    ) -> Bool { authenticationCode(for: data, using: key).isEqual(to: code) }
}

/// The derivation of keys from other keys (RFC 5869), without a salt and with the length of one digest.
package enum HKDF<Hash: HashFunction> {
    package static func deriveKey(inputKeyMaterial: some Sequence<UInt8>, info: some Sequence<UInt8>) -> SymmetricKey {
        let salt = SymmetricKey(data: [UInt8](repeating: 0, count: Hash.byteCount))
        let extracted = SymmetricKey(data: HMAC<Hash>.authenticationCode(for: inputKeyMaterial, using: salt))
        return SymmetricKey(data: HMAC<Hash>.authenticationCode(for: Array(info) + [1], using: extracted))
    }
}
