/// The first part of a picture, from an interrupted download.
public struct PartialPicture: Sendable, Hashable {
    /// The number of bytes that were downloaded.
    public let byteCount: Int

    /// The first bytes, at least 16, which identify the format.
    public let head: [UInt8]

    /// The ``PictureStart/validator`` of the interrupted download.
    public let validator: String

    /// Makes a description.
    ///
    /// - Parameters:
    ///   - byteCount: the number of bytes that were downloaded.
    ///   - head: the first bytes, at least 16.
    ///   - validator: the validator of the file's version in the interrupted download.
    public init(byteCount: Int, head: [UInt8], validator: String) {
        self.byteCount = byteCount
        self.head = head
        self.validator = validator
    }
}
