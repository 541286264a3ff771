import PlatformFoundation
public import PostcardPhotos

/// A place of a journal.
public struct JournalPlace: Sendable, Hashable, Codable, Identifiable {
    /// The id: `place-` and twelve letters or digits.
    public let id: RecordID<JournalPlace>
    /// The id of its journal.
    public let journal: Journal.ID
    /// The name; may be empty.
    public var name: String
    /// The coordinate of the place.
    public var coordinate: Coordinate
    /// The id of the pin that it was made from; `nil` if there is none.
    public let pin: Pin.ID?
    /// The time of arrival, by which places are ordered. Unless a person sets it, it is the time of the first own photo at the place, or else of the
    /// addition of the place.
    public var date: WallTime
    /// The date that was set automatically. A `date` that is equal was not set by a person. `nil` for places of earlier versions.
    package internal(set) var automaticDate: WallTime?
    /// The time at which it was added; `nil` for places of earlier versions.
    var created: Date?
    /// `true` if the coordinate is that of a photo and no person has set another one. Shares round such coordinates to protect privacy.
    package internal(set) var isFromPhoto: Bool?

    /// True if a person has set the date. It is valid for places of ``JournalContents``.
    var isDateSet: Bool { automaticDate != date }

    /// The name, or the coordinate if there is none.
    public var displayName: String { name.isEmpty ? "\(coordinate)" : name }

    /// The maximum distance in meters between a place and its pictures.
    static let radius = 1_000.0
}
