/// Derives keys from other keys (RFC 5869), without a salt. Each key is as long as one digest.
package enum HKDF<Hash: HashFunction> {
    package static func deriveKey(inputKeyMaterial: some Sequence<UInt8>, info: some Sequence<UInt8>) -> SymmetricKey {
        let salt = SymmetricKey(data: [UInt8](repeating: 0, count: Hash.byteCount))
        let extracted = SymmetricKey(data: HMAC<Hash>.authenticationCode(for: inputKeyMaterial, using: salt))
        return SymmetricKey(data: HMAC<Hash>.authenticationCode(for: Array(info) + [1], using: extracted))
    }
}
