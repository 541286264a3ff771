/// The beginning of a picture that an earlier download has left.
public struct PartialPicture: Sendable, Hashable {
    /// The number of bytes that are there.
    public let byteCount: Int

    /// The first bytes, at least 16 of them, which tell the format.
    public let head: [UInt8]

    /// The ``PictureStart/validator`` of the download that was broken off.
    public let validator: String

    /// Creates a description.
    ///
    /// - Parameters:
    ///   - byteCount: How many bytes are there.
    ///   - head: The first 16 bytes or more.
    ///   - validator: What the server called that version of the file.
    public init(byteCount: Int, head: [UInt8], validator: String) {
        self.byteCount = byteCount
        self.head = head
        self.validator = validator
    }
}
