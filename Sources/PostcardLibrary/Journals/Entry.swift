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
    /// The text; empty only for pictures and videos that were put at a place without words.
    public var text: String
    /// Its pictures and videos, at least one.
    public var media: [Medium]

    /// The picture or video of a number; they count from 1. `nil` where there is none.
    package func medium(numbered number: Int) -> Medium? {
        number > 0 && number <= media.count ? media[number - 1] : nil
    }

    /// The first video.
    public var video: Medium? { media.first { $0.kind == .video } }

    /// The first line of its text, or the name of its first file.
    public var title: String {
        let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        return line.isEmpty ? media.first?.title ?? media.first?.name ?? id : line
    }
}
