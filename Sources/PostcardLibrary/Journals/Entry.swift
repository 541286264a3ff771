import PlatformFoundation
import PostcardCore
public import PostcardImaging
public import PostcardPhotos
public import SystemPackage

extension RecordKind {
    /// The kind of entries.
    public static let entry: RecordKind = "entry"
}

/// An entry: pictures or videos with a date and a text, in a journal or on their own.
public struct Entry: Sendable, Hashable, Codable, Identifiable {
    /// The id: `entry-` and twelve letters or digits.
    public let id: String
    /// The id of its journal; `nil` for an entry on its own.
    public var journal: String?
    /// The id of its place in that journal; `nil` if it has none.
    public var place: String?
    /// The time that the entry is about, by which entries are ordered.
    public var date: WallTime
    /// The time at which the entry was added. A `date` that is equal was not set by a person, and not taken from pictures.
    var automaticDate: WallTime?
    /// The text; empty only for pictures and videos that were added without one.
    public var text: String
    /// The pictures and videos, at least one.
    public var media: [Medium]
    /// The time at which it was added; `nil` for entries of earlier versions.
    var created: Date?
    /// The id of the folder import that added it; `nil` for other entries.
    var imported: String?

    /// Returns the picture or video with a number, from 1; `nil` if there is none.
    package func medium(numbered number: Int) -> Medium? {
        number > 0 && number <= media.count ? media[number - 1] : nil
    }

    /// Returns the date of the user's own pictures and videos: the one that was set, or else that of the files; `nil` if it is unknown, or if all
    /// pictures are of others.
    ///
    /// - Parameter isSet: whether `date` was set by a person, or taken from pictures.
    func ownDate(isSet: Bool) -> WallTime? {
        guard media.contains(where: { !$0.isFromOthers }) else { return nil }
        return isSet && !hasDateOfOthers ? date : media.ownDate
    }

    /// A Boolean value that indicates whether `date` is that of a picture of others, as earlier versions set it.
    var hasDateOfOthers: Bool { media.contains { $0.isFromOthers && $0.dateTaken == date } }

    /// The first video; `nil` if there is none.
    public var video: Medium? { media.first { $0.kind == .video } }

    /// The first line of the text; otherwise the title or name of the first file.
    public var title: String {
        let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        return line.isEmpty ? media.first?.title ?? media.first?.name ?? id : line
    }
}

// MARK: - Medium

/// A picture or video of an entry: the properties of its file.
public struct Medium: Sendable, Hashable, Codable {
    /// The kind of a medium.
    public enum Kind: String, Sendable, Codable {
        /// A still or animated picture that Postcard decodes.
        case picture
        /// A video. ffmpeg decodes it.
        case video
    }

    /// The kind of the medium: picture or video.
    public let kind: Kind
    /// The SHA-256 of the file.
    public let blob: BlobHash
    /// The length of the file in bytes.
    public let bytes: Int
    /// The format of the file as a file name extension: `jpg`, `png`, `mp4` …
    public let format: String
    /// The width of the upright picture in pixels; `nil` for a video that was added without ffmpeg.
    public internal(set) var width: Int?
    /// The height of the upright picture in pixels; `nil` for a video that was added without ffmpeg.
    public internal(set) var height: Int?
    /// The duration of a video in seconds; `nil` for a picture, or if it is unknown.
    public internal(set) var duration: Double?
    /// The original name of the file; `nil` if it is unknown.
    public internal(set) var name: String?
    /// The title according to the file or its source; `nil` if there is none.
    public internal(set) var title: String?
    /// The time at which it was taken, according to the file or its source; `nil` if it is unknown.
    public internal(set) var dateTaken: WallTime?
    /// Where ``dateTaken`` was found; `nil` if the file or its source has it.
    public internal(set) var dateOrigin: DateOrigin?
    /// The digits of the fraction of a second of ``dateTaken``; `nil` if it is unknown.
    var subseconds: String?
    /// The position at which it was taken, according to the file or its source; `nil` if it is unknown.
    public internal(set) var coordinate: Coordinate?
    /// The mean colour, shown until the picture is loaded; `nil` for videos, and for pictures that earlier versions stored.
    public internal(set) var color: Color?
    /// The id of the album's photo that it is a copy of; `nil` for others.
    public internal(set) var photo: String?
    /// The credit line; `nil` if there is none.
    public internal(set) var credit: String?
    /// The licence; `nil` if it is unknown.
    public internal(set) var license: License?

    var reference: BlobReference { BlobReference(hash: blob, size: bytes) }

    /// A Boolean value that indicates whether it is a photo from a service such as Flickr, so that its date and position are not those of the user's
    /// journey.
    var isFromOthers: Bool { photo != nil && license?.isLocalFile != true }

    /// Returns the minutes and seconds of a duration in seconds, such as `2:05`.
    package static func clock(_ seconds: Double) -> String {
        let whole = Int(min(max(seconds, 0), 1e9).rounded())
        return "\(whole / 60):\((whole % 60).padded(to: 2))"
    }
}

extension [Medium] {
    /// The earliest time at which one of the user's own media was taken; `nil` if none is known.
    var ownDate: WallTime? { lazy.filter { !$0.isFromOthers }.compactMap(\.dateTaken).min() }
}

// MARK: - MediumSource

/// The source of a picture or video of an entry.
public enum MediumSource: Sendable {
    /// A file that is copied.
    case file(FilePath)
    /// The bytes of a file with its name, such as those of standard input.
    case bytes([UInt8], name: String?)
    /// A file that is already among the blobs of the library, with its name and the time at which it was changed last.
    case stored(BlobReference, name: String?, changed: WallTime? = nil)
    /// A photo of an album with its credit line.
    case photo(Photo)
}
