import PostcardCore
import PostcardLibrary
import SystemPackage

/// The counts and the progress display of a folder import.
struct FolderImportTally {
    private(set) var added = 0
    private(set) var failed = 0
    private var known = 0
    private var dates = DateOrigins()
    private var progress: Progress?
    var isBegun: Bool { added + known + failed > 0 }

    mutating func count(_ event: FolderImportEvent) {
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

    /// Removes the progress display.
    func clear() { progress?.clear() }

    func finish() {
        guard let progress else { return }
        progress.clear()
        Console.error("\(added) added, \(known) already in the library, \(failed) failed")
        dates.report()
    }
    /// Throws an error if a file could not be added.
    func failIfIncomplete() throws {
        try require(failed == 0, .tryAgain, "\(failed) of \(added + failed) files could not be added.")
    }
}
