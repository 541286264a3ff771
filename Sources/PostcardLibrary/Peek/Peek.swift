public import SystemPackage

/// A larger view of something in a library, and what can be done with it.
public struct Peek: Sendable, Encodable {
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
    /// The command that deletes it.
    public var deleteCommand: String { "postcard delete \(id)" }
    /// The command that prints the video's file or opens it.
    public var playCommand: String? { kind == .video ? "postcard entry play \(id)" : nil }

    private enum CodingKeys: String, CodingKey {
        case id, kind, number, path, original, title, credit, problem, deleteCommand, playCommand
    }

    /// Writes all of it, paths as texts.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(kind, forKey: .kind)
        try container.encode(number, forKey: .number)
        try container.encode("\(path)", forKey: .path)
        try container.encode("\(original)", forKey: .original)
        try container.encode(title, forKey: .title)
        try container.encodeIfPresent(credit, forKey: .credit)
        try container.encodeIfPresent(problem, forKey: .problem)
        try container.encode(deleteCommand, forKey: .deleteCommand)
        try container.encodeIfPresent(playCommand, forKey: .playCommand)
    }
}
