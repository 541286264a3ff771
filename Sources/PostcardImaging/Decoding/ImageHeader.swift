/// The properties of a picture that are read before pixels are decoded.
public struct ImageHeader: Sendable {
    /// The format, detected from the first bytes.
    public let format: ImageFormat
    /// The size of the stored picture, before it is turned upright.
    public let storedSize: PixelSize
    /// The date, position, camera and rights.
    public let metadata: Metadata

    /// The orientation of the stored rows.
    public var orientation: Orientation { metadata.orientation }
    /// The size of the upright picture.
    public var size: PixelSize { orientation.uprightSize(of: storedSize) }
}

extension ImageHeader {
    /// Reads the header of a file without decoding it. To decode it later, use ``OpenedPicture``, which reads the header once.
    ///
    /// Memory and time are bounded by the number of bytes, so no limits apply.
    ///
    /// - Throws: `ImageError` with code `unsupported` if the bytes are not a picture that Postcard can read, or `damaged` or `truncated` if
    ///   the header is broken.
    public init(of bytes: [UInt8]) throws(ImageError) {
        self = try bytes.span.bytes.withBuffer { (buffer) throws(ImageError) in try ImageFormat.open(buffer).header }
    }
}
