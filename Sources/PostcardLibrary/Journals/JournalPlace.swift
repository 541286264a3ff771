public import PostcardSources

extension RecordKind {
    /// A place in a journal.
    public static let place: RecordKind = "place"
}

/// A place that a journal tells of.
public struct JournalPlace: Sendable, Hashable, Codable, Identifiable {
    /// Its name in the index, `place-` and twelve letters or digits.
    public let id: String
    /// The id of its journal.
    public let journal: String
    /// The name; may be empty.
    public var name: String
    /// The coordinate.
    public var coordinate: Coordinate
    /// The id of the pin that it was made from.
    public let pin: String?
    /// The time of arrival; places of a journal are ordered by it.
    public var date: WallTime
    /// `true` when the coordinate is where a photo was taken, and nobody has set another one since: shares round it.
    public internal(set) var isFromPhoto: Bool?

    /// The name, or the coordinate when there is none.
    public var displayName: String { name.isEmpty ? "\(coordinate)" : name }
}
