public import PlatformFoundation
public import PostcardPhotos

extension RecordKind {
    /// The kind of pin records.
    package static let pin: RecordKind = "pin"
}

/// A pin: a point on the map that the user marked. A pin has at most one album.
public struct Pin: Sendable, Hashable, Codable, Identifiable {
    /// The search result that a pin was created from.
    public struct Origin: Sendable, Hashable, Codable {
        /// The name of the source, such as `nominatim`.
        public let source: String
        /// The id of the place at the source.
        public let id: String
        /// The address on one line; may be empty.
        public let address: String
        /// The notice that the source's terms require next to its places.
        public let notice: String

        /// Makes the origin from a search result.
        public init(_ place: Place, notice: String) {
            source = place.source
            id = place.id
            address = place.address
            self.notice = notice
        }
    }

    /// The id: `pin-` and twelve letters or digits.
    public let id: RecordID<Pin>
    /// The name; may be empty.
    public var name: String
    /// The coordinate of the marked point.
    public var coordinate: Coordinate
    /// The time at which the pin was created.
    public let created: Date
    /// The search result that the pin was created from; `nil` if there is none, or if the pin was moved later.
    public internal(set) var origin: Origin?
    /// True if the coordinate was taken from a photo and the user did not change it. Sharing rounds such coordinates to protect privacy.
    package internal(set) var isFromPhoto: Bool?
}

extension Library {
    /// Adds a pin.
    ///
    /// - Parameters:
    ///   - name: the name; may be empty.
    ///   - origin: the search result for that point; `nil` for none.
    ///   - id: an unused id, such as `pin-7k3x9w2mq4ta`; `nil` for a random one.
    /// - Throws: `FileError` if the pin cannot be written; with code `conflict` if the id is already used.
    public func addPin(
        at coordinate: Coordinate, name: String = "", origin: Pin.Origin? = nil, id: Pin.ID? = nil
    ) throws -> Pin {
        try addPin(at: coordinate, name: name, origin: origin, isFromPhoto: false, id: id)
    }

    /// Adds a pin.
    ///
    /// - Parameter isFromPhoto: true if the coordinate was taken from a photo.
    /// - Throws: the errors of `addPin(at:name:origin:id:)`.
    package func addPin(
        at coordinate: Coordinate, name: String = "", origin: Pin.Origin? = nil, isFromPhoto: Bool, id: Pin.ID? = nil
    ) throws -> Pin {
        let pin = Pin(
            id: try makeID(chosen: id), name: name, coordinate: coordinate, created: now, origin: origin,
            isFromPhoto: isFromPhoto ? true : nil)
        return try add(pin, isChosen: id != nil)
    }

    /// Returns all pins, with the most recently changed pin last.
    ///
    /// - Throws: `FileError` if the index cannot be read.
    public func pins() throws(FileError) -> [Pin] {
        try index.all(.pin)
    }

    /// Returns the pins within a distance in meters of a coordinate, with the most recently changed pin last. Other pins are not read if
    /// the index has a table of positions.
    ///
    /// - Throws: `FileError` if the index cannot be read.
    package func pins(within distance: Double, of center: Coordinate) throws(FileError) -> [Pin] {
        let area = MapArea(latitude: center.latitude, longitude: center.longitude, distance: distance)
        let pins: [Pin] = try index.all(.pin, where: area.map { RecordFilter(within: $0) })
        return pins.filter { $0.coordinate.distance(to: center) <= distance }
    }

    /// Updates the name or coordinate of a pin. `nil` leaves a value unchanged. The album stays the same until a new collection is
    /// requested.
    ///
    /// - Parameters:
    ///   - id: the id of the pin.
    ///   - name: the new name; may be empty.
    ///   - coordinate: the new coordinate.
    ///   - condition: the condition that the change depends on.
    /// - Returns: the updated pin.
    /// - Throws: `FileError` if the pin cannot be written; `LibraryError` with code `notFound` for a missing pin, or `preconditionFailed`.
    public func updatePin(
        _ id: Pin.ID, name: String? = nil, coordinate: Coordinate? = nil, if condition: Condition? = nil
    ) throws -> Pin {
        try change(id, if: condition) { (pin: inout Pin) in
            pin.name = name ?? pin.name
            guard let coordinate, coordinate != pin.coordinate else { return }
            pin.coordinate = coordinate
            pin.origin = nil
            pin.isFromPhoto = nil
        }
    }
}
