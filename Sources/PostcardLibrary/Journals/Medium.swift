public import PostcardSources

/// A picture or video of an entry: its file, and what is known of it.
public struct Medium: Sendable, Hashable, Codable {
    /// The kind of a medium.
    public enum Kind: String, Sendable, Codable {
        /// A still or animated picture that Postcard decodes.
        case picture
        /// A video, which ffmpeg decodes.
        case video
    }

    /// The kind.
    public let kind: Kind
    /// SHA-256 of the file.
    public let blob: BlobHash
    /// Bytes of the file.
    public let bytes: Int
    /// The format of the file, which is also how names of such files end: `jpg`, `png`, `mp4` …
    public let format: String
    /// Pixels from left to right, seen upright; unknown for a video that was added without ffmpeg.
    public let width: Int?
    /// Pixels from top to bottom, seen upright.
    public let height: Int?
    /// The duration of a video in seconds.
    public let duration: Double?
    /// The name of the file it came from.
    public let name: String?
    /// Its title, as its file or source tells.
    public let title: String?
    /// The time at which it was taken, as its file or source states it.
    public let dateTaken: WallTime?
    /// The coordinate at which it was taken, as its file or source states it.
    public let coordinate: Coordinate?
    /// The id of the photo of an album that it was.
    public let photo: String?
    /// The line that credits its maker.
    public let credit: String?
    /// The licence.
    public let license: License?

    var reference: BlobReference { BlobReference(hash: blob, size: bytes) }
}
