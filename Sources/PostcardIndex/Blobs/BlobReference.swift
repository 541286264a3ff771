/// The hash and size of a blob, as a record that refers to it states them.
public struct BlobReference: Sendable, Hashable {
    /// The blob's name.
    public let hash: BlobHash
    /// Its length in bytes.
    public let size: Int

    /// Names a blob.
    public init(hash: BlobHash, size: Int) {
        self.hash = hash
        self.size = size
    }
}
