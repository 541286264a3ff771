public import PlatformFoundation
import PostcardCore

/// The result of a finished download.
public struct PictureDownload: Sendable, Hashable {
    /// The rendition that was served.
    public let rendition: Rendition

    /// The length in bytes.
    public let byteCount: Int

    /// The URL after all redirects.
    public let url: URL

    /// Makes the result of a download.
    public init(rendition: Rendition, byteCount: Int, url: URL) {
        self.rendition = rendition
        self.byteCount = byteCount
        self.url = url
    }
}

// MARK: - DownloadEvent

/// An event of a download. The sink gets the events in order.
public enum DownloadEvent: Sendable {
    /// A picture begins. Earlier bytes belong to a failed attempt and must be dropped.
    case began(PictureStart)

    /// A picture continues after the bytes that were downloaded before.
    case resumed(PictureStart)

    /// The next bytes of the picture that began or was resumed last.
    case received([UInt8])
}

/// The properties of a picture that are known after its first bytes.
public struct PictureStart: Sendable, Hashable {
    /// The downloaded rendition.
    public let rendition: Rendition

    /// The length of the whole file in bytes; `nil` if it is unknown.
    public let length: Int?

    /// The validator of this version of the file, for ``PartialPicture/validator``; `nil` if the server sends none that is reliable. Then the
    /// download cannot be resumed.
    public let validator: String?

    /// Makes a description.
    public init(rendition: Rendition, length: Int? = nil, validator: String? = nil) {
        self.rendition = rendition
        self.length = length
        self.validator = validator
    }
}

/// The beginning of a picture from an interrupted download.
public struct PartialPicture: Sendable, Hashable {
    /// The number of bytes that were downloaded.
    public let byteCount: Int

    /// The first bytes, at least 16, which determine the format.
    public let head: [UInt8]

    /// The ``PictureStart/validator`` of the interrupted download.
    public let validator: String

    /// Makes a description.
    public init(byteCount: Int, head: [UInt8], validator: String) {
        self.byteCount = byteCount
        self.head = head
        self.validator = validator
    }
}

extension PictureSignature {
    /// Returns the format of a picture by its first bytes; `nil` if they are no picture. File names and media types are ignored, since they may be
    /// wrong.
    static func picture(in bytes: some Collection<UInt8>) -> PictureSignature? {
        let head = Array(bytes.prefix(length))
        let signature = PictureSignature(head.span.bytes)
        return signature == .film ? nil : signature
    }
}
