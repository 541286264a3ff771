import PostcardCore
import PostcardImaging
import PostcardIndex
import PostcardPhotos
package import SystemPackage

extension Library {
    /// Plans a journal of all photos and videos of a trip, with its tracks. Nothing is written.
    ///
    /// The files are added to the journal with the given name. Without a name, they are added to the journal that contains most of the
    /// files, otherwise to a new journal that is named after its places and days.
    ///
    /// - Parameters:
    ///   - paths: the files found by `media(below:)`.
    ///   - name: the name of a new or existing journal; `nil` for none.
    ///   - report: receives the events.
    ///   - naming: returns the names of places.
    /// - Throws: `FileError` if the library cannot be read; `CancellationError`.
    package func planTrip(
        of paths: [FilePath], named name: String? = nil, tracks: TripTracks = TripTracks(),
        report: (FolderImportEvent) -> Void = { _ in }, naming: PlaceNaming? = nil
    ) async throws -> FolderImportPlan {
        var plan = FolderImportPlan(known: KnownMedia(try entries()))
        let found = try await find(paths, &plan, tracks, report)
        let new = found.filter { $0.isMedium && !$0.isKnown }
        let counts = found.compactMap(\.journal).reduce(into: [:]) { $0[$1, default: 0] += 1 }
        let usual = counts.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }?.key
        let journal = try journals().first { name == nil ? $0.id == usual : $0.name.lowercased() == name?.lowercased() }
        guard !new.isEmpty || (journal != nil && !tracks.tracks.isEmpty) else { return plan }
        var sorting = PlaceSorting(journal: Journal.ID(rawValue: ""), naming: naming)
        if let journal { sorting = PlaceSorting(try contents(of: journal), naming: naming, pins: try pins()) }
        var part = FolderImportPlan.Part(
            journal: journal?.id, name: journal?.name ?? name ?? "", isNamed: name != nil, files: new,
            tracks: tracks.tracks)
        if let journal { part.placed = try placed(found, in: journal.id, by: tracks) }
        if journal == nil, name == nil { plan.journalOfTracks = try self.journal(of: tracks)?.name }
        for file in new { part.count(file, at: sorting.add(file)) }
        if part.name.isEmpty { part.name = sorting.name ?? new.first?.date.date.day ?? "Trip" }
        plan.parts = [part]
        return plan
    }

    /// Adds tracks to a journal. They place its pictures and videos without a position, as the tracks of a trip do.
    ///
    /// Tracks that the journal already contains are not added again, but place entries that were added since. Dates do not change. Places
    /// get no pins.
    ///
    /// - Parameters:
    ///   - tracks: the tracks. Their files are copied.
    ///   - naming: returns the names of new places.
    /// - Throws: `LibraryError` with code `notFound` for a missing journal; `FileError` if the library cannot be read or written.
    package func addTracks(
        _ tracks: [Track], to id: Journal.ID, naming: PlaceNaming? = nil
    ) async throws -> AddedTracks {
        let journal = try self.journal(named: id.rawValue, isExact: true)
        let plan = try self.plan(TripTracks(tracks), for: journal)
        try await addPictures(as: plan, naming: naming)
        let stored = try self.journal(named: id.rawValue, isExact: true)
        return AddedTracks(
            tracks: (stored.tracks?.count ?? 0) - (journal.tracks?.count ?? 0),
            placed: plan.parts.reduce(0) { $0 + $1.placed.count }, clocks: plan.clocks)
    }

    /// Plans tracks for a journal. Nothing is written.
    private func plan(_ tracks: TripTracks, for journal: Journal) throws -> FolderImportPlan {
        let all = try entries()
        var plan = FolderImportPlan(known: KnownMedia(all))
        plan.isImport = false
        var part = FolderImportPlan.Part(
            journal: journal.id, name: journal.name, isNamed: true, files: [], tracks: tracks.tracks)
        // Others' photos are not from this trip.
        let own = all.filter { $0.journal == journal.id && $0.media.count == 1 && !$0.media[0].isFromOthers }
        if own.contains(where: { $0.place == nil && $0.media[0].coordinate == nil }) {
            var found: [FoundFile] = []
            for entry in own {
                try Task.checkCancellation()
                let medium = entry.media[0]
                found.append(FoundFile(medium, of: entry, at: blobs.path(of: medium.blob), limit: limits.bytes))
            }
            compare(&found, with: tracks, &plan)
            part.placed = try placed(found, in: journal.id, by: tracks)
        }
        plan.parts = [part]
        return plan
    }

    /// Returns the entries without a place whose files were found, with their positions on a track.
    private func placed(_ found: [FoundFile], in journal: Journal.ID, by tracks: TripTracks) throws -> [Entry] {
        let files = [BlobHash: FoundFile](found.compactMap { file in file.known.map { ($0, file) } }) { first, _ in
            first
        }
        return try entries(of: journal).compactMap { entry in
            guard entry.place == nil, entry.media.count == 1, entry.media[0].coordinate == nil,
                let file = files[entry.media[0].blob], file.hasClock
            else { return nil }
            // The stored date may have been corrected.
            let coordinate: Coordinate? =
                if let moment = entry.media[0].dateTaken?.moment { tracks.coordinate(at: moment) } else {
                    file.isPlacedByTrack ? file.coordinate : nil
                }
            guard let coordinate else { return nil }
            var entry = entry
            entry.media[0].coordinate = coordinate
            return entry
        }
    }

    /// Returns the first journal that contains one of the tracks.
    private func journal(of tracks: TripTracks) throws -> Journal? {
        let hashes = try tracks.tracks.compactMap { try BlobStore.hash(ofFile: $0.path) }
        return try journals().first { $0.tracks?.contains { hashes.contains($0.blob) } == true }
    }
}
