import PlatformFoundation

extension RecordKind {
    /// The kind of entry records.
    package static let entry: RecordKind = "entry"
}

/// An entry: pictures or videos with a date and text, in a journal or standalone.
public struct Entry: Sendable, Hashable, Codable, Identifiable {
    /// The id: `entry-` and twelve letters or digits.
    public let id: RecordID<Entry>
    /// The id of the journal that contains the entry; `nil` for a standalone entry.
    public var journal: Journal.ID?
    /// The id of the entry's place in that journal; `nil` if it has none.
    public var place: JournalPlace.ID?
    /// The time that the entry describes. Entries are ordered by this time.
    public var date: WallTime
    /// The time at which the entry was added. If `date` equals this time, `date` was neither set by the user nor taken from pictures.
    var automaticDate: WallTime?
    /// The text; empty only for pictures and videos added without text.
    public var text: String
    /// The pictures and videos, at least one.
    public var media: [Medium]
    /// The time at which the entry was added; `nil` for entries written by earlier versions.
    var created: Date?
    /// The id of the folder import that added the entry; `nil` for other entries.
    var imported: String?

    /// Returns the picture or video with a number, starting at 1; `nil` if there is none.
    package func medium(numbered number: Int) -> Medium? {
        number > 0 && number <= media.count ? media[number - 1] : nil
    }

    /// Returns the date of the user's own pictures and videos: the date that was set, or else the date of the files; `nil` if no date is
    /// known, or if other people took all the pictures.
    ///
    /// - Parameter isSet: true if `date` was set by the user or taken from pictures.
    func ownDate(isSet: Bool) -> WallTime? {
        guard media.contains(where: { !$0.isFromOthers }) else { return nil }
        return isSet && !hasDateOfOthers ? date : media.ownDate
    }

    /// True if `date` is the date of another person's picture, as set by earlier versions.
    var hasDateOfOthers: Bool { media.contains { $0.isFromOthers && $0.dateTaken == date } }

    /// The first video; `nil` if there is none.
    package var video: Medium? { media.first { $0.kind == .video } }

    /// The first line of the text, or else the title or name of the first file.
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
