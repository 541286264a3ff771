public import PostcardPhotos

/// An event during the download of an album.
public enum AlbumProgress: Sendable {
    /// The photos were chosen. `alreadyStored` contains the photos from an interrupted download.
    case chosen(count: Int, alreadyStored: [Photo])
    /// Part of a photo was received. The values are the number of bytes so far, and the total if the source reports it.
    case received(RemotePhoto, bytes: Int, of: Int?)
    /// A photo was stored. `lookingLike` is a duplicate that the library already contains; `nil` if there is none.
    case stored(Photo, lookingLike: Photo?)
    /// A photo could not be downloaded. Another photo replaces it.
    case skipped(RemotePhoto, reason: String)
}
