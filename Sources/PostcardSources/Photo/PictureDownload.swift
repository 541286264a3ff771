public import PlatformFoundation
import PostcardCore

/// The result of a finished download.
public struct PictureDownload: Sendable, Hashable {
    /// The rendition that was served.
    public let rendition: Rendition

    /// The format that its first bytes say it has.
    public let format: PictureFormat

    /// The length in bytes.
    public let byteCount: Int

    /// The address after all redirects.
    public let url: URL

    /// Creates the description of a download.
    ///
    /// - Parameters:
    ///   - rendition: The rendition that was served.
    ///   - format: The format that its first bytes say it has.
    ///   - byteCount: How many bytes it has.
    ///   - url: Where the bytes came from after all redirects.
    public init(rendition: Rendition, format: PictureFormat, byteCount: Int, url: URL) {
        self.rendition = rendition
        self.format = format
        self.byteCount = byteCount
        self.url = url
    }
}

/// An event of a download, delivered to its sink in order.
public enum DownloadEvent: Sendable {
    /// A picture begins. Whatever came before belongs to an attempt that failed: throw it away.
    case began(PictureStart)

    /// A picture goes on behind the bytes that the caller said it has.
    case resumed(PictureStart)

    /// The next bytes of the picture that began or was resumed last.
    case received([UInt8])
}

/// The facts about a picture that are known after its first bytes.
public struct PictureStart: Sendable, Hashable {
    /// The file of the photo that is downloaded.
    public let rendition: Rendition

    /// The format by its first bytes.
    public let format: PictureFormat

    /// The length of the whole file in bytes; `nil` when the server did not say.
    public let length: Int?

    /// The validator of this version of the file, for ``PartialPicture/validator``; `nil` when the server
    /// said nothing that can be relied on, so that the file cannot be resumed.
    public let validator: String?

    /// Creates a description.
    ///
    /// - Parameters:
    ///   - rendition: Which of the photo's files it is.
    ///   - format: What its first bytes say it is.
    ///   - length: How many bytes the whole file has.
    ///   - validator: What tells this version of the file from every other one.
    public init(rendition: Rendition, format: PictureFormat, length: Int? = nil, validator: String? = nil) {
        self.rendition = rendition
        self.format = format
        self.length = length
        self.validator = validator
    }
}

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
