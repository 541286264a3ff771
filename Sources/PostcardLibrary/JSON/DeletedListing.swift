package import PlatformFoundation

/// Something that was deleted and can be restored.
package struct DeletedListing: Encodable, Sendable, Identifiable {
    /// Its id.
    package let id: String
    /// The kind of the record, such as `pin`.
    package let kind: String
    /// The time of the deletion.
    package let deleted: Date
    /// A line by which people know it again; may be empty.
    package let title: String

    /// Lists a deleted record.
    package init(_ item: DeletedRecord) throws(LibraryError) {
        id = item.record.key.id
        kind = item.record.key.kind.rawValue
        deleted = item.date
        // One that is none of its kind has no title.
        title = (try? Self.title(of: item.record)) ?? ""
    }

    private static func title(of record: Record) throws(LibraryError) -> String {
        let title: String
        switch record.key.kind {
        case .pin:
            let pin: Pin = try record.decode()
            title = pin.name.isEmpty ? "\(pin.coordinate)" : pin.name
        case .photo: title = try record.decode(Photo.self).credit
        case .journal: title = try record.decode(Journal.self).name
        case .place: title = try record.decode(JournalPlace.self).displayName
        case .note: title = try record.decode(Note.self).text
        case .entry: title = try record.decode(Entry.self).title
        case .meme: title = try record.decode(MemeRecord.self).texts.joined(separator: " / ")
        default: title = ""
        }
        return title.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    }
}
