package import PostcardDisk

/// The key of a record: its kind, and an id that no other record of the kind has.
public struct RecordKey: Sendable, Hashable, CustomStringConvertible {
    /// The kind of the record.
    public let kind: RecordKind
    /// 1 to 200 visible ASCII characters without `"` and `\`, which JSON would write in more than one way.
    public let id: String

    /// Names a record. An id with other characters is refused when a record is written, and never found.
    public init(_ kind: RecordKind, _ id: String) {
        self.kind = kind
        self.id = id
    }

    /// The kind and the id with a space between them.
    public var description: String { "\(kind) \(id)" }

    /// A Boolean value that indicates whether the kind and the id have only characters that are allowed, and not too
    /// many.
    var isValid: Bool {
        kind.isValid && (1...200).contains(id.utf8.count)
            && id.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }

    /// Checks that the key may be written.
    package func validate() throws(LibraryError) {
        guard kind.isValid else {
            throw LibraryError(
                .invalidKey,
                "\"\(kind.rawValue)\" can't be a kind of record: use 1 to 32 lower-case letters, digits and hyphens.")
        }
        guard isValid else {
            throw LibraryError(
                .invalidKey,
                "\"\(id)\" can't be the id of a \(kind): use 1 to 200 visible ASCII characters, "
                    + "no quotes or backslashes."
            )
        }
    }
}
