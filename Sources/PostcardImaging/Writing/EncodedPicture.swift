/// An encoded picture file.
public struct EncodedPicture: Sendable {
    /// The bytes of the file.
    public let bytes: [UInt8]
    /// The format of the file.
    public let format: ImageFormat
    /// The size of the picture, or of each frame of an animation, in pixels.
    public let size: PixelSize
    /// The problems that were tolerated, as sentences, such as damage in the source.
    public let warnings: [String]

    /// Makes an encoded picture from a file's bytes and properties.
    public init(bytes: [UInt8], format: ImageFormat, size: PixelSize, warnings: [String] = []) {
        self.bytes = bytes
        self.format = format
        self.size = size
        self.warnings = warnings
    }
}
