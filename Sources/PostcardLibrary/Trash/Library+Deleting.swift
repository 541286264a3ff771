extension Library {
    /// Deletes pins, photos, journals, places, notes, entries and memes, all of them or none, each with what belongs to it:
    /// a pin's album, a journal's places, a place's notes and entries. Until `compact` they can be restored.
    ///
    /// - Parameters:
    ///   - ids: their whole ids.
    ///   - condition: the condition that the change depends on.
    /// - Throws: `LibraryError` with code `notFound` when one of them is not there, `preconditionFailed`.
    public func delete(_ ids: [String], if condition: Condition? = nil) throws(LibraryError) {
        try update(if: condition) { (transaction) throws(LibraryError) in
            for id in ids {
                guard let key = RecordKey(naming: id), try index.record(key) != nil else {
                    throw LibraryError(.notFound, "There is no \(id). Nothing was deleted.")
                }
                // Something before may have had it with it.
                guard let record = try transaction.record(key) else { continue }
                if key.kind == .photo, let photo: Photo = index.value(of: record) {
                    try transaction.takeFromAlbum(photo)
                }
                for owned in try ownedKeys(of: key) { try transaction.delete(owned) }
                try transaction.delete(key)
            }
        }
    }

    /// The id of what is to be deleted: an id, or the name of a journal or pin that nothing else is called by.
    ///
    /// - Throws: `LibraryError` with code `notFound` when there is none, `conflict` when there are several.
    public func deletableID(named text: String) throws(LibraryError) -> String {
        if let key = RecordKey(naming: text), try index.record(key) != nil { return text }
        let name = text.lowercased()
        var ids: [String] = []
        for journal in try journals() where journal.name.lowercased() == name { ids.append(journal.id) }
        for pin in try pins() where pin.name.lowercased() == name { ids.append(pin.id) }
        guard let id = ids.first, !name.isEmpty else {
            throw LibraryError(
                .notFound,
                "There is no \"\(text)\". Nothing was deleted. Give a whole id, or the name of a journal or pin.")
        }
        guard ids.count == 1 else {
            throw LibraryError(
                .conflict,
                "\"\(text)\" means \(ids.count) of them: \(ids.prefix(4).joined(separator: ", ")). Nothing was deleted."
            )
        }
        return id
    }

    /// Returns the keys of the records that are deleted with a record.
    func ownedKeys(of key: RecordKey) throws(LibraryError) -> [RecordKey] {
        var keys: [RecordKey] = []
        for (kind, member) in Self.ownership[key.kind] ?? [] {
            var cursor = try index.records(of: kind, where: RecordFilter(member, equals: key.id))
            while let record = try cursor.next() { keys.append(record.key) }
        }
        return keys
    }

    /// The kinds that belong to a kind, and the member in which they name its record.
    static let ownership: [RecordKind: [(RecordKind, String)]] = [
        .pin: [(.album, "id"), (.photo, "album")],
        .journal: [(.place, "journal"), (.note, "journal"), (.entry, "journal")],
        .place: [(.note, "place"), (.entry, "place")],
    ]
}

extension RecordKey {
    /// The kinds that people name by id.
    static let nameable: [RecordKind] = [.pin, .photo, .journal, .place, .note, .entry, .meme]

    /// The key of an id such as `photo-7k3x9w2mq4ta`; `nil` for another text.
    init?(naming id: String) {
        guard let kind = Self.nameable.first(where: { id.hasPrefix("\($0)-") }) else { return nil }
        self.init(kind, id)
    }
}

extension IndexTransaction {
    fileprivate mutating func takeFromAlbum(_ photo: Photo) throws(LibraryError) {
        let date = date
        _ = try modify(Album.self, RecordKey(.album, photo.album)) { album throws(LibraryError) in
            album.photos.removeAll { $0 == photo.id }
            if !album.removed.contains(photo.remote) { album.removed.append(photo.remote) }
            if album.photos.isEmpty && album.state == .ready { album.state = .empty }
            album.updated = date
        }
    }
}
