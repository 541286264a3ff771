import PostcardCore
import PlatformFoundation
import PlatformLibc
import PostcardDisk
import PostcardLibrary
import Synchronization

/// Files in a folder by name, of at most so many bytes; what was used least recently goes first.
///
/// A file is written under another name and renamed, and its own name tells its length: whatever ends the process, what is
/// found at the next start is whole or is removed. A folder serves one process.
final class DiskCache: Sendable {
    private struct State {
        var entries: RecencyList<BlobHash>
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
                state.entries.insert(file.key, bytes: file.bytes)
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
    func open(_ name: BlobHash) -> ServedFile? {
        guard let length = state.withLock({ $0.entries.touch(name) }) else { return nil }
        if let file = CacheFiles.open(folder: folder, name, length: length) { return ServedFile(file) }
        // Without descriptors the file is there still, and later it can be opened again.
        guard !DescriptorLimit.isReached(errno) else { return nil }
        state.withLock { _ = $0.entries.remove(name) }
        CacheFiles.remove(folder: folder, CachedFile(key: name, bytes: length))
        return nil
    }

    /// Removes what is under a name.
    func remove(_ name: BlobHash) {
        guard let length = state.withLock({ $0.entries.remove(name) }) else { return }
        CacheFiles.remove(folder: folder, CachedFile(key: name, bytes: length))
    }

    /// The bytes under a name; nil when there are none, or not those that were written.
    func read(_ name: BlobHash) -> [UInt8]? {
        guard let file = open(name), case let bytes = file.head(file.size), bytes.count == file.size else { return nil }
        return bytes
    }

    /// Keeps bytes under a name. A full or broken disk makes the service slower, not wrong: it tells `false`.
    @discardableResult
    func write(_ bytes: [UInt8], as name: BlobHash) -> Bool {
        guard bytes.count <= byteLimit else { return false }
        let number = state.withLock { state in
            state.temporary += 1
            return state.temporary
        }
        let file = CachedFile(key: name, bytes: bytes.count)
        var outcome = CacheFiles.write(bytes, folder: folder, file, temporary: number)
        if outcome == .diskFull {
            makeRoom(for: bytes.count)
            outcome = CacheFiles.write(bytes, folder: folder, file, temporary: number)
        }
        guard outcome == .written else { return false }
        let removed = state.withLock { state -> [CachedFile] in
            // A file of the same length was replaced by the renaming; one of another length has another path.
            let old = state.entries.insert(name, bytes: bytes.count)
            let stale = old.flatMap { $0 == bytes.count ? nil : CachedFile(key: name, bytes: $0) }
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

/// The cache's files on disk.
enum CacheFiles {
    private static let temporarySuffix = ".part"

    static func makeFolder(_ folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    /// All whole files, those first that were used longest ago; what is not whole or not ours to name is removed.
    static func scan(_ folder: String) -> [CachedFile] {
        var found: [(file: CachedFile, used: Int)] = []
        let files = FileManager.default
        for part in (try? files.contentsOfDirectory(atPath: folder)) ?? [] where part.utf8.count == 2 {
            let names = (try? files.contentsOfDirectory(atPath: "\(folder)/\(part)")) ?? []
            for name in names {
                let path = "\(folder)/\(part)/\(name)"
                var status = stat()
                guard lstat(path, &status) == 0 else { continue }
                if let file = CachedFile(fileName: name), file.bytes == Int(status.st_size) {
                    found.append((file, Int(status.modified)))
                } else if name.hasSuffix(temporarySuffix) || CachedFile(fileName: name) != nil {
                    unlink(path)
                }
            }
        }
        return found.sorted { ($0.used, $0.file.path) < ($1.used, $1.file.path) }.map(\.file)
    }

    /// - Returns: `nil` unless the file has `length` bytes.
    static func open(folder: String, _ name: BlobHash, length: Int) -> OwnedDescriptor? {
        let path = "\(folder)/\(CachedFile(key: name, bytes: length).path)"
        guard let file = OwnedDescriptor(path: path, flags: O_RDONLY | O_NOFOLLOW), file.size == length else {
            return nil
        }
        // The time of use outlives the process, as the modification time.
        futimens(file.number, nil)
        return file
    }

    /// The outcome of writing a file.
    enum Outcome { case written, diskFull, failed }

    /// The bytes that the disk takes at a time for a file.
    static func blockSize(_ folder: String) -> Int {
        var status = statvfs()
        return statvfs(folder, &status) == 0 ? min(1 << 20, max(512, Int(clamping: status.f_frsize))) : 4_096
    }

    /// Locks a folder for this process.
    ///
    /// - Returns: `nil` when another process has it.
    static func lock(_ folder: String) -> OwnedDescriptor? {
        guard let file = OwnedDescriptor(path: "\(folder)/lock", flags: O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o644),
            flock(file.number, LOCK_EX | LOCK_NB) == 0
        else { return nil }
        return file
    }

    static func write(_ bytes: [UInt8], folder: String, _ file: CachedFile, temporary number: UInt64) -> Outcome {
        let path = "\(folder)/\(file.path)"
        mkdir("\(folder)/\(file.key.description.prefix(2))", 0o755)
        let temporary = "\(path).\(number)\(temporarySuffix)"
        guard
            let output = OwnedDescriptor(
                path: temporary, flags: O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: 0o600),
            bytes.withUnsafeBytes({ output.write($0) }), rename(temporary, path) == 0
        else {
            let isFull = errno == ENOSPC || errno == EDQUOT
            unlink(temporary)
            return isFull ? .diskFull : .failed
        }
        return .written
    }

    static func remove(folder: String, _ file: CachedFile) { unlink("\(folder)/\(file.path)") }
}

extension stat {
    /// Seconds since 1970.
    var modified: Int {
        #if canImport(Darwin)
            Int(st_mtimespec.tv_sec)
        #else
            Int(st_mtim.tv_sec)
        #endif
    }
}

/// A file of the cache, by its name, and its length in bytes.
typealias CachedFile = RecencyList<BlobHash>.Entry

extension CachedFile {
    /// Reads `DIGITS-LENGTH`.
    fileprivate init?(fileName: String) {
        let parts = fileName.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let name = BlobHash(String(parts[0])), let bytes = Int(parts[1]) else { return nil }
        self.init(key: name, bytes: bytes)
    }

    /// Relative to the cache's folder.
    var path: String {
        let digits = key.description
        return "\(digits.prefix(2))/\(digits)-\(bytes)"
    }
}
