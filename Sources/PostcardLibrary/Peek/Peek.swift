public import SystemPackage

/// A larger view of something in a library, and what can be done with it.
public struct Peek: Sendable {
    /// What it shows.
    public enum Kind: String, Sendable, Encodable {
        /// A photo of an album.
        case photo
        /// A picture of an entry.
        case picture
        /// A frame of a video of an entry, or a drawn placeholder.
        case video
        /// A meme.
        case meme
    }

    /// The id of the photo, entry or meme.
    public let id: String
    /// What it shows.
    public let kind: Kind
    /// Which of the pictures of an entry it is, from 1.
    public let number: Int
    /// The view.
    public let picture: DerivedPicture
    /// The JPEG file with the view, in the cache; the file that it was made of if the cache cannot be written.
    public var path: FilePath { picture.unsavedBytes == nil ? picture.path : original }
    /// The file that the view was made of.
    public let original: FilePath
    /// A line about it.
    public let title: String
    /// The line that credits its maker.
    public let credit: String?
    /// Why there is a drawn placeholder in place of a frame of a video; `nil` when there is none.
    public let problem: String?
}
