import PlatformFoundation
import PostcardCore
import PostcardImaging
public import SystemPackage

extension Library {
    /// The number of files that are committed together. An interruption loses at most this many files.
    private static let filesPerChange = 50
    /// The number of files that are stored concurrently before the next files are started.
    private static let filesPerGroup = 10

    /// Returns a job that imports the photos and videos in a folder and its subfolders. The files are sorted into journals by date, and
    /// into places with pins by position.
    ///
    /// The job's value is the list of new journals. A file whose metadata has no date gets the date from its name, or else its modification
    /// time. Files already in an entry are skipped, so repeating the call continues an interrupted import. The job throws `FileError`.
    ///
    /// - Parameter naming: returns the names of places.
    public func importPictures(
        from folder: FilePath, naming: PlaceNaming? = nil
    ) -> LibraryJob<FolderImportEvent, [Journal]> {
        LibraryJob { report in
            let plan = try await self.planImport(of: folder, report: report, naming: naming)
            return try await self.addPictures(as: plan, report: report, naming: naming)
        }
    }

    /// Imports photos and videos according to a plan.
    ///
    /// Files that an entry already contains are skipped. Entries are committed in groups. To continue an interrupted import, plan it again.
    /// ``undoLastImport()`` deletes everything that was added.
    ///
    /// - Parameter naming: returns the names of places.
    /// - Returns: the new journals.
    /// - Throws: `FileError` if the library cannot be written; `CancellationError`. Entries that were already committed are kept.
    @discardableResult
    package func addPictures(
        as plan: FolderImportPlan, report: (FolderImportEvent) -> Void = { _ in }, naming: PlaceNaming? = nil
    ) async throws -> [Journal] {
        report(.begun(files: plan.parts.reduce(plan.unreadable.count) { $0 + $1.count }))
        for path in plan.unreadable {
            do {
                _ = try await store(.file(path))
            } catch let error where !Self.endsImport(error) {
                report(.failed(path, error))
            }
        }
        var known = plan.known
        let id = plan.isImport ? makeID("import") : nil
        var journals: [Journal] = []
        for part in plan.parts {
            if let journal = try await add(part, &known, id, naming, report) { journals.append(journal) }
        }
        return journals
    }

    /// Adds the files of a journal.
    ///
    /// - Returns: the journal if it is new; otherwise `nil`.
    private func add(
        _ part: FolderImportPlan.Part, _ known: inout KnownMedia, _ id: String?, _ naming: PlaceNaming?,
        _ report: (FolderImportEvent) -> Void
    ) async throws -> Journal? {
        let there: Journal? = try part.journal.flatMap { id throws(FileError) in
            try index.value(of: RecordKey(id))
        }
        let journal =
            there
            ?? Journal(id: makeID(), name: part.name, created: now, automaticName: part.isNamed ? nil : part.name)
        var step = ImportStep(
            id: id, journal: journal, isNew: there == nil,
            sorting: PlaceSorting(try contents(of: journal), naming: naming, pins: try pins()))
        for track in part.tracks { step.tracks.append(try store(track)) }
        step.placed = part.placed
        do {
            var rest = part.files[...]
            while !rest.isEmpty {
                let group = Array(rest.prefix(Self.filesPerGroup))
                rest = rest.dropFirst(group.count)
                let results = try await group.indices.concurrentlyMapped(width: processorCount) { [self] index in
                    try await stored(group[index])
                }
                for (item, result) in zip(group, results) {
                    try Task.checkCancellation()
                    switch result {
                    case .success(let medium) where known.insert(medium):
                        step.media.append((medium, item))
                        report(.read(item.path))
                    case .success: report(.known(item.path))
                    case .failure(let error): report(.failed(item.path, error))
                    }
                }
                if step.media.count >= Self.filesPerChange { try commit(&step, report) }
            }
        } catch let error where Self.endsImport(error) {
            try commit(&step, report)
            throw error
        }
        try commit(&step, report)
        return step.isNew || there != nil ? nil : try self.journal(named: journal.id.rawValue, isExact: true)
    }

    /// Stores a file with the properties in a plan.
    ///
    /// - Returns: the error if the file cannot be used.
    /// - Throws: an error that ends the import.
    private func stored(_ file: FoundFile) async throws -> Result<Medium, any Error> {
        try Task.checkCancellation()
        do {
            var medium = try await store(.file(file.path)).medium
            (medium.dateTaken, medium.subseconds, medium.dateOrigin) =
                (file.date.date, file.date.subseconds, file.date.origin)
            medium.coordinate = file.coordinate ?? medium.coordinate
            medium.title = medium.title ?? file.title
            medium.motion = try file.motion.map { video throws(FileError) in
                try blobs.put(copyOf: video, limit: limits.bytes)
            }
            return .success(medium)
        } catch let error where !Self.endsImport(error) {
            return .failure(error)
        }
    }

    /// Stores the file of a track.
    private func store(_ track: Track) throws(FileError) -> JournalTrack {
        try prepareForBlobs()
        return JournalTrack(track, try blobs.put(copyOf: track.path, limit: Track.maximumBytes))
    }

    /// Returns true if an error also affects all the following files.
    private static func endsImport(_ error: any Error) -> Bool {
        error is CancellationError || (error as? FileError)?.code == .noSpace
    }

    /// Commits the entries for the files stored since the last commit.
    private func commit(_ step: inout ImportStep, _ report: (FolderImportEvent) -> Void) throws {
        // A journal without files is not created for its tracks.
        guard !step.media.isEmpty || (!step.isNew && !step.tracks.isEmpty) else { return }
        var placed: [(id: Entry.ID, sorted: SortedMedium)] = []
        for entry in step.placed {
            placed.append((entry.id, try sort(entry.media[0], into: &step.sorting, imported: step.id)))
        }
        var sorted: [SortedMedium] = []
        for (medium, _) in step.media { sorted.append(try sort(medium, into: &step.sorting, imported: step.id)) }
        try update { transaction in
            if step.isNew { try transaction.add(step.journal, for: RecordKey(step.journal.id)) }
            for item in placed.map(\.sorted) + sorted {
                if let pin = item.pin { try transaction.add(pin, for: RecordKey(pin.id)) }
                if let place = item.place { try transaction.add(place, for: RecordKey(place.id)) }
            }
            for item in placed { try transaction.place(item.id, as: item.sorted.entry) }
            for item in sorted {
                for blob in item.entry.blobs { try transaction.require(blob, in: blobs) }
                try transaction.add(item.entry, for: RecordKey(item.entry.id))
            }
            for track in step.tracks { try transaction.require(track.reference, in: blobs) }
            try transaction.add(step.tracks, to: step.journal.id)
            try transaction.rename(step.journal.id, after: step.sorting)
        }
        for (item, (_, file)) in zip(sorted, step.media) { report(.added(item.entry, file.path)) }
        step.isNew = false
        (step.media, step.tracks, step.placed) = ([], [], [])
    }
}

extension IndexTransaction {
    /// Sets the position and place of an entry, unless it has been changed or deleted in the meantime.
    fileprivate mutating func place(_ id: Entry.ID, as sorted: Entry) throws {
        guard var entry: Entry = try record(RecordKey(id))?.decode(), entry.place == nil,
            entry.media.map(\.blob) == sorted.media.map(\.blob)
        else { return }
        (entry.place, entry.media[0].coordinate) = (sorted.place, sorted.media[0].coordinate)
        try put(entry, for: RecordKey(id))
    }

    /// Adds tracks to a journal, except tracks that it already contains.
    fileprivate mutating func add(_ tracks: [JournalTrack], to journal: Journal.ID) throws {
        let key = RecordKey(journal)
        guard !tracks.isEmpty, var stored: Journal = try record(key)?.decode() else { return }
        let known = stored.tracks ?? []
        let all = tracks.reduce(into: known) { all, track in
            if !all.contains(where: { $0.blob == track.blob }) { all.append(track) }
        }
        guard all.count > known.count else { return }
        stored.tracks = all
        try put(stored, for: key)
    }
}

/// Files that were stored but not committed, with the journal for them.
private struct ImportStep {
    /// The id of the import; `nil` if the plan is not an import.
    let id: String?
    let journal: Journal
    var isNew: Bool
    var sorting: PlaceSorting
    var media: [(medium: Medium, file: FoundFile)] = []
    var tracks: [JournalTrack] = []
    /// The stored entries that tracks place.
    var placed: [Entry] = []
}
