/// The hash and size of a blob, as stored in records that refer to it.
public struct BlobReference: Sendable, Hashable, Codable {
    /// The hash, which is also the blob's name.
    public let hash: BlobHash
    /// The length in bytes.
    public let size: Int

    private enum CodingKeys: String, CodingKey {
        case hash = "blob"
        case size = "bytes"
    }

    /// Makes a reference to a blob.
    public init(hash: BlobHash, size: Int) {
        self.hash = hash
        self.size = size
    }
}
