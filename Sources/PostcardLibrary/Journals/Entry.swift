import PlatformFoundation

extension RecordKind {
    /// The kind of entries.
    package static let entry: RecordKind = "entry"
}

/// An entry: pictures or videos with a date and a text, in a journal or on their own.
public struct Entry: Sendable, Hashable, Codable, Identifiable {
    /// The id: `entry-` and twelve letters or digits.
    public let id: RecordID<Entry>
    /// The id of its journal; `nil` for an entry on its own.
    public var journal: Journal.ID?
    /// The id of its place in that journal; `nil` if it has none.
    public var place: JournalPlace.ID?
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
    package var video: Medium? { media.first { $0.kind == .video } }

    /// The first line of the text; otherwise the title or name of the first file.
    package var title: String {
        let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        return line.isEmpty ? media.first?.title ?? media.first?.name ?? id.rawValue : line
    }
}

// MARK: - Medium

extension [Medium] {
    /// The earliest time at which one of the user's own media was taken; `nil` if none is known.
    var ownDate: WallTime? { lazy.filter { !$0.isFromOthers }.compactMap(\.dateTaken).min() }
}
