import PostcardCore
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
        for file in new { part.count(file, at: sorting.add(file)) }
        if part.name.isEmpty { part.name = sorting.name ?? new.first?.date.date.day ?? "Trip" }
        plan.parts = [part]
        return plan
    }
}
