#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
public import PostcardSources

extension RecordKind {
    /// A place on the map.
    public static let pin: RecordKind = "pin"
}

/// A place on the map that a traveller marked. It has at most one album.
public struct Pin: Sendable, Hashable, Codable, Identifiable {
    /// Its name in the index, `pin-` and twelve letters or digits.
    public let id: String
    /// What its owner calls it; may be empty.
    public var name: String
    /// Where it is.
    public var coordinate: Coordinate
    /// When it was dropped.
    public let created: Date

    init(id: String, name: String, coordinate: Coordinate, created: Date) {
        self.id = id
        self.name = name
        self.coordinate = coordinate
        self.created = created
    }
}
