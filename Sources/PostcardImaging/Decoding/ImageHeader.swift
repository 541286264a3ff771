/// The facts about a picture that a file gives before any pixel is decoded.
public struct ImageHeader: Sendable {
    /// The format, by the first bytes.
    public let format: ImageFormat
    /// The size of the stored rows.
    public let storedSize: PixelSize
    /// Date, place, camera and rights, as far as the file tells and Postcard can read them.
    public let metadata: Metadata

    /// The orientation of the stored rows.
    public var orientation: Orientation { metadata.orientation }
    /// The size seen by a person, after turning.
    public var size: PixelSize { orientation.uprightSize(of: storedSize) }
}

extension ImageHeader {
    /// Reads a header, for callers that need nothing else of the file. ``OpenedPicture`` keeps what has been read for decoding.
    ///
    /// Costs no more than stepping over the metadata, so no limits apply.
    ///
    /// - Throws: `ImageError`: `unsupported` when the bytes are no picture that Postcard reads, `damaged` or `truncated`
    ///   when the header is broken.
    public init(of bytes: RawSpan) throws(ImageError) {
        self = try bytes.withBuffer { (buffer) throws(ImageError) in try ImageFormat.open(buffer).header }
    }
}
