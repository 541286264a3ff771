import PlatformLibc
import PostcardDisk
import Synchronization

/// Files in a folder by name, of at most so many bytes; what was used least recently goes first.
///
/// A file is written under another name and renamed, and its own name tells its length: whatever ends the process, what is
/// found at the next start is whole or is removed. A folder serves one process.
final class DiskCache: Sendable {
    private struct State {
        var entries: RecencyList
        var temporary: UInt64 = 0
        /// True when it was reported that the disk has no room.
        var isReported = false
    }
    private let folder: String
    let byteLimit: Int
    private let lock: OwnedDescriptor
    private let report: @Sendable (String) -> Void
    private let state: Mutex<State>

    /// Opens a folder, made when it is not there, and looks at what it holds.
    ///
    /// - Parameters:
    ///   - byteLimit: what its files may take of the disk; 0 keeps nothing.
    ///   - report: told once when the disk has less room than that.
    /// - Throws: `StartupError` when another process has the folder; an error of the file system.
    init(folder: String, byteLimit: Int, report: @escaping @Sendable (String) -> Void = { _ in }) throws {
        self.folder = folder
        self.byteLimit = byteLimit
        self.report = report
        try CacheFiles.makeFolder(folder)
        guard let lock = CacheFiles.lock(folder) else {
            throw StartupError(
                .badFolder,
                "The cache folder \(folder) is used by another process, or cannot be written. Give each process its own (--cache)."
            )
        }
        self.lock = lock
        state = Mutex(State(entries: RecencyList(unit: CacheFiles.blockSize(folder))))
        for file in CacheFiles.scan(folder) {
            let removed = state.withLock { state in
                state.entries.insert(file.name, bytes: file.bytes)
                return state.entries.shrink(to: byteLimit)
            }
            removed.forEach { CacheFiles.remove(folder: folder, $0) }
        }
    }

    /// Lets another process have the folder.
    func unlock() { _ = flock(lock.number, LOCK_UN) }

    /// Bytes that all files take of the disk.
    var byteCount: Int { state.withLock { $0.entries.byteCount } }

    /// The file under a name; nil when there is none, or not as many bytes as were written.
    func open(_ name: CacheName) -> ServedFile? {
        guard let length = state.withLock({ $0.entries.touch(name) }) else { return nil }
        if let file = CacheFiles.open(folder: folder, name, length: length) { return ServedFile(file) }
        // Without descriptors the file is there still, and later it can be opened again.
        guard !DescriptorLimit.isReached(errno) else { return nil }
        state.withLock { _ = $0.entries.remove(name) }
        CacheFiles.remove(folder: folder, CachedFile(name: name, bytes: length))
        return nil
    }

    /// Removes what is under a name.
    func remove(_ name: CacheName) {
        guard let length = state.withLock({ $0.entries.remove(name) }) else { return }
        CacheFiles.remove(folder: folder, CachedFile(name: name, bytes: length))
    }

    /// The bytes under a name; nil when there are none, or not those that were written.
    func read(_ name: CacheName) -> [UInt8]? {
        guard let file = open(name), case let bytes = file.head(file.size), bytes.count == file.size else { return nil }
        return bytes
    }

    /// Keeps bytes under a name. A full or broken disk makes the service slower, not wrong: it tells `false`.
    @discardableResult
    func write(_ bytes: [UInt8], as name: CacheName) -> Bool {
        guard bytes.count <= byteLimit else { return false }
        let number = state.withLock { state in
            state.temporary += 1
            return state.temporary
        }
        let file = CachedFile(name: name, bytes: bytes.count)
        var outcome = CacheFiles.write(bytes, folder: folder, file, temporary: number)
        if outcome == .diskFull {
            makeRoom(for: bytes.count)
            outcome = CacheFiles.write(bytes, folder: folder, file, temporary: number)
        }
        guard outcome == .written else { return false }
        let removed = state.withLock { state -> [CachedFile] in
            // A file of the same length was replaced by the renaming; one of another length has another path.
            let old = state.entries.insert(name, bytes: bytes.count)
            let stale = old.flatMap { $0 == bytes.count ? nil : CachedFile(name: name, bytes: $0) }
            return state.entries.shrink(to: byteLimit) + (stale.map { [$0] } ?? [])
        }
        removed.forEach { CacheFiles.remove(folder: folder, $0) }
        return true
    }

    /// Removes what was used least recently, a sixteenth of all at least, since the disk is full before the cache is.
    private func makeRoom(for bytes: Int) {
        let (removed, isNew) = state.withLock { state in
            defer { state.isReported = true }
            let all = state.entries.byteCount
            let room = max(2 * state.entries.room(for: bytes), all / 16)
            return (state.entries.shrink(to: max(0, all - room)), !state.isReported)
        }
        removed.forEach { CacheFiles.remove(folder: folder, $0) }
        if isNew {
            report("The disk of \(folder) has less room than cacheBytes, \(byteLimit). The cache stays smaller.")
        }
    }
}
