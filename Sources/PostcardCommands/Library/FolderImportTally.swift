import PostcardCore
import PostcardLibrary
import SystemPackage

/// The counts and the progress display of a folder import.
struct FolderImportTally {
    private var added = 0
    private var failed = 0
    private var known = 0
    private var dates = DateOrigins()
    private var progress: Progress?
    private var isBegun: Bool { added + known + failed > 0 }

    private mutating func count(_ event: FolderImportEvent) {
        switch event {
        case .begun(let files):
            progress?.clear()
            // The first pass only reads dates, which is fast.
            progress = Progress(total: files, isPlain: progress != nil)
            return
        case .read: break
        case .added(let entry, _):
            added += 1
            dates.count(entry)
            return
        case .known: known += 1
        case .failed(let path, let error):
            failed += 1
            progress?.clear()
            Console.error("postcard: \(Failure(error).namingLimitOption.naming("\(path)").description)")
        }
        progress?.advance()
    }

    private func finish() {
        guard let progress else { return }
        progress.clear()
        Console.error("\(added) added, \(known) already in the library, \(failed) failed")
        dates.report()
    }
}

extension FolderImportTally {
    /// Plans an import, shows the plan, and adds its files unless it is a trial.
    ///
    /// - Parameters:
    ///   - makePlan: makes the plan, and reports each file.
    ///   - show: prints the plan.
    ///   - announce: prints the journals after the import. Receives the new ones.
    /// - Throws: `Failure` if a file could not be added.
    static func run(
        into library: Library, isTrial: Bool,
        plan makePlan:
            @escaping @Sendable (
                _ report: (FolderImportEvent) -> Void, _ naming: PlaceNaming?
            ) async throws -> FolderImportPlan,
        show: @escaping @Sendable (FolderImportPlan) -> Void,
        announce: @escaping @Sendable (FolderImportPlan, _ new: [Journal]) throws -> Void
    ) async throws {
        let naming = Postcard.placeNaming
        let tally = try await withInterruption {
            var tally = FolderImportTally()
            do {
                let plan = try await makePlan({ tally.count($0) }, naming)
                tally.progress?.clear()
                show(plan)
                if isTrial { return tally }
                let new = try await library.addPictures(as: plan, report: { tally.count($0) }, naming: naming)
                tally.finish()
                try announce(plan, new)
                if tally.added > 0 { Console.error("To undo this import: postcard library import --undo") }
            } catch {
                tally.finish()
                if tally.isBegun { Console.error("Files added so far are kept. Run the command again to continue.") }
                throw error
            }
            return tally
        }
        try require(
            tally.failed == 0, .tryAgain, "\(tally.failed) of \(tally.added + tally.failed) files could not be added.")
    }
}

extension FolderImportPlan {
    /// Prints the unreadable files, and the numbers of files without a date in their metadata.
    func reportFiles() {
        for path in unreadable { Console.error("\(path) is not a picture or video that Postcard can read.") }
        DateOrigins(datedCounts).report()
    }
}

extension Library {
    /// Returns the pictures and videos in a folder and its subfolders.
    ///
    /// - Throws: `Failure` if there are none; the errors of `media(below:)`.
    static func media(inFolder path: FilePath) throws -> [FilePath] {
        let media = try media(below: path)
        try require(!media.isEmpty, .missingInput, "There are no pictures or videos in \(path).")
        return media
    }
}
