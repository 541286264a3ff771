/// A type of records whose values have limits beyond those of its members' types. A record outside of them was made by hand or by an attacker.
package protocol CheckedRecord: Decodable, Sendable {
    /// The blobs that the record refers to.
    var blobs: [BlobReference] { get }
    /// A text whose first line identifies the record for people; may be empty.
    var summary: String { get }
    /// Returns the first error in the value; `nil` if there is none. `id` is the id of its record.
    func validationError(in id: String) -> String?
}

extension CheckedRecord {
    package var blobs: [BlobReference] { [] }
    package var summary: String { "" }
}
