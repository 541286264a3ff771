import PostcardImaging
import PostcardSources
public import SystemPackage

/// The progress of importing a folder.
public enum FolderImportEvent: Sendable {
    /// So many files are read next: at first all of the folder, for their dates; then those that are new, to be added.
    case begun(files: Int)
    /// It was read; to be added, if it is new, with those that follow.
    case read(FilePath)
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
    /// The number of files that are recorded together, which is the most that an interruption costs.
    private static let filesPerChange = 50

    /// Sorts the photos and videos of a folder, and the folders in it, into journals by their dates, and into places with
    /// pins by their positions. Files that are in an entry already are passed over; others of the same days join the journal of
    /// those. What is read is recorded some dozens of files at a time, so an import that was interrupted goes on where it stopped.
    ///
    /// - Parameters:
    ///   - folder: a folder with pictures and videos.
    ///   - report: told of each file.
    /// - Returns: the journals that were made.
    /// - Throws: `LibraryError` when the folder cannot be listed, it or one in it is a library or an export, or the library cannot
    ///   be written; `CancellationError`, with all that came before in the library.
    public func importPictures(
        from folder: FilePath, report: (FolderImportEvent) -> Void = { _ in }
    ) async throws -> [Journal] {
        var known = KnownMedia(try entries())
        var found: [FoundMedium] = []
        let paths = try Self.media(below: folder)
        report(.begun(files: paths.count))
        for path in paths {
            try Task.checkCancellation()
            // One that cannot be read fails when it is its turn.
            let hash = try? known.hash(ofFile: path)
            found.append(
                FoundMedium(
                    path: path, date: try await dateTaken(of: path), journal: hash.flatMap { known.journals[$0] },
                    isKnown: hash != nil))
            report(hash == nil ? .read(path) : .known(path))
        }
        report(.begun(files: found.count { !$0.isKnown }))
        // Undated ones stand alone at the end.
        found.sort { ($0.date?.description ?? "~", $0.path.string) < ($1.date?.description ?? "~", $1.path.string) }
        var journals: [Journal] = []
        var rest = found[...]
        while let first = rest.first {
            var last = first
            let group = rest.prefix { item in
                if Self.isGap(last.date, item.date) { return false }
                last = item
                return true
            }
            if let journal = try await addJourney(group, &known, report) { journals.append(journal) }
            rest = rest[group.endIndex...]
        }
        return journals
    }

    /// When a file says that it was taken.
    ///
    /// - Throws: `CancellationError`.
    private func dateTaken(of path: FilePath) async throws -> WallTime? {
        // Of most pictures the beginning tells it.
        for count in [256 << 10, limits.bytes] {
            guard let bytes = try? PictureFile.head(of: path, count: count) else { return nil }
            guard ImageFormat(sniffing: bytes.span.bytes) != nil else { break }
            if let date = (try? ImageHeader(of: bytes.span.bytes))?.metadata.dateTaken { return WallTime(date) }
            if bytes.count < count { return nil }
        }
        guard let video = try? VideoFile(path), case .success(let facts) = try await VideoFacts.read(video) else {
            return nil
        }
        return facts.dateTaken
    }

    /// Adds the files of one journey; those without date become entries of their own.
    ///
    /// - Returns: the journal, if it was made now.
    private func addJourney(
        _ group: ArraySlice<FoundMedium>, _ known: inout KnownMedia, _ report: (FolderImportEvent) -> Void
    ) async throws -> Journal? {
        let items = group.filter { !$0.isKnown }
        guard let first = items.first, let last = items.last else { return nil }
        var journal: Journal?
        for id in group.compactMap(\.journal) where journal == nil {
            journal = try index.record(RecordKey(.journal, id)).flatMap { index.value(of: $0) }
        }
        var made: Journal?
        if let start = first.date?.day, let end = last.date?.day {
            if journal == nil {
                made = Journal(id: makeID(.journal), name: start == end ? start : "\(start) to \(end)", created: now)
            }
        } else {
            journal = nil
        }
        journal = journal ?? made
        var step = ImportStep(
            journal: journal, isNew: made != nil,
            sorting: try journal.map { journal throws(LibraryError) in PlaceSorting(try contents(of: journal)) })
        do {
            for item in items {
                try Task.checkCancellation()
                do {
                    let medium = try await store(.file(item.path))
                    if known.insert(medium) {
                        step.media.append((medium, item.path))
                        report(.read(item.path))
                    } else {
                        report(.known(item.path))
                    }
                } catch let error where !Self.endsImport(error) {
                    report(.failed(item.path, error))
                }
                if step.media.count == Self.filesPerChange { try commit(&step, report) }
            }
        } catch let error where Self.endsImport(error) {
            try commit(&step, report)
            throw error
        }
        try commit(&step, report)
        return step.isNew ? nil : made
    }

    /// Returns a Boolean value that indicates whether what keeps one file out keeps out all that follow.
    private static func endsImport(_ error: any Error) -> Bool {
        error is CancellationError || (error as? LibraryError)?.code == .noSpace
    }

    /// Records what was stored since the last time.
    private func commit(_ step: inout ImportStep, _ report: (FolderImportEvent) -> Void) throws(LibraryError) {
        guard !step.media.isEmpty else { return }
        var sorted: [SortedMedium] = []
        for (medium, _) in step.media { sorted.append(try sort(medium, into: &step.sorting, droppingPins: true)) }
        try update { (transaction) throws(LibraryError) in
            if step.isNew, let journal = step.journal {
                try transaction.add(journal, for: RecordKey(.journal, journal.id))
            }
            for item in sorted {
                if let pin = item.pin { try transaction.add(pin, for: RecordKey(.pin, pin.id)) }
                if let place = item.place { try transaction.add(place, for: RecordKey(.place, place.id)) }
                for medium in item.entry.media { try transaction.require(medium.reference, in: blobs) }
                try transaction.add(item.entry, for: RecordKey(.entry, item.entry.id))
            }
        }
        for (item, medium) in zip(sorted, step.media) { report(.added(item.entry, medium.path)) }
        step.isNew = false
        step.media = []
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
    let path: FilePath
    let date: WallTime?
    /// The journal that it is in already.
    let journal: String?
    let isKnown: Bool
}

/// Files that are stored and not recorded yet, with the journal that they are for.
private struct ImportStep {
    /// `nil` for files without a date.
    let journal: Journal?
    var isNew: Bool
    var sorting: PlaceSorting?
    var media: [(medium: Medium, path: FilePath)] = []
}

/// The pictures and videos of all entries.
private struct KnownMedia {
    /// The journals that they are in.
    private(set) var journals: [BlobHash: String] = [:]
    private var hashes: Set<BlobHash> = []
    private var sizes: Set<Int> = []

    init(_ entries: [Entry]) {
        for entry in entries {
            for medium in entry.media {
                insert(medium)
                if let journal = entry.journal { journals[medium.blob] = journal }
            }
        }
    }

    /// Returns a Boolean value that indicates whether it was not there.
    @discardableResult
    mutating func insert(_ medium: Medium) -> Bool {
        sizes.insert(medium.bytes)
        return hashes.insert(medium.blob).inserted
    }

    /// The hash of a file that is there; `nil` for another. Only a file that is as long as one of them is read.
    func hash(ofFile path: FilePath) throws(LibraryError) -> BlobHash? {
        guard let size = try FileSystem.status(of: path)?.size, sizes.contains(size) else { return nil }
        return try BlobStore.hash(ofFile: path).flatMap { hashes.contains($0) ? $0 : nil }
    }
}

extension WallTime {
    /// Days since 1970; `nil` when the day is not known.
    var dayNumber: Int? {
        let parts = day.split(separator: "-").compactMap { Int($0) }
        return parts.count == 3 ? Timestamp.day(year: parts[0], month: parts[1], day: parts[2]) : nil
    }
}

extension Library {
    /// Paths of all pictures and videos in a folder and the folders in it, sorted.
    ///
    /// - Throws: `LibraryError` when a folder cannot be listed, with code `unsupported` when one is a library or an export, whose
    ///   files must not be taken for photos of its own.
    package static func media(below folder: FilePath) throws(LibraryError) -> [FilePath] {
        try PictureTree.media(below: folder) { folder throws(LibraryError) in
            guard let kind = try kind(of: folder) else { return }
            throw LibraryError(.unsupported, "\(folder) is \(kind)")
        }
    }

    /// Tells what a folder is that a library or an export of one is in, and what to do with it; `nil` for another folder.
    private static func kind(of folder: FilePath) throws(LibraryError) -> String? {
        let names = Set(try FileSystem.names(in: folder))
        let isUnfinished = names.contains(ExportWriter.unfinishedName)
        guard isUnfinished || names.contains("blobs") else { return nil }
        if names.contains("index.jsonl") {
            return
                "a library, whose journals and words would be lost. Export it and import that, or use it as the library."
        }
        if names.contains("library.json") { return "an export of a library. Import it by itself." }
        // The folders that a blob store makes have names of two hexadecimal digits.
        let hasBlobs = try FileSystem.names(in: folder.appending("blobs")).contains { name in
            name.utf8.count == 2 && name.allSatisfy(\.isHexDigit)
        }
        guard hasBlobs || isUnfinished else { return nil }
        return "an export of a library that was not finished. Export the library again."
    }
}
