public import PlatformFoundation

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
