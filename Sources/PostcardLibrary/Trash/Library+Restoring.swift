internal import PostcardCore

extension Library {
    /// Returns the records that can be restored, those deleted last first. Records that were deleted with another one
    /// are not listed.
    ///
    /// - Throws: `LibraryError` when the index cannot be read.
    public func deletedItems() throws(LibraryError) -> [DeletedRecord] {
        var deleted: [RecordKey: DeletedRecord] = [:]
        for kind in RecordKey.nameable {
            for record in try index.deletedRecords(of: kind) { deleted[record.record.key] = record }
        }
        return deleted.values.filter { item in
            !owners(of: item.record).contains { deleted[$0].map { Self.went(item, with: $0) } ?? false }
        }.sorted { ($0.sequence, $0.record.key.id) > ($1.sequence, $1.record.key.id) }
    }

    /// Restores what was deleted, with what went with it, all of it or nothing.
    ///
    /// - Parameter ids: ids, or their beginnings.
    /// - Returns: how many records are there again.
    /// - Throws: `LibraryError` with code `notFound` when there is nothing to restore by such an id, `conflict` when it
    ///   belongs to something that is deleted itself.
    @discardableResult
    public func restore(_ ids: [String]) throws(LibraryError) -> Int {
        try update { (transaction) throws(LibraryError) in
            var restored: Set<RecordKey> = []
            for id in ids {
                let item = try deletedItem(id)
                // The owner comes last: should it be cut off there, it is asked for again, with all that is its.
                for record in try owned(by: item) + [item] where restored.insert(record.record.key).inserted {
                    try transaction.put(json: record.record.json, for: record.record.key)
                }
                for owner in owners(of: item.record) where try transaction.record(owner) == nil {
                    throw LibraryError(
                        .conflict,
                        "\(item.record.key.id) belongs to \(owner.id), which is deleted. Restore that first.")
                }
                if item.record.key.kind == .photo, let photo: Photo = index.value(of: item.record) {
                    try transaction.putIntoAlbum(photo)
                }
            }
            return restored.count
        }
    }

    private func deletedItem(_ id: String) throws(LibraryError) -> DeletedRecord {
        guard let key = RecordKey(naming: id) else { throw Self.nothingToRestore(id) }
        let found = try index.deletedRecords(of: key.kind).filter { $0.record.key.id.hasPrefix(id) }
        if let exact = found.first(where: { $0.record.key == key }) { return exact }
        guard let item = found.first else { throw Self.nothingToRestore(id) }
        guard found.count == 1 else {
            throw LibraryError(.conflict, "\"\(id)\" means \(found.count) of what was deleted. Give more of the id.")
        }
        return item
    }

    private static func nothingToRestore(_ id: String) -> LibraryError {
        LibraryError(.notFound, "Nothing deleted is called \(id).", .listDeleted)
    }

    /// Returns the records that were deleted together with an item because they belong to it.
    private func owned(by item: DeletedRecord) throws(LibraryError) -> [DeletedRecord] {
        var result: [DeletedRecord] = []
        for (kind, member) in Self.ownership[item.record.key.kind] ?? [] {
            result += try index.deletedRecords(of: kind).filter {
                Self.went($0, with: item) && Self.member(member, of: $0.record) == item.record.key.id
            }
        }
        return result
    }

    /// Returns a Boolean value that indicates whether a record was deleted together with one that it belongs to: in one
    /// step, which may be several lines, the owner last.
    private static func went(_ item: DeletedRecord, with owner: DeletedRecord) -> Bool {
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

extension IndexTransaction {
    fileprivate mutating func putIntoAlbum(_ photo: Photo) throws(LibraryError) {
        let date = date
        _ = try modify(Album.self, RecordKey(.album, photo.album)) { album throws(LibraryError) in
            album.removed.removeAll { $0 == photo.remote }
            if !album.photos.contains(photo.id) { album.photos.append(photo.id) }
            if album.state == .empty { album.state = .ready }
            album.updated = date
        }
    }
}
