import PostcardSources
public import SystemPackage

/// The outcome of importing one file of a folder.
public enum FolderImportEvent: Sendable {
    /// It is in the library.
    case added(Entry, FilePath)
    /// It was there already.
    case known(FilePath)
    /// It could not be read.
    case failed(FilePath, any Error)
}

extension Library {
    /// Two journeys have so many days without a photo between them, or more.
    private static let daysBetweenJourneys = 4

    /// Sorts the photos and videos of a folder, and the folders in it, into journals by their dates, and into places with
    /// pins by their positions. Files that are in an entry already are passed over; others of the same days join the journal of
    /// those. What is read is kept some hundreds of files at a time, so an import that was interrupted goes on where it stopped.
    ///
    /// - Parameters:
    ///   - folder: a folder with pictures and videos.
    ///   - report: told of each file.
    /// - Returns: the journals that were made.
    /// - Throws: `LibraryError` when the folder cannot be listed or the library cannot be written; `CancellationError`, with
    ///   all that came before in the library.
    public func importPictures(
        from folder: FilePath, report: (FolderImportEvent) -> Void = { _ in }
    ) async throws -> [Journal] {
        var known: Set<BlobHash> = []
        var journalsOfBlobs: [BlobHash: String] = [:]
        for entry in try entries() {
            for medium in entry.media {
                known.insert(medium.blob)
                if let journal = entry.journal { journalsOfBlobs[medium.blob] = journal }
            }
        }
        var found: [FoundMedium] = []
        for path in try PictureTree.media(below: folder) {
            try Task.checkCancellation()
            do {
                let medium = try await store(.file(path))
                if known.insert(medium.blob).inserted {
                    found.append(FoundMedium(medium: medium, path: path))
                } else {
                    report(.known(path))
                    if let journal = journalsOfBlobs[medium.blob] {
                        found.append(FoundMedium(medium: medium, path: path, journal: journal))
                    }
                }
            } catch let error where !(error is CancellationError) {
                report(.failed(path, error))
            }
        }
        // Undated ones stand alone at the end.
        found.sort {
            ($0.medium.dateTaken?.description ?? "~", $0.path.string) < (
                $1.medium.dateTaken?.description ?? "~", $1.path.string
            )
        }
        var journals: [Journal] = []
        var group: [FoundMedium] = []
        func endJourney() throws(LibraryError) {
            if let journal = try addJourney(group, report: report) { journals.append(journal) }
            group = []
        }
        for item in found {
            if let last = group.last, Self.isGap(last.medium.dateTaken, item.medium.dateTaken) { try endJourney() }
            group.append(item)
        }
        try endJourney()
        return journals
    }

    /// Records one journey, some hundreds of files in a step; files without date become entries of their own.
    ///
    /// - Returns: the journal, if it was made now.
    private func addJourney(
        _ group: [FoundMedium], report: (FolderImportEvent) -> Void
    ) throws(LibraryError) -> Journal? {
        let items = group.filter { $0.journal == nil }
        guard let first = items.first else { return nil }
        let present = try wallTime()
        var made: Journal?
        var journal: Journal?
        for id in group.compactMap(\.journal) where journal == nil {
            journal = try index.record(RecordKey(.journal, id)).flatMap { index.value(of: $0) }
        }
        if journal == nil, let start = first.medium.dateTaken {
            let end = items.last?.medium.dateTaken?.day ?? start.day
            made = Journal(
                id: makeID(.journal), name: end == start.day ? start.day : "\(start.day) – \(end)", created: now)
            journal = made
        }
        if first.medium.dateTaken == nil { journal = nil }
        var places = try journal.map { journal throws(LibraryError) in try contents(of: journal).places } ?? []
        var start = items.startIndex
        while start < items.endIndex {
            let step = items[start..<min(start + Self.entriesPerChange, items.endIndex)]
            var newPlaces: [(place: JournalPlace, pin: Pin)] = []
            let entries = try step.map { item throws(LibraryError) in
                let date = item.medium.dateTaken ?? present
                var place: JournalPlace?
                if let journal, let coordinate = item.medium.coordinate {
                    place = item.medium.nearestPlace(of: places)
                    if place == nil {
                        let pin = Pin(
                            id: makeID(.pin), name: "", coordinate: coordinate, created: now, isFromPhoto: true)
                        let new = JournalPlace(
                            id: makeID(.place), journal: journal.id, name: "", coordinate: coordinate, pin: pin.id,
                            date: date, isFromPhoto: true)
                        newPlaces.append((new, pin))
                        places.append(new)
                        place = new
                    }
                }
                return Entry(
                    id: makeID(.entry), journal: journal?.id, place: place?.id, date: date, text: "",
                    media: [item.medium])
            }
            let newJournal = start == items.startIndex ? made : nil
            try addStep(newJournal, newPlaces, entries)
            for (entry, item) in zip(entries, step) { report(.added(entry, item.path)) }
            start = step.endIndex
        }
        return made
    }

    private func addStep(
        _ journal: Journal?, _ places: [(place: JournalPlace, pin: Pin)], _ entries: [Entry]
    ) throws(LibraryError) {
        try update { (transaction) throws(LibraryError) in
            if let journal { try transaction.add(journal, for: RecordKey(.journal, journal.id)) }
            for (place, pin) in places {
                try transaction.add(pin, for: RecordKey(.pin, pin.id))
                try transaction.add(place, for: RecordKey(.place, place.id))
            }
            for entry in entries {
                for medium in entry.media { try transaction.require(medium.reference, in: blobs) }
                try transaction.add(entry, for: RecordKey(.entry, entry.id))
            }
        }
    }

    /// Returns a Boolean value that indicates whether so much time lies between two dates that a new journey begins;
    /// always true before a file without a date.
    private static func isGap(_ first: WallTime?, _ second: WallTime?) -> Bool {
        guard let first = first?.dayNumber, let second = second?.dayNumber else {
            return (first == nil) != (second == nil)
        }
        return second - first >= daysBetweenJourneys
    }
}

/// A picture or video of a folder.
private struct FoundMedium {
    let medium: Medium
    let path: FilePath
    /// The journal that it is in already.
    var journal: String?
}

extension WallTime {
    /// Days since 1970; `nil` when the day is not known.
    var dayNumber: Int? {
        let parts = day.split(separator: "-").compactMap { Int($0) }
        return parts.count == 3 ? Timestamp.day(year: parts[0], month: parts[1], day: parts[2]) : nil
    }
}
