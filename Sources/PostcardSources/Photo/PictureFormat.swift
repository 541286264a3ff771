import PostcardCore

/// The format of a picture as its first bytes tell it.
public enum PictureFormat: String, Sendable, Hashable, Codable, CaseIterable {
    /// JPEG.
    case jpeg
    /// PNG.
    case png
    /// GIF.
    case gif
    /// WebP.
    case webp
    /// AVIF, still or moving.
    case avif
    /// HEIC or HEIF, as phones write it.
    case heic
    /// TIFF.
    case tiff
    /// Windows bitmap.
    case bmp
    /// Windows icon or cursor.
    case ico
    /// JPEG XL.
    case jxl
    /// Raw file of a camera (CR2, CR3, RAF, ORF, RW2); those that begin as TIFF files do are `tiff`.
    case raw

    /// The number of bytes that are enough to tell.
    static let signatureLength = PictureSignature.length

    /// Recognises a format by its signature; `nil` when it is none of these formats. Names and content types are not
    /// asked, since both lie.
    ///
    /// - Parameter bytes: The start of a file, at least 12 bytes of it.
    public init?(sniffing bytes: some Collection<UInt8>) {
        let head = Array(bytes.prefix(Self.signatureLength))
        guard let signature = PictureSignature(head.span.bytes) else { return nil }
        self.init(rawValue: signature.rawValue)
    }
}
