/// How a picture becomes a file.
public struct EncodingOptions: Hashable, Sendable {
    enum Kind: Hashable {
        case jpeg(quality: Int)
        case png
    }
    let kind: Kind

    /// JPEG, 8 bits, 4:2:0, or 4:4:4 from quality 90 on. Transparent pixels are laid on white.
    ///
    /// - Parameter quality: 1 to 100 as libjpeg counts; others are brought into that range.
    public static func jpeg(quality: Int = 85) -> EncodingOptions {
        EncodingOptions(kind: .jpeg(quality: min(100, max(1, quality))))
    }

    /// PNG, 8 bits, with alpha where the picture has some. Lossless but for the eighth bit of alpha.
    public static let png = EncodingOptions(kind: .png)

    /// The usual settings of a format.
    ///
    /// - Throws: `ImageError` with code `unsupported` for a format that Postcard does not write.
    public init(format: ImageFormat, quality: Int = 85) throws(ImageError) {
        switch format {
        case .jpeg: self = .jpeg(quality: quality)
        case .png: self = .png
        case .gif, .webp, .avif, .heic, .bmp, .tiff:
            throw .unsupported("Postcard cannot write \(format.displayName) files. Choose JPEG or PNG.")
        }
    }

    private init(kind: Kind) {
        self.kind = kind
    }

    /// The format of the file.
    public var format: ImageFormat {
        switch kind {
        case .jpeg: .jpeg
        case .png: .png
        }
    }
}
