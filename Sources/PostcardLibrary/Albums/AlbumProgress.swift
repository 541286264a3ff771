public import PostcardSources

/// What happens while an album is downloaded.
public enum AlbumProgress: Sendable {
    /// So many photos were chosen, some of which may be there from an interrupted download.
    case chosen(count: Int, alreadyStored: Int)
    /// A photo is in the library.
    case stored(Photo)
    /// A photo could not be had; another one is taken in its place.
    case skipped(RemotePhoto, reason: String)
}
