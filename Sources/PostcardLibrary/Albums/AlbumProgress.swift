public import PostcardSources

/// An event of the download of an album.
public enum AlbumProgress: Sendable {
    /// So many photos were chosen, some of which may be there from an interrupted download.
    case chosen(count: Int, alreadyStored: [Photo])
    /// So many bytes of a photo are there, of those that it has if the source says how many.
    case received(RemotePhoto, bytes: Int, of: Int?)
    /// A photo is in the library. If it looks like another one of the library, that one comes along.
    case stored(Photo, lookingLike: Photo?)
    /// A photo could not be had; another one is taken in its place.
    case skipped(RemotePhoto, reason: String)
}
