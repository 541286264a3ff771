/// A type of record with its own ids. Albums use the ids of their pins.
package protocol LibraryRecord: Codable, Sendable, Identifiable where ID == RecordID<Self> {
    /// The kind of the records.
    static var kind: RecordKind { get }
}

extension Pin: LibraryRecord { package static let kind = RecordKind.pin }
extension Photo: LibraryRecord { package static let kind = RecordKind.photo }
extension Journal: LibraryRecord { package static let kind = RecordKind.journal }
extension JournalPlace: LibraryRecord { package static let kind = RecordKind.place }
extension Note: LibraryRecord { package static let kind = RecordKind.note }
extension Entry: LibraryRecord { package static let kind = RecordKind.entry }
extension MemeRecord: LibraryRecord { package static let kind = RecordKind.meme }

extension RecordKey {
    /// Makes the key of a record.
    package init<Value: LibraryRecord>(_ id: RecordID<Value>) { self.init(Value.kind, id.rawValue) }

    /// Makes the key of a pin's album.
    package init(albumOf pin: Pin.ID) { self.init(.album, pin.rawValue) }
}
