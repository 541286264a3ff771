package import PlatformFoundation

/// The JSON of a deleted record that can be restored.
package struct DeletedListing: Encodable, Sendable, Identifiable {
    package let id: String
    /// The kind of the record, such as `pin`.
    package let kind: String
    /// The time of the deletion.
    package let deleted: Date
    /// A human-readable line that identifies the record; may be empty.
    package let title: String

    package init(_ item: DeletedRecord) {
        id = item.record.key.id
        kind = item.record.key.kind.rawValue
        deleted = item.date
        // A record that does not match its type has no title.
        let summary = try? Library.value(of: item.record).summary
        title = summary?.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    }
}
