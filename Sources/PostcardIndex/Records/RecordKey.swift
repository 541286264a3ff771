package import PostcardDisk

/// The key of a record: its kind and an id that is unique within the kind.
package struct RecordKey: Sendable, Hashable, CustomStringConvertible {
    package let kind: RecordKind
    /// The id: 1 to 200 visible ASCII characters except `"` and `\`, which JSON can write in several ways.
    package let id: String

    /// Makes a key. A record with an invalid id cannot be written, and is never found.
    package init(_ kind: RecordKind, _ id: String) {
        self.kind = kind
        self.id = id
    }

    /// The kind and the id, separated by a space.
    package var description: String { "\(kind) \(id)" }

    /// True if the kind and id have valid characters and lengths.
    var isValid: Bool {
        kind.isValid && (1...200).contains(id.utf8.count)
            && id.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }

    /// Checks that the kind and id are valid.
    ///
    /// - Throws: `FileError` with code `invalidKey`.
    package func validate() throws(FileError) {
        guard kind.isValid else {
            throw FileError(
                .invalidKey,
                "\"\(kind.rawValue)\" is not a valid record kind. Use 1 to 32 lowercase letters, digits and hyphens.")
        }
        guard isValid else {
            throw FileError(
                .invalidKey,
                "\"\(id)\" is not a valid \(kind) id: use 1 to 200 visible ASCII characters, "
                    + "without quotes or backslashes."
            )
        }
    }
}
