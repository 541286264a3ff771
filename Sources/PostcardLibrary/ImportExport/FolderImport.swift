import PlatformFoundation
import PostcardCore
import PostcardImaging
import PostcardSources
public import SystemPackage

/// An event of the import of a folder.
public enum FolderImportEvent: Sendable {
    /// A pass over `files` files begins. The first pass reads the dates of all files, the second adds the new ones.
    case begun(files: Int)
    /// A file was read.
    case read(FilePath)
    /// An entry with the file was added.
    case added(Entry, FilePath)
    /// The library already has the file.
    case known(FilePath)
    /// The file could not be read.
    case failed(FilePath, any Error)
}

extension Library {
    /// The smallest number of days without a photo between two journeys.
    private static let daysBetweenJourneys = 4
    /// The number of files that are committed together. An interruption loses at most these.
    private static let filesPerChange = 50

    /// Imports the photos and videos of a folder and its subfolders. They are sorted into journals by date, and into places with pins by position.
    ///
    /// A file without a date has the one in its name, or else the time at which it was changed last.
    ///
    /// Files that an entry already has are skipped; files of the same days join that entry's journal. Entries are committed in groups, so an
    /// interrupted import can be continued.
    ///
    /// - Parameters:
    ///   - folder: the folder.
    ///   - report: gets the events.
    /// - Returns: the journals that were made.
    /// - Throws: `LibraryError` if the folder cannot be listed, if it or a subfolder is a library or an export, or if the library cannot be written;
    ///   `CancellationError`. Entries committed before are kept.
    public func importPictures(
        from folder: FilePath, report: (FolderImportEvent) -> Void = { _ in }
    ) async throws -> [Journal] {
        var known = KnownMedia(try entries())
        var found: [FoundFile] = []
        let paths = try Self.media(below: folder)
        report(.begun(files: paths.count))
        for path in paths {
            try Task.checkCancellation()
            // A file that cannot be read fails later, when it is added.
            let hash = try? known.hash(ofFile: path)
            var file = try await FoundFile(path, limit: limits.bytes) { path throws(LibraryError) in
                try fileTime(of: path)
            }
            file.journal = hash.flatMap { known.journals[$0] }
            file.isKnown = hash != nil
            found.append(file)
            report(hash == nil ? .read(path) : .known(path))
        }
        report(.begun(files: found.count { !$0.isKnown }))
        let offsets = LocalOffsets(found.filter { !$0.isVideo }.map(\.date.date) + known.localDates)
        for index in found.indices { found[index].useLocalDate(offsets) }
        found = found.ordered { file in
            JournalOrder(
                date: file.date.date, subseconds: file.date.subseconds ?? "", name: NaturalKey(file.path.bytes),
                created: nil)
        }
        var journals: [Journal] = []
        var rest = found[...]
        while let first = rest.first {
            var last = first
            let group = rest.prefix { item in
                if Self.isGap(last.date.date, item.date.date) { return false }
                last = item
                return true
            }
            if let journal = try await addJourney(group, &known, report) { journals.append(journal) }
            rest = rest[group.endIndex...]
        }
        return journals
    }

    /// Adds the files of one journey.
    ///
    /// - Returns: the journal if it is new; otherwise `nil`.
    private func addJourney(
        _ group: ArraySlice<FoundFile>, _ known: inout KnownMedia, _ report: (FolderImportEvent) -> Void
    ) async throws -> Journal? {
        let items = group.filter { !$0.isKnown }
        guard let first = items.first, let last = items.last else { return nil }
        var there: Journal?
        for id in group.compactMap(\.journal) where there == nil {
            there = try index.value(of: RecordKey(.journal, id))
        }
        let (start, end) = (first.date.date.day, last.date.date.day)
        let journal =
            there ?? Journal(id: makeID(.journal), name: start == end ? start : "\(start) to \(end)", created: now)
        var step = ImportStep(
            journal: journal, isNew: there == nil, sorting: PlaceSorting(try contents(of: journal)))
        do {
            for item in items {
                try Task.checkCancellation()
                do {
                    var medium = try await store(.file(item.path)).medium
                    (medium.dateTaken, medium.subseconds) = (item.date.date, item.date.subseconds)
                    medium.dateOrigin = item.date.origin
                    if known.insert(medium) {
                        step.media.append((medium, item))
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
        return step.isNew || there != nil ? nil : journal
    }

    /// Returns a Boolean value that indicates whether an error concerns all following files too.
    private static func endsImport(_ error: any Error) -> Bool {
        error is CancellationError || (error as? LibraryError)?.code == .noSpace
    }

    /// Commits the entries of the files stored since the last commit.
    private func commit(_ step: inout ImportStep, _ report: (FolderImportEvent) -> Void) throws(LibraryError) {
        guard !step.media.isEmpty else { return }
        var sorted: [SortedMedium] = []
        for (medium, _) in step.media { sorted.append(try sort(medium, into: &step.sorting, droppingPins: true)) }
        try update { (transaction) throws(LibraryError) in
            if step.isNew { try transaction.add(step.journal, for: RecordKey(.journal, step.journal.id)) }
            for item in sorted {
                if let pin = item.pin { try transaction.add(pin, for: RecordKey(.pin, pin.id)) }
                if let place = item.place { try transaction.add(place, for: RecordKey(.place, place.id)) }
                for medium in item.entry.media { try transaction.require(medium.reference, in: blobs) }
                try transaction.add(item.entry, for: RecordKey(.entry, item.entry.id))
            }
        }
        for (item, (_, file)) in zip(sorted, step.media) { report(.added(item.entry, file.path)) }
        step.isNew = false
        step.media = []
    }

    /// Returns a Boolean value that indicates whether a new journey begins between two dates.
    private static func isGap(_ first: WallTime, _ second: WallTime) -> Bool {
        guard let first = first.dayNumber, let second = second.dayNumber else { return false }
        return second - first >= daysBetweenJourneys
    }
}

/// Files that were stored but not committed, with the journal for them.
private struct ImportStep {
    let journal: Journal
    var isNew: Bool
    var sorting: PlaceSorting
    var media: [(medium: Medium, file: FoundFile)] = []
}

extension WallTime {
    /// The number of days since 1970; `nil` if the day is unknown.
    var dayNumber: Int? {
        let parts = day.split(separator: "-").compactMap { Int($0) }
        return parts.count == 3 ? Timestamp.day(year: parts[0], month: parts[1], day: parts[2]) : nil
    }
}

extension Library {
    /// Returns the sorted paths of all pictures and videos in a folder and its subfolders.
    ///
    /// - Throws: `LibraryError` if a folder cannot be listed; with code `unsupported` if one is a library or an export, whose files must not be
    ///   imported as photos.
    package static func media(below folder: FilePath) throws(LibraryError) -> [FilePath] {
        try PictureTree.media(below: folder) { folder throws(LibraryError) in
            guard let kind = try kind(of: folder) else { return }
            throw LibraryError(.unsupported, "\(folder) is \(kind)")
        }
    }

    /// Returns a description of a folder that holds a library or an export, with advice, as part of a message; `nil` for another folder.
    private static func kind(of folder: FilePath) throws(LibraryError) -> String? {
        let names = Set<NameKey>(names: try FileSystem.names(in: folder))
        let isUnfinished = names.contains(ExportWriter.unfinishedName)
        guard isUnfinished || names.contains("blobs") else { return nil }
        if names.contains("index.jsonl") {
            return
                "a library, whose journals and words would be lost. Export it and import that, or use it as the library."
        }
        if names.contains("library.json") { return "an export of a library. Import it by itself." }
        // Blob stores have folders with names of two hexadecimal digits.
        let hasBlobs = try FileSystem.names(in: folder.appending("blobs")).contains { name in
            name.utf8.count == 2 && name.allSatisfy(\.isHexDigit)
        }
        guard hasBlobs || isUnfinished else { return nil }
        return "an export of a library that was not finished. Export the library again."
    }
}
