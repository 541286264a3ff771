public import PlatformFoundation
public import PostcardSources

extension RecordKind {
    /// A place on the map.
    public static let pin: RecordKind = "pin"
}

/// A place on the map that a traveller marked. It has at most one album.
public struct Pin: Sendable, Hashable, Codable, Identifiable {
    /// The result of a place search that a pin was made from.
    public struct Origin: Sendable, Hashable, Codable {
        /// The name of the source, such as `nominatim`.
        public let source: String
        /// The source's own name for the place.
        public let id: String
        /// The address in one line; may be empty.
        public let address: String
        /// The notice that the source's terms require beside its places.
        public let notice: String

        /// Notes where a place comes from.
        public init(_ place: Place, notice: String) {
            source = place.source
            id = place.id
            address = place.address
            self.notice = notice
        }
    }

    /// Its name in the index, `pin-` and twelve letters or digits.
    public let id: String
    /// The name; may be empty.
    public var name: String
    /// The coordinate.
    public var coordinate: Coordinate
    /// The time at which it was dropped.
    public let created: Date
    /// The place that a search found, if it was dropped there and not moved since.
    public internal(set) var origin: Origin?
    /// `true` when the coordinate is where a photo was taken, and nobody has set another one since: shares round it.
    public internal(set) var isFromPhoto: Bool?
}
