/// Message authentication codes, which prove that the sender knows the key (RFC 2104).
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

    /// Returns true if a code matches the data, in constant time.
    package static func isValidAuthenticationCode(
        _ code: [UInt8], authenticating data: some Sequence<UInt8>, using key: SymmetricKey
    ) -> Bool { authenticationCode(for: data, using: key).isEqual(to: code) }
}
