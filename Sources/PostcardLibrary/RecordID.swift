import PostcardCore

/// The id of a record, such as `pin-7k3x9w2mq4ta`.
///
/// The type of the id indicates the kind of record: `Pin.ID`, `Photo.ID`. Ids are compared byte by byte. In JSON, an id is a string.
public struct RecordID<Record>: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    private let name: NameKey

    /// The id as a string.
    public var rawValue: String { name.string }

    /// The id as a string.
    public var description: String { rawValue }

    /// Makes an id from a string without checking it. No record has an invalid id.
    public init(rawValue: String) { name = NameKey(rawValue) }

    // Without `==` and `hash(into:)`, the standard library would compare the raw values by canonical equivalence.

    /// Compares the bytes.
    public static func == (first: RecordID, second: RecordID) -> Bool { first.name == second.name }

    /// Hashes the bytes, consistent with `==`.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
