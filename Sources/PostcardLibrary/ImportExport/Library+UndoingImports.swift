import PlatformFoundation
import PostcardCore

extension Library {
    /// Deletes the entries of the last folder import, and the journals, places and pins that the import added, either all of them or none.
    /// The deleted records can be restored.
    ///
    /// Journals with other entries, with notes, or with places that the import did not add are kept, and so are pins with albums.
    ///
    /// - Throws: `LibraryError` with code `notFound` if no entry was imported.
    @discardableResult
    package func undoLastImport() throws -> UndoneImport {
        let all = try entries().filter { $0.imported != nil }
        guard let last = all.max(by: { ($0.created ?? .distantPast) < ($1.created ?? .distantPast) })?.imported else {
            throw LibraryError(.notFound, "There is no folder import to undo. Nothing was deleted.")
        }
        let imported = Set<Entry.ID>(all.lazy.filter { $0.imported == last }.map(\.id))
        var undone = UndoneImport(entries: imported.count)
        var ids: [String] = []
        var keptPins = Set<Pin.ID>()
        var unusedPins: [Pin.ID] = []
        for journal in try journals() {
            let contents = try contents(of: journal)
            let isOnlyImported = contents.stops.allSatisfy { stop in
                stop.notes.isEmpty && stop.place?.isFromPhoto != false
                    && stop.entries.allSatisfy { imported.contains($0.id) }
            }
            let hasImported = contents.stops.contains { $0.entries.contains { imported.contains($0.id) } }
            if hasImported, isOnlyImported {
                ids.append(journal.id.rawValue)
                undone.journals.append(journal.id)
            }
            for stop in contents.stops {
                let isEmptied =
                    !stop.entries.isEmpty && stop.notes.isEmpty && stop.place?.isFromPhoto == true
                    && stop.entries.allSatisfy { imported.contains($0.id) }
                if !isOnlyImported {
                    ids += stop.entries.map(\.id).filter { imported.contains($0) }.map(\.rawValue)
                    if isEmptied, let place = stop.place { ids.append(place.id.rawValue) }
                }
                guard let pin = stop.place?.pin else { continue }
                if isEmptied { unusedPins.append(pin) } else { keptPins.insert(pin) }
            }
        }
        var pins = Set<Pin.ID>()
        for id in unusedPins where !keptPins.contains(id) && pins.insert(id).inserted {
            guard let pin: Pin = try index.value(of: RecordKey(id)), pin.isFromPhoto == true,
                try index.record(RecordKey(albumOf: id)) == nil
            else { continue }
            ids.append(id.rawValue)
            undone.pins += 1
        }
        try delete(ids: ids)
        return undone
    }
}
