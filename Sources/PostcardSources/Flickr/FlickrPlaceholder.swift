import PlatformFoundation

/// Tells the "photo unavailable" picture, which Flickr serves with status 200 for photos that are gone, from photos.
enum FlickrPlaceholder {
    /// Tells if the response is a placeholder: it lies under another name than was asked for, has the word in its path,
    /// or is a PNG or GIF where a JPEG was promised. `requested` is the address of the photo. `served` is the address
    /// of the bytes after all redirects. `format` is that of the bytes.
    @Sendable static func matches(requested: URL, served: URL, format: PictureFormat) -> Bool {
        requested.lastPathComponent != served.lastPathComponent
            || served.path().contains("unavailable")
            || (["jpg", "jpeg"].contains(requested.pathExtension.lowercased()) && (format == .png || format == .gif))
    }
}
