import PostcardDisk
import Synchronization
import SystemPackage

/// The table of change positions of an open log. The table is opened when it is first needed, and made once searches without it have become
/// expensive.
final class TermTables: Sendable {
    /// The default minimum length, in bytes, of a log with a table.
    static let defaultMinimum = 4 << 20

    private let directory: FilePath
    private let minimum: Int
    private let state = Mutex(State())

    private struct State {
        var table: TermTable?
        var isOpened = false
        /// True once making the table has started. The flag stays true if making the table fails.
        var hasBuildStarted = false
        /// The identity of a table file that could not be used.
        var discarded: FileStatus.Identity?
    }

    /// Makes an object without accessing files.
    ///
    /// - Parameters:
    ///   - directory: the folder of the table. The folder need not exist.
    ///   - minimum: the minimum length of a log with a table, in bytes.
    init(in directory: FilePath, minimum: Int) {
        self.directory = directory
        self.minimum = max(minimum, 1)
    }

    /// The file name of the table.
    static let name = "index.places"

    /// Returns the table if it matches the lines of a snapshot; otherwise `nil`.
    func table(for log: IndexSnapshot) -> TermTable? {
        guard log.end >= minimum else { return nil }
        return state.withLock { state in
            if !state.isOpened { state.table = open(for: log, except: nil) }
            state.isOpened = true
            // A cursor over an older snapshot must not use a newer table.
            return state.table.flatMap { $0.end <= log.end ? $0 : nil }
        }
    }

    /// Stops using a table that proved to be wrong.
    func discard(_ table: TermTable) {
        state.withLock { state in
            guard state.table === table else { return }
            state.table = nil
            state.discarded = table.identity
        }
    }

    /// Makes a table, or opens one made by another process, if enough bytes were searched to justify a table.
    ///
    /// - Parameter count: the number of bytes searched in the part of the log that the current table does not cover.
    /// - Returns: `true` if there is a new table.
    @discardableResult
    func makeIfWorthwhile(_ count: Int, of log: IndexSnapshot) -> Bool {
        let least = max(minimum, log.end / Self.minimumPart)
        guard count >= least else { return false }
        let uncovered = log.end - (table(for: log)?.end ?? 0)
        return uncovered >= least && count >= uncovered / Self.searchesPerTable && make(for: log)
    }

    /// Makes a table, or opens one made by another process, that covers more of the log than the current table does.
    ///
    /// - Returns: `true` if there is a new table.
    @discardableResult
    func make(for log: IndexSnapshot) -> Bool {
        let old = table(for: log)
        guard log.end >= minimum, old?.end != log.end else { return false }
        let discarded: FileStatus.Identity?? = state.withLock { state in
            if state.hasBuildStarted { return nil }
            state.hasBuildStarted = true
            return .some(state.discarded)
        }
        guard let discarded else { return false }
        var made = open(for: log, except: discarded).flatMap { $0.end > old?.end ?? 0 ? $0 : nil }
        if made == nil, save(of: log, over: old) { made = open(for: log, except: discarded) }
        guard let made else { return false }
        state.withLock { $0 = State(table: made, isOpened: true) }
        return true
    }

    /// The divisor for the length of the uncovered part of the log. A table is made once an eighth of the uncovered part has been searched.
    private static let searchesPerTable = 8
    /// The divisor for the length of the log. No table is made if the uncovered part is smaller than the result.
    private static let minimumPart = 64

    private func open(for log: IndexSnapshot, except discarded: FileStatus.Identity?) -> TermTable? {
        guard let file = try? OpenFile(directory.appending(Self.name), .reading),
            let identity = (try? file.status())?.identity, identity != discarded
        else { return nil }
        return TermTable(file, identity: identity, of: log)
    }

    /// Writes a table, and replaces the current file.
    ///
    /// - Returns: `false` if the table cannot be written, or if the log should have no table.
    private func save(of log: IndexSnapshot, over old: TermTable?) -> Bool {
        do throws(FileError) {
            // A cursor may still be reading a log that was replaced.
            guard try FileSystem.status(of: log.file.path)?.identity == log.identity else { return false }
            try FileSystem.makeSharedDirectory(directory)
            let path = directory.appending("\(Self.name).new")
            let temporary = try TemporaryFile.open(path)
            // The process that previously wrote the temporary file may have renamed it in the meantime, so that file is the table now.
            guard try FileSystem.status(of: path)?.identity == temporary.file.status().identity else { return false }
            var isSaved = false
            defer { if !isSaved { try? temporary.remove() } }
            guard let mark = TermTable.Header.mark(of: log.file, end: log.end),
                let entries = try TermTableBuilder.entries(of: log, over: old)
            else { return false }
            try temporary.file.truncate(to: 0)
            try temporary.file.copyPermissions(of: log.file)
            try TermTable.write(entries, end: log.end, inode: log.identity.inode, mark: mark, to: temporary.file)
            // The table need not be durable: after a power failure, wrong checksums make it unusable.
            try FileSystem.rename(path, to: directory.appending(Self.name))
            isSaved = true
            return true
        } catch {
            return false
        }
    }
}
