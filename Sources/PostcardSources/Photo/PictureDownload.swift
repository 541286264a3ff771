public import PlatformFoundation
import PostcardCore

/// The result of a finished download.
public struct PictureDownload: Sendable, Hashable {
    /// The rendition that was served.
    public let rendition: Rendition

    /// The length in bytes.
    public let byteCount: Int

    /// The address after all redirects.
    public let url: URL

    /// Creates the description of a download.
    ///
    /// - Parameters:
    ///   - rendition: The rendition that was served.
    ///   - byteCount: How many bytes it has.
    ///   - url: Where the bytes came from after all redirects.
    public init(rendition: Rendition, byteCount: Int, url: URL) {
        self.rendition = rendition
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

    /// The length of the whole file in bytes; `nil` when the server did not say.
    public let length: Int?

    /// The validator of this version of the file, for ``PartialPicture/validator``; `nil` when the server
    /// said nothing that can be relied on, so that the file cannot be resumed.
    public let validator: String?

    /// Creates a description.
    ///
    /// - Parameters:
    ///   - rendition: Which of the photo's files it is.
    ///   - length: How many bytes the whole file has.
    ///   - validator: What tells this version of the file from every other one.
    public init(rendition: Rendition, length: Int? = nil, validator: String? = nil) {
        self.rendition = rendition
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

extension PictureSignature {
    /// The format of a picture by the start of its file; `nil` for what is no picture. Names and content types are not asked, since both
    /// lie.
    static func picture(in bytes: some Collection<UInt8>) -> PictureSignature? {
        let head = Array(bytes.prefix(length))
        let signature = PictureSignature(head.span.bytes)
        return signature == .film ? nil : signature
    }
}
