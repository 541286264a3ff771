/// A kind of record, such as a pin or a photo: 1 to 32 lowercase letters, digits and hyphens.
///
/// The index defines no kinds. Declare kinds as static members:
///
///     extension RecordKind {
///         static let pin: RecordKind = "pin"
///     }
package struct RecordKind: Sendable, Hashable, RawRepresentable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name of the kind in the index.
    package let rawValue: String

    /// Makes a kind. A record of a kind with an invalid name cannot be written, and is never found.
    package init(rawValue: String) { self.rawValue = rawValue }

    /// Makes a kind from its name.
    package init(stringLiteral value: String) { self.init(rawValue: value) }

    package var description: String { rawValue }

    /// True if the name has valid characters and a valid length.
    var isValid: Bool {
        (1...32).contains(rawValue.utf8.count)
            && rawValue.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-") }
    }
}
