public import SystemPackage

/// A larger view of something in a library, and what can be done with it.
public struct Peek: Sendable {
    /// The kind of a view.
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
    /// The kind of the view.
    public let kind: Kind
    /// The number of the picture in its entry, from 1.
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
    /// The reason for a drawn placeholder in place of a frame of a video; `nil` when there is none.
    public let problem: String?
}
