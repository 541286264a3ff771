/// The secret key for an HMAC. Descriptions and dumps do not show the key.
package struct SymmetricKey: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    let bytes: [UInt8]

    package init(data: some Sequence<UInt8>) { bytes = Array(data) }

    /// The number of bytes.
    package var count: Int { bytes.count }

    package var description: String { "***" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
