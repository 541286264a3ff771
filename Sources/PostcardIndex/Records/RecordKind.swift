/// A kind of record, such as a pin or a photo: 1 to 32 lower-case letters, digits and hyphens.
///
/// The index does not know any kind by itself. Declare those that there are as static members:
///
///     extension RecordKind {
///         static let pin: RecordKind = "pin"
///     }
public struct RecordKind: Sendable, Hashable, RawRepresentable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The kind's name in the index.
    public let rawValue: String

    /// Names a kind. A name with other characters is refused when a record is written, and never found.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Names a kind.
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// The kind's name.
    public var description: String { rawValue }

    /// A Boolean value that indicates whether the name has only characters that are allowed, and not too many.
    var isValid: Bool {
        (1...32).contains(rawValue.utf8.count)
            && rawValue.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-") }
    }
}
