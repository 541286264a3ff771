import PostcardDisk
import Synchronization
import SystemPackage

/// The table of places of an opened log, as far as there is one: opened when it is first needed, made when it would have been worth it.
final class PlaceTables: Sendable {
    /// The length of a log below which it is read without a table, in bytes.
    static let usualMinimum = 4 << 20

    private let directory: FilePath
    private let minimum: Int
    private let state = Mutex(State())

    private struct State {
        var table: PlaceTable?
        var isOpened = false
        /// A Boolean value that indicates whether a table is being made, or cannot be made.
        var isMade = false
        /// The file of the table that could not be used.
        var discarded: FileStatus.Identity?
    }

    /// `directory` is the folder for the table, which need not be there. `minimum` is the length of a log below which there is none.
    init(in directory: FilePath, minimum: Int) {
        self.directory = directory
        self.minimum = max(minimum, 1)
    }

    /// The name of the table in its folder.
    static let name = "index.places"

    /// The table, if there is one that fits the lines of a snapshot.
    func table(for log: IndexSnapshot) -> PlaceTable? {
        guard log.end >= minimum else { return nil }
        return state.withLock { state in
            if !state.isOpened { state.table = open(for: log, except: nil) }
            state.isOpened = true
            // A cursor goes on with the lines of before when there is a newer table.
            return state.table.flatMap { $0.end <= log.end ? $0 : nil }
        }
    }

    /// Forgets a table that cannot be used.
    func discard(_ table: PlaceTable) {
        state.withLock { state in
            guard state.table === table else { return }
            state.table = nil
            state.discarded = table.identity
        }
    }

    /// Makes a table, or opens one that another process has made, if so many bytes were searched behind the one there is that it is worth it.
    ///
    /// - Returns: whether there is another table now.
    @discardableResult
    func payForSearching(_ count: Int, of log: IndexSnapshot) -> Bool {
        let least = max(minimum, log.end / Self.leastPart)
        guard count >= least else { return false }
        let uncovered = log.end - (table(for: log)?.end ?? 0)
        return uncovered >= least && count >= uncovered / Self.searchesPerTable && make(for: log)
    }

    /// Makes a table, or opens one that another process has made, that covers more of the log than the one there is.
    ///
    /// - Returns: whether there is another table now.
    @discardableResult
    func make(for log: IndexSnapshot) -> Bool {
        let old = table(for: log)
        guard log.end >= minimum, old?.end != log.end else { return false }
        let discarded: FileStatus.Identity?? = state.withLock { state in
            if state.isMade { return nil }
            state.isMade = true
            return .some(state.discarded)
        }
        guard let discarded else { return false }
        var made = open(for: log, except: discarded).flatMap { $0.end > old?.end ?? 0 ? $0 : nil }
        if made == nil, save(of: log, over: old) { made = open(for: log, except: discarded) }
        guard let made else { return false }
        state.withLock { $0 = State(table: made, isOpened: true) }
        return true
    }

    /// To make a table costs some times as much as to search what it is made of.
    private static let searchesPerTable = 8
    /// A table is not made for a smaller part of the log.
    private static let leastPart = 64

    private func open(for log: IndexSnapshot, except discarded: FileStatus.Identity?) -> PlaceTable? {
        guard let file = try? OpenFile(directory.appending(Self.name), .reading),
            let identity = (try? file.status())?.identity, identity != discarded
        else { return nil }
        return PlaceTable(file, identity: identity, of: log)
    }

    /// Writes a table, and puts it in the place of the one there is. False: there is no place for it, or none is to be made of the log.
    private func save(of log: IndexSnapshot, over old: PlaceTable?) -> Bool {
        do throws(LibraryError) {
            // A cursor may still read a log that was replaced.
            guard try FileSystem.status(of: log.file.path)?.identity == log.identity else { return false }
            try FileSystem.makeSharedDirectory(directory)
            let path = directory.appending("\(Self.name).new")
            let temporary = try TemporaryFile.open(path)
            // The process that had it before may have finished it meanwhile: then this is the table.
            guard try FileSystem.status(of: path)?.identity == temporary.file.status().identity else { return false }
            var isSaved = false
            defer { if !isSaved { try? temporary.remove() } }
            guard let mark = PlaceTableHeader.mark(of: log.file, end: log.end),
                let entries = try PlaceTableBuilder.entries(of: log, over: old)
            else { return false }
            try temporary.file.truncate(to: 0)
            try temporary.file.copyPermissions(of: log.file)
            try PlaceTable.write(entries, end: log.end, inode: log.identity.inode, mark: mark, to: temporary.file)
            // Need not outlive a power cut: what is left then has wrong checksums.
            try FileSystem.rename(path, to: directory.appending(Self.name))
            isSaved = true
            return true
        } catch {
            return false
        }
    }
}
