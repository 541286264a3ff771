import PostcardCore
public import PostcardImaging
public import PostcardPhotos

/// A picture or video in an entry: the properties of its file.
public struct Medium: Sendable, Hashable, Codable {
    /// The kind of a medium.
    public enum Kind: String, Sendable, Codable {
        /// A still or animated picture that Postcard decodes.
        case picture
        /// A video that ffmpeg decodes.
        case video
    }

    /// The kind of the medium: picture or video.
    public let kind: Kind
    /// The SHA-256 of the file.
    public let blob: BlobHash
    /// The length of the file in bytes.
    public let bytes: Int
    /// The format of the file as a file name extension: `jpg`, `png`, `mp4` … For a picture, `ImageFormat(fileExtension:)` converts the
    /// extension to an image format.
    public let format: String
    /// The width of the upright picture in pixels; `nil` for a video that was added without ffmpeg.
    public internal(set) var width: Int?
    /// The height of the upright picture in pixels; `nil` for a video that was added without ffmpeg.
    public internal(set) var height: Int?
    /// The duration of a video in seconds; `nil` for a picture, or if the duration is unknown.
    package internal(set) var seconds: Double?
    /// The original name of the file; `nil` if it is unknown.
    public internal(set) var name: String?
    /// The title according to the file or its source; `nil` if there is none.
    public internal(set) var title: String?
    /// The time at which the medium was taken, according to the file or its source; `nil` if it is unknown.
    public internal(set) var dateTaken: WallTime?
    /// The origin of ``dateTaken``; `nil` if it is from the metadata or the source.
    package internal(set) var dateOrigin: DateOrigin?
    /// The fractional digits of the seconds in ``dateTaken``; `nil` if they are unknown.
    var subseconds: String?
    /// The position where the medium was taken, according to the file or its source; `nil` if it is unknown.
    public internal(set) var coordinate: Coordinate?
    /// The mean color, shown until the picture is loaded; `nil` for videos, and for pictures stored by earlier versions.
    public internal(set) var color: Color?
    /// The id of the album photo that this medium is a copy of; `nil` if it is not a copy.
    public internal(set) var photo: Photo.ID?
    /// The credit line; `nil` if there is none.
    public internal(set) var credit: String?
    /// The license; `nil` if it is unknown.
    public internal(set) var license: License?
    /// The video of a Live Photo or motion photo, if it is a separate file; otherwise `nil`.
    package internal(set) var motion: BlobReference?

    private enum CodingKeys: String, CodingKey {
        case kind, blob, bytes, format, width, height
        case seconds = "duration"
        case name, title, dateTaken, dateOrigin, subseconds, coordinate, color, photo, credit, license, motion
    }

    /// The duration of a video; `nil` for a picture, or if the duration is unknown.
    public var duration: Duration? { seconds.flatMap { Duration(seconds: $0) } }

    var reference: BlobReference { BlobReference(hash: blob, size: bytes) }

    /// True for a photo from a service such as Flickr. The date and position of such a photo do not belong to the user's journey.
    var isFromOthers: Bool { photo != nil && license?.isLocalFile != true }

    /// Returns the minutes and seconds of a duration in seconds, such as `2:05`.
    package static func clock(_ seconds: Double) -> String {
        let whole = Int(min(max(seconds, 0), 1e9).rounded())
        return "\(whole / 60):\((whole % 60).padded(to: 2))"
    }
}
