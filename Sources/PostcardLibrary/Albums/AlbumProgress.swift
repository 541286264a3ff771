public import PostcardPhotos

/// An event of the download of an album.
public enum AlbumProgress: Sendable {
    /// The photos were chosen. `alreadyStored` contains those from an interrupted download.
    case chosen(count: Int, alreadyStored: [Photo])
    /// A part of a photo was received: the number of bytes so far, and the total if the source reports it.
    case received(RemotePhoto, bytes: Int, of: Int?)
    /// A photo was stored. `lookingLike` is its duplicate in the library, if there is one.
    case stored(Photo, lookingLike: Photo?)
    /// A photo could not be downloaded, and is replaced by another one.
    case skipped(RemotePhoto, reason: String)
}
