import PlatformFoundation
import PostcardCore
import Synchronization

extension Library {
    /// Deletes records of a kind, and the records that belong to them: either all or none. Deleted records can be restored until the next
    /// `compact`.
    ///
    /// An album with its photos belongs to its pin. Places, notes and entries belong to their journal; notes and entries also belong to
    /// their place.
    ///
    /// - Throws: `LibraryError` with code `notFound` for an unknown id, or `preconditionFailed`.
    public func delete<Record>(_ ids: [RecordID<Record>], if condition: Condition? = nil) throws {
        try delete(ids: ids.map(\.rawValue), if: condition)
    }

    /// Deletes a record with the records that belong to it; `delete(_:if:)` deletes several records.
    public func delete<Record>(_ id: RecordID<Record>, if condition: Condition? = nil) throws {
        try delete([id], if: condition)
    }

    /// Deletes records of any kind, given by complete ids, and the records that belong to them: either all or none.
    ///
    /// - Throws: the errors of `delete(_:if:)`.
    package func delete(ids: [String], if condition: Condition? = nil) throws {
        // The date identifies one deletion, whose records are restored together, so the date must be unique.
        let date = lastDeletion.withLock { last in
            last = max(now, last.addingTimeInterval(0.001))
            return last
        }
        try update(at: date, if: condition) { transaction in
            for id in ids {
                guard let key = RecordKey(naming: id), try index.record(key) != nil else {
                    throw LibraryError(.notFound, "No item has the id \(id). Nothing was deleted.")
                }
                // The record may already have been deleted together with its owner.
                guard let record = try transaction.record(key) else { continue }
                if key.kind == .photo, let photo: Photo = index.value(of: record) {
                    let albumKey = RecordKey(albumOf: photo.album)
                    _ = try transaction.modify(Album.self, albumKey) { album in album.remove(photo, at: date) }
                }
                for owned in try ownedKeys(of: key) { try transaction.delete(owned) }
                try transaction.delete(key)
            }
        }
    }

    /// Returns the id of a record to delete, given its id, or the unique name of a journal or pin.
    ///
    /// - Throws: `LibraryError` with code `notFound` if there is no such record, `conflict` if several records have the name.
    package func deletableID(named text: String) throws -> String {
        if let key = RecordKey(naming: text), try index.record(key) != nil { return text }
        let name = text.lowercased()
        var ids: [String] = []
        for journal in try journals() where journal.name.lowercased() == name { ids.append(journal.id.rawValue) }
        for pin in try pins() where pin.name.lowercased() == name { ids.append(pin.id.rawValue) }
        guard let id = ids.first, !name.isEmpty else {
            throw LibraryError(
                .notFound,
                "Item not found: \"\(text)\". Nothing was deleted. Use a complete id, or the name of a journal or pin.")
        }
        guard ids.count == 1 else {
            throw LibraryError(
                .conflict,
                "\"\(text)\" is the name of \(ids.count) journals or pins: \(ids.prefix(4).joined(separator: ", ")). Nothing was deleted."
            )
        }
        return id
    }

    /// Returns the keys of the records that are deleted together with the given record.
    func ownedKeys(of key: RecordKey) throws(FileError) -> [RecordKey] {
        var keys: [RecordKey] = []
        for (kind, member) in Self.ownership[key.kind] ?? [] {
            var cursor = try index.records(of: kind, where: RecordFilter(member, equals: key.id))
            while let record = try cursor.next() { keys.append(record.key) }
        }
        return keys
    }

    /// For each kind of owner, the kinds of records that belong to the owner, with the member that contains the owner's id.
    static let ownership: [RecordKind: [(RecordKind, String)]] = [
        .pin: [(.album, "id"), (.photo, "album")],
        .journal: [(.place, "journal"), (.note, "journal"), (.entry, "journal")],
        .place: [(.note, "place"), (.entry, "place")],
    ]
}

extension RecordKey {
    /// The kinds of records that commands accept by id.
    static let nameable: [RecordKind] = [.pin, .photo, .journal, .place, .note, .entry, .meme]

    /// Makes the key for an id such as `photo-7k3x9w2mq4ta`; `nil` for other strings.
    init?(naming id: String) {
        guard let kind = Self.nameable.first(where: { id.hasPrefix("\($0)-") }) else { return nil }
        self.init(kind, id)
    }
}

extension Library {
    /// Returns the deleted records that can be restored, most recently deleted first. Records that were deleted together with their owner
    /// are omitted.
    ///
    /// - Throws: `FileError` if the index cannot be read.
    public func deletedItems() throws(FileError) -> [DeletedItem] { try deletedRecords().compactMap(DeletedItem.init) }

    /// Returns the deleted records that can be restored, in the order of `deletedItems`.
    package func deletedRecords() throws(FileError) -> [DeletedRecord] {
        var deleted: [RecordKey: DeletedRecord] = [:]
        for kind in RecordKey.nameable {
            for item in try index.deletedRecords(of: kind) { deleted[item.record.key] = item }
        }
        return deleted.values.filter { item in
            !owners(of: item.record).contains { deleted[$0].map { Self.wasDeleted(item, with: $0) } ?? false }
        }.sorted { ($0.sequence, $0.record.key.id) > ($1.sequence, $1.record.key.id) }
    }

    /// Restores deleted records of a kind, and the records that were deleted with them: either all or none.
    ///
    /// - Returns: the number of restored records.
    /// - Throws: `LibraryError` with code `notFound` for an unknown id, `conflict` if the owner of a record is deleted.
    @discardableResult
    public func restore<Record>(_ ids: [RecordID<Record>]) throws -> Int { try restore(ids: ids.map(\.rawValue)) }

    /// Restores deleted records, and the records that were deleted with them: either all or none.
    ///
    /// - Returns: the number of restored records.
    /// - Throws: `LibraryError` with code `notFound` for a record that can no longer be restored, `conflict` if the owner of a record is
    ///   deleted.
    @discardableResult
    public func restore(_ items: [DeletedItem]) throws -> Int { try restore(ids: items.map(\.id)) }

    /// Restores deleted records of any kind, given by ids or id prefixes, and the records that were deleted with them: either all or none.
    ///
    /// - Throws: the errors of `restore(_:)`; `LibraryError` with code `conflict` if a prefix matches several ids.
    @discardableResult
    package func restore(ids: [String]) throws -> Int {
        try update { transaction in
            var restored: Set<RecordKey> = []
            var trash = Trash(index: index)
            for id in ids {
                let item = try deletedItem(id, in: &trash)
                // The owner is written last, so repeating the call after a crash restores the rest.
                for part in try owned(by: item, in: &trash) + [item] where restored.insert(part.record.key).inserted {
                    try transaction.put(json: part.record.json, for: part.record.key)
                }
                for owner in owners(of: item.record) where try transaction.record(owner) == nil {
                    throw LibraryError(
                        .conflict,
                        "\(item.record.key.id) belongs to \(owner.id), which is deleted. Restore \(owner.id) first.")
                }
                if item.record.key.kind == .photo, let photo: Photo = index.value(of: item.record) {
                    try transaction.putIntoAlbum(photo)
                }
            }
            return restored.count
        }
    }

    private func deletedItem(_ id: String, in trash: inout Trash) throws -> DeletedRecord {
        guard let key = RecordKey(naming: id) else { throw Self.nothingToRestore(id) }
        if let exact = try trash.record(key) { return exact }
        let found = try trash.records(of: key.kind).filter { $0.record.key.id.hasPrefix(id) }
        guard let item = found.first else { throw Self.nothingToRestore(id) }
        guard found.count == 1 else {
            throw LibraryError(.conflict, "\"\(id)\" matches \(found.count) deleted records. Use a longer prefix.")
        }
        return item
    }

    private static func nothingToRestore(_ id: String) -> LibraryError {
        LibraryError(.notFound, "Deleted record not found: \(id).", .listDeleted)
    }

    /// Returns the records that belong to an item and were deleted with it.
    private func owned(by item: DeletedRecord, in trash: inout Trash) throws(FileError) -> [DeletedRecord] {
        var result: [DeletedRecord] = []
        for (kind, member) in Self.ownership[item.record.key.kind] ?? [] {
            result += try trash.records(of: kind).filter {
                Self.wasDeleted($0, with: item) && Self.member(member, of: $0.record) == item.record.key.id
            }
        }
        return result
    }

    /// Returns true if a record was deleted in the same change as its owner. The change may span several lines, and the owner is in the
    /// last line.
    private static func wasDeleted(_ item: DeletedRecord, with owner: DeletedRecord) -> Bool {
        item.sequence == owner.sequence || (item.sequence < owner.sequence && item.date == owner.date)
    }

    /// Returns the keys of the records that a record belongs to.
    private func owners(of record: Record) -> [RecordKey] {
        Self.ownership.flatMap { owner, owned in
            owned.filter { $0.0 == record.key.kind }.compactMap { _, member in
                Self.member(member, of: record).map { RecordKey(owner, $0) }
            }
        }
    }

    private static func member(_ name: String, of record: Record) -> String? {
        record.json.withUnsafeBytes { (try? JSONValue(parsing: $0))?[name]?.string }
    }
}

/// A cache of deleted records by kind. Finding these records requires reading all changes.
private struct Trash {
    let index: LibraryIndex
    private var known: [RecordKind: (records: [DeletedRecord], indices: [RecordKey: Int])] = [:]

    init(index: LibraryIndex) { self.index = index }

    mutating func records(of kind: RecordKind) throws(FileError) -> [DeletedRecord] { try read(kind).records }

    mutating func record(_ key: RecordKey) throws(FileError) -> DeletedRecord? {
        let (records, indices) = try read(key.kind)
        return indices[key].map { records[$0] }
    }

    private mutating func read(
        _ kind: RecordKind
    ) throws(FileError) -> (records: [DeletedRecord], indices: [RecordKey: Int]) {
        if let known = known[kind] { return known }
        let records = try index.deletedRecords(of: kind)
        let indices = [RecordKey: Int](records.enumerated().map { ($1.record.key, $0) }) { first, _ in first }
        known[kind] = (records, indices)
        return (records, indices)
    }
}

extension IndexTransaction {
    fileprivate mutating func putIntoAlbum(_ photo: Photo) throws(FileError) {
        let date = date
        _ = try modify(Album.self, RecordKey(albumOf: photo.album)) { album in album.putBack(photo, at: date) }
    }
}
