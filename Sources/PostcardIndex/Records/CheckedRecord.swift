/// A type of record whose values have limits beyond those of its members' types. Records outside the limits were created manually or by an
/// attacker.
package protocol CheckedRecord: Decodable, Sendable {
    /// The blobs that the record refers to.
    var blobs: [BlobReference] { get }
    /// Human-readable text whose first line identifies the record; may be empty.
    var summary: String { get }
    /// Returns the first error in the value; `nil` if there is none. `id` is the id of the record.
    func validationError(in id: String) -> String?
}

extension CheckedRecord {
    package var blobs: [BlobReference] { [] }
    package var summary: String { "" }
}
