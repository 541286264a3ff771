import PostcardCore
public import PostcardImaging
public import PostcardSources
public import SystemPackage

extension RecordKind {
    /// Pictures and videos with a text.
    public static let entry: RecordKind = "entry"
}

/// Pictures or videos with a date and a text: a page of a journal, or one that stands alone.
public struct Entry: Sendable, Hashable, Codable, Identifiable {
    /// Its name in the index, `entry-` and twelve letters or digits.
    public let id: String
    /// The id of its journal.
    public var journal: String?
    /// The id of its place in that journal.
    public var place: String?
    /// The time that it tells of; entries are ordered by it.
    public var date: WallTime
    /// When it was added; `date` is the same until somebody sets one, where its pictures tell none.
    var automaticDate: WallTime?
    /// The text; empty only for pictures and videos that were put at a place without words.
    public var text: String
    /// Its pictures and videos, at least one.
    public var media: [Medium]

    /// The picture or video of a number; they count from 1. `nil` where there is none.
    package func medium(numbered number: Int) -> Medium? {
        number > 0 && number <= media.count ? media[number - 1] : nil
    }

    /// When its own pictures and videos were taken, by what somebody said or else by what they tell; `nil` where nothing is known, and
    /// for pictures of others.
    ///
    /// - Parameter isSet: whether somebody set its date, or its pictures tell it.
    func ownDate(isSet: Bool) -> WallTime? {
        guard media.contains(where: { !$0.isFromOthers }) else { return nil }
        return isSet && !hasDateOfOthers ? date : media.ownDate
    }

    /// True when its date was taken from a picture of others, as earlier versions did.
    var hasDateOfOthers: Bool { media.contains { $0.isFromOthers && $0.dateTaken == date } }

    /// Returns a Boolean value that indicates whether it comes before another one of a journal: by date, those with a date of others last.
    func isBefore(_ other: Entry) -> Bool {
        guard hasDateOfOthers == other.hasDateOfOthers else { return other.hasDateOfOthers }
        return (date, id) < (other.date, other.id)
    }

    /// The first video.
    public var video: Medium? { media.first { $0.kind == .video } }

    /// The first line of its text, or the name of its first file.
    public var title: String {
        let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        return line.isEmpty ? media.first?.title ?? media.first?.name ?? id : line
    }
}

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
    public internal(set) var width: Int?
    /// Pixels from top to bottom, seen upright.
    public internal(set) var height: Int?
    /// The duration of a video in seconds.
    public internal(set) var duration: Double?
    /// The name of the file it came from.
    public internal(set) var name: String?
    /// Its title, as its file or source tells.
    public internal(set) var title: String?
    /// The time at which it was taken, as its file or source states it.
    public internal(set) var dateTaken: WallTime?
    /// The coordinate at which it was taken, as its file or source states it.
    public internal(set) var coordinate: Coordinate?
    /// The mean of its colours, which stands for it until it is shown; unknown for videos, and for pictures that earlier versions took in.
    public internal(set) var color: Color?
    /// The id of the photo of an album that it was.
    public internal(set) var photo: String?
    /// The line that credits its maker.
    public internal(set) var credit: String?
    /// The licence.
    public internal(set) var license: License?

    var reference: BlobReference { BlobReference(hash: blob, size: bytes) }

    /// True for a photo of an album that came from a service, such as Flickr. It was taken by others, on a journey of theirs.
    var isFromOthers: Bool { photo != nil && license?.isLocalFile != true }

    /// Minutes and seconds of a duration, such as `2:05`.
    package static func clock(_ seconds: Double) -> String {
        let whole = Int(min(max(seconds, 0), 1e9).rounded())
        return "\(whole / 60):\((whole % 60).padded(to: 2))"
    }
}

extension [Medium] {
    /// When the first of them was taken that others did not take.
    var ownDate: WallTime? { lazy.filter { !$0.isFromOthers }.compactMap(\.dateTaken).min() }
}

/// The source of a picture or video of an entry.
public enum MediumSource: Sendable {
    /// A file, which is copied.
    case file(FilePath)
    /// The bytes of a file, with its name, such as what came by standard input or from the network.
    case bytes([UInt8], name: String?)
    /// A file that is among the blobs of the library already, with its name.
    case stored(BlobReference, name: String?)
    /// A photo of an album, with its credit.
    case photo(Photo)
}
