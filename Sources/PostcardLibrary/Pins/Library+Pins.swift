public import PlatformFoundation
public import PostcardSources

extension Library {
    /// Marks a place.
    ///
    /// - Parameters:
    ///   - coordinate: where it is.
    ///   - name: what to call it; may be empty.
    ///   - origin: the place that a search found there.
    ///   - isFromPhoto: whether the coordinate is where a photo was taken.
    ///   - id: the id, such as `pin-7k3x9w2mq4ta`, that nothing has or had; a random one when `nil`.
    /// - Throws: `LibraryError` when it cannot be written; `conflict` for an id that was used.
    public func dropPin(
        at coordinate: Coordinate, name: String = "", origin: Pin.Origin? = nil, isFromPhoto: Bool = false,
        id: String? = nil
    ) throws(LibraryError) -> Pin {
        let pin = Pin(
            id: try makeID(.pin, chosen: id), name: name, coordinate: coordinate, created: now, origin: origin,
            isFromPhoto: isFromPhoto ? true : nil)
        return try add(pin, as: .pin, isChosen: id != nil)
    }

    /// All pins, those changed last at the end.
    ///
    /// - Throws: `LibraryError` when the index cannot be read.
    public func pins() throws(LibraryError) -> [Pin] {
        try index.all(.pin)
    }

    /// The pin that `text` means: its id, the beginning of its id, or its name in any case.
    ///
    /// - Parameters:
    ///   - text: the text that was typed.
    ///   - isExact: whether the beginning of an id is not enough, as for what is to be deleted.
    /// - Throws: `LibraryError` with code `notFound` when there is none, `conflict` when there are several.
    public func pin(named text: String, isExact: Bool = false) throws(LibraryError) -> Pin {
        let name = text.lowercased()
        return try find(.pin, text, isExact: isExact) { (pin: Pin) in
            pin.name.lowercased() == name
        }
    }

    /// Renames a pin, moves it, or both in one step. Arguments that are `nil` leave their values as they are; the album stays as it is
    /// until a new collection is asked for.
    ///
    /// - Parameters:
    ///   - id: the pin's id.
    ///   - name: another name; may be empty.
    ///   - coordinate: another coordinate.
    ///   - condition: the condition that the change depends on.
    /// - Returns: the changed pin.
    /// - Throws: `LibraryError` when it cannot be written; `notFound` when the pin has gone, `preconditionFailed`.
    public func changePin(
        _ id: String, name: String? = nil, coordinate: Coordinate? = nil, if condition: Condition? = nil
    ) throws(LibraryError) -> Pin {
        try change(.pin, id, if: condition) { (pin: inout Pin) in
            pin.name = name ?? pin.name
            guard let coordinate, coordinate != pin.coordinate else { return }
            pin.coordinate = coordinate
            pin.origin = nil
            pin.isFromPhoto = nil
        }
    }
}

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
