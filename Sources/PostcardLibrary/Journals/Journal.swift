public import PlatformFoundation
import PostcardPhotos

extension RecordKind {
    /// The kind of journals.
    package static let journal: RecordKind = "journal"
}

/// A journal: a collection of places, notes and entries of a journey.
public struct Journal: Sendable, Hashable, Codable, Identifiable {
    /// The id: `journal-` and twelve letters or digits.
    public let id: RecordID<Journal>
    /// The name; never blank.
    public var name: String
    /// The time at which it was made.
    public let created: Date
    /// The name that was derived from its contents; `nil` for a journal that a person has named. While it equals `name`, the name is updated.
    var automaticName: String?
}

extension RecordKind {
    /// The kind of the places of journals.
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
    /// The kind of the notes in journals.
    package static let note: RecordKind = "note"
}
