import PlatformFoundation
public import PostcardPhotos

/// A place in a journal.
public struct JournalPlace: Sendable, Hashable, Codable, Identifiable {
    /// The id: `place-` and twelve letters or digits.
    public let id: RecordID<JournalPlace>
    /// The id of the journal that contains the place.
    public let journal: Journal.ID
    /// The name; may be empty.
    public var name: String
    /// The coordinate of the place.
    public var coordinate: Coordinate
    /// The id of the pin that the place was created from; `nil` if there is none.
    public let pin: Pin.ID?
    /// The time of arrival. Places are ordered by this time. Unless the user sets this time, it is the time of the user's first photo at
    /// the place, or else the time at which the place was added.
    public var date: WallTime
    /// The date that was set automatically. If `date` equals this date, the user did not set the date. `nil` for places written by earlier
    /// versions.
    package internal(set) var automaticDate: WallTime?
    /// The time at which the place was added; `nil` for places written by earlier versions.
    var created: Date?
    /// True if the coordinate was taken from a photo and the user did not change it. Sharing rounds such coordinates to protect privacy.
    package internal(set) var isFromPhoto: Bool?

    /// True if the user set the date. The value is correct only for places in ``JournalContents``.
    var isDateSet: Bool { automaticDate != date }

    /// The name, or the coordinate if the place has no name.
    public var displayName: String { name.isEmpty ? "\(coordinate)" : name }

    /// The maximum distance in meters between a place and its pictures.
    static let radius = 1_000.0
}
