import PlatformFoundation

/// Tells the "photo unavailable" picture, which Flickr serves with status 200 for photos that are gone, from photos.
enum FlickrPlaceholder {
    /// Tells if the response is a placeholder: it lies under another name than was asked for, has the word in its path, or is
    /// a PNG or GIF where a JPEG was promised.
    ///
    /// - Parameters:
    ///   - requested: Where the photo should be.
    ///   - served: Where the bytes came from after all redirects.
    ///   - format: What the bytes are.
    @Sendable static func matches(requested: URL, served: URL, format: PictureFormat) -> Bool {
        requested.lastPathComponent != served.lastPathComponent
            || served.path().contains("unavailable")
            || (["jpg", "jpeg"].contains(requested.pathExtension.lowercased()) && (format == .png || format == .gif))
    }
}
