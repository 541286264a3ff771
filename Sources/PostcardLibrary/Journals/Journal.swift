public import PlatformFoundation
import PostcardPhotos

extension RecordKind {
    /// The kind of journal records.
    package static let journal: RecordKind = "journal"
}

/// A journal: a collection of places, notes and entries from a journey.
public struct Journal: Sendable, Hashable, Codable, Identifiable {
    /// The id: `journal-` and twelve letters or digits.
    public let id: RecordID<Journal>
    /// The name; never blank.
    public var name: String
    /// The time at which the journal was created.
    public let created: Date
    /// The name derived from the contents; `nil` for a journal that the user named. As long as `name` equals this name, `name` is updated
    /// automatically.
    var automaticName: String?
    /// The tracks; `nil` for a journal without tracks.
    package internal(set) var tracks: [JournalTrack]?
}

extension RecordKind {
    /// The kind of journal place records.
    package static let place: RecordKind = "place"
}

extension [JournalPlace] {
    /// Returns the nearest place within a kilometer of a coordinate; `nil` if there is none.
    func nearest(to coordinate: Coordinate?) -> JournalPlace? {
        guard let coordinate else { return nil }
        let nearest = self.min { $0.coordinate.distance(to: coordinate) < $1.coordinate.distance(to: coordinate) }
        return nearest.flatMap { $0.coordinate.distance(to: coordinate) < JournalPlace.radius ? $0 : nil }
    }
}

extension RecordKind {
    /// The kind of note records.
    package static let note: RecordKind = "note"
}
