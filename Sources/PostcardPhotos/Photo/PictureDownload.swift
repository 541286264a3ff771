public import PlatformFoundation

/// The result of a finished download.
public struct PictureDownload: Sendable, Hashable {
    /// The rendition that was served.
    public let rendition: Rendition

    /// The length in bytes.
    public let byteCount: Int

    /// The URL after all redirects.
    public let url: URL

    /// Makes the result of a download.
    ///
    /// - Parameters:
    ///   - rendition: the rendition that was served.
    ///   - byteCount: the length in bytes.
    ///   - url: the URL after all redirects.
    public init(rendition: Rendition, byteCount: Int, url: URL) {
        self.rendition = rendition
        self.byteCount = byteCount
        self.url = url
    }
}
