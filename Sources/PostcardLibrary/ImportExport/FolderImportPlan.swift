import PostcardCore
import PostcardImaging
package import SystemPackage

/// A plan for importing a folder: the photos and videos to add to each journal.
package struct FolderImportPlan: Sendable {
    /// A journal with the files to add to it.
    package struct Part: Sendable {
        /// The id of the journal; `nil` for a new journal.
        package let journal: Journal.ID?
        package internal(set) var name: String
        /// True if the name does not change with the contents.
        var isNamed = false
        /// The number of files to add.
        package var count: Int { files.count }
        let files: [FoundFile]
        /// The tracks to add.
        package var tracks: [Track] = []
        /// The journal's entries without a place that the tracks place, with their new positions.
        package var placed: [Entry] = []
        /// The new files of a trip by day and place, in order.
        package private(set) var stops: [Stop] = []
    }

    /// The files of a day at a place.
    package struct Stop: Sendable {
        package let day: String
        /// The place; `nil` for files without a position.
        package let place: JournalPlace?
        package fileprivate(set) var pictures = 0
        package fileprivate(set) var videos = 0
    }

    /// The journals, ordered by their first files. The journal of single photos is last.
    package internal(set) var parts: [Part] = []
    /// The number of files that the library already contains.
    package internal(set) var knownCount = 0
    /// The numbers of files dated by name and by modification time.
    package var datedCounts: [DateOrigin: Int] {
        parts.flatMap(\.files).compactMap(\.date.origin).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    /// The numbers of files that contain no position: those that a track places, and all others.
    package var positionCounts: (placed: Int, missing: Int) {
        let files = parts.flatMap(\.files)
        return (files.count(where: \.isPlacedByTrack), files.count { $0.coordinate == nil })
    }
    /// The name of another journal that already contains one of the tracks; `nil` if there is none.
    package internal(set) var journalOfTracks: String?
    /// The clocks of cameras that were compared with tracks.
    package internal(set) var clocks: [CameraClock] = []
    /// The files that are named like pictures or videos but are neither.
    package internal(set) var unreadable: [FilePath] = []
    /// The files of all entries in the library.
    var known: KnownMedia
    /// True if new places get pins, and the plan can be undone as an import.
    var isImport = true

    /// The name of the journal for photos taken days before or after all others.
    package static let singlesName = "Single photos"
}

extension Library {
    /// The minimum number of days without a photo between two journeys.
    private static let daysBetweenJourneys = 4

    /// Plans the import of the photos and videos in a folder and its subfolders. Nothing is written.
    ///
    /// The files are sorted into journals by date: four days without a photo separate two journals. If a journal already covers the day of
    /// a file, the file joins that journal. Files that would each get a separate journal share a single journal.
    ///
    /// - Parameters:
    ///   - folder: the folder.
    ///   - report: receives the events.
    ///   - naming: returns the names of places, which become part of the journal names.
    /// - Throws: `FileError` if the folder cannot be listed, or if one of the folders is a library or an export; `CancellationError`.
    package func planImport(
        of folder: FilePath, report: (FolderImportEvent) -> Void = { _ in }, naming: PlaceNaming? = nil
    ) async throws -> FolderImportPlan {
        try await planImport(of: Self.media(below: folder), report: report, naming: naming)
    }

    /// Plans the import of the photos and videos found by `media(below:)`.
    package func planImport(
        of paths: [FilePath], report: (FolderImportEvent) -> Void, naming: PlaceNaming?
    ) async throws -> FolderImportPlan {
        var plan = FolderImportPlan(known: KnownMedia(try entries()))
        let found = try await find(paths, &plan, TripTracks(), report)
        let singlesJournal = try journals().first { $0.name == FolderImportPlan.singlesName }
        var singles: [FoundFile] = []
        for journey in Self.journeys(found.filter(\.isMedium)) {
            let new = journey.filter { !$0.isKnown }
            guard let first = new.first else { continue }
            let homes = journey.compactMap(\.journal).filter { new.count == 1 || $0 != singlesJournal?.id }
            if let home = homes.first, let journal: Journal = try index.value(of: RecordKey(home)) {
                plan.parts.append(FolderImportPlan.Part(journal: home, name: journal.name, files: new))
            } else if new.count == 1 {
                singles.append(first)
            } else {
                plan.parts.append(newPart(new, naming))
            }
        }
        if singlesJournal == nil, singles.count == 1 {
            plan.parts.append(newPart(singles, naming))
        } else if !singles.isEmpty {
            plan.parts.append(
                .init(
                    journal: singlesJournal?.id, name: FolderImportPlan.singlesName, isNamed: true, files: singles))
        }
        return plan
    }

    /// Finds files, and returns them in chronological order.
    func find(
        _ paths: [FilePath], _ plan: inout FolderImportPlan, _ tracks: TripTracks, _ report: (FolderImportEvent) -> Void
    ) async throws -> [FoundFile] {
        let motions = LivePhotos.videos(of: paths)
        let partners = Set<FilePath>(motions.values)
        let paths = paths.filter { !partners.contains($0) }
        var found: [FoundFile] = []
        report(.begun(files: paths.count))
        for path in paths {
            try Task.checkCancellation()
            // A file that cannot be read fails later, when it is added.
            let hash = try? plan.known.hash(ofFile: path)
            var file = try await FoundFile(path, limit: limits.bytes, tools: mediaTools) { path in
                try fileTime(of: path)
            }
            (file.journal, file.known) = (hash.flatMap { plan.known.journals[$0] }, hash)
            file.motion = motions[path]
            found.append(file)
            report(hash == nil ? .read(path) : .known(path))
        }
        compare(&found, with: tracks, &plan)
        plan.knownCount = found.count(where: \.isKnown)
        plan.unreadable = found.filter { !$0.isMedium }.map(\.path)
        return found.ordered { file in
            JournalOrder(
                date: file.date.date, subseconds: file.date.subseconds ?? "", name: NaturalKey(file.path.bytes),
                created: nil)
        }
    }

    /// Converts dates to local time, corrects them by tracks, and sets missing positions.
    func compare(_ found: inout [FoundFile], with tracks: TripTracks, _ plan: inout FolderImportPlan) {
        let offsets = LocalOffsets(found.compactMap(\.localDate) + plan.known.localDates)
        for index in found.indices { found[index].useLocalDate(offsets) }
        plan.clocks = tracks.place(&found, offsets: offsets, secondsFromUTC: environment.secondsFromUTC)
    }

    /// Splits files in chronological order at gaps of several days.
    private static func journeys(_ files: [FoundFile]) -> [ArraySlice<FoundFile>] {
        var journeys: [ArraySlice<FoundFile>] = []
        var start = files.startIndex
        for index in files.indices.dropFirst() where isGap(files[index - 1].date.date, files[index].date.date) {
            journeys.append(files[start..<index])
            start = index
        }
        return start < files.endIndex ? journeys + [files[start...]] : journeys
    }

    /// Returns true if a new journey begins between two dates.
    private static func isGap(_ first: WallTime, _ second: WallTime) -> Bool {
        guard let first = first.dayNumber, let second = second.dayNumber else { return false }
        return second - first >= daysBetweenJourneys
    }

    /// Returns the part for a new journal, which is named after the places and days of its files.
    private func newPart(_ files: [FoundFile], _ naming: PlaceNaming?) -> FolderImportPlan.Part {
        var sorting = PlaceSorting(journal: Journal.ID(rawValue: ""), naming: naming)
        for file in files { sorting.add(file) }
        return FolderImportPlan.Part(journal: nil, name: sorting.name ?? files[0].date.date.day, files: files)
    }
}

extension PlaceSorting {
    /// Sorts a file into its future place, and returns the place; `nil` for a file without a position. The file is not stored yet.
    @discardableResult
    mutating func add(_ file: FoundFile) -> JournalPlace? {
        let day = file.date.date.day
        var place: JournalPlace?
        switch (destination(at: file.coordinate, day: day), file.coordinate) {
        case (.known(let known), _): place = known
        case (.new(let name, let pin), let coordinate?):
            place = JournalPlace(
                id: JournalPlace.ID(rawValue: "\(file.path)"), journal: journal, name: name, coordinate: coordinate,
                pin: pin, date: file.date.date
            )
        default: break
        }
        add(day, at: place)
        return place
    }
}

extension FolderImportPlan.Part {
    /// Adds a file to the numbers of its day and place.
    mutating func count(_ file: FoundFile, at place: JournalPlace?) {
        let day = file.date.date.day
        let index = stops.lastIndex { $0.day == day && $0.place?.id == place?.id } ?? stops.count
        if index == stops.count { stops.append(.init(day: day, place: place)) }
        if file.isVideo { stops[index].videos += 1 } else { stops[index].pictures += 1 }
    }
}

extension WallTime {
    /// The number of days since 1970; `nil` if the day is unknown.
    fileprivate var dayNumber: Int? {
        let parts = day.split(separator: "-").compactMap { Int($0) }
        return parts.count == 3 ? Timestamp.day(year: parts[0], month: parts[1], day: parts[2]) : nil
    }
}
