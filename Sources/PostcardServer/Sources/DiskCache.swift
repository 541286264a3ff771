import PostcardCore
import PlatformFoundation
import PlatformLibc
import PostcardDisk
import PostcardLibrary
import Synchronization

/// A cache of files in a folder, stored by the hash of a name, with a maximum total size. The least recently used files are removed first.
///
/// Files are written under a temporary name and renamed, and their names contain their lengths, so after a crash incomplete files are
/// detected and removed. Only one process may use a folder.
final class DiskCache: Sendable {
    private struct State {
        var entries: RecencyList<BlobHash>
        var temporary: UInt64 = 0
        /// True if a full disk has been reported.
        var isReported = false
    }

    private static let temporarySuffix = ".part"
    private let folder: String
    let byteLimit: Int
    private let lock: OwnedDescriptor
    private let report: @Sendable (String) -> Void
    private let state: Mutex<State>

    /// Opens or creates a folder, and reads the names of its files.
    ///
    /// - Parameters:
    ///   - byteLimit: the maximum total size of the cache's files on the disk in bytes; 0 to store nothing.
    ///   - report: receives one message if the disk has too little space for the cache.
    /// - Throws: `StartupError` if another process is using the folder; file system errors.
    init(folder: String, byteLimit: Int, report: @escaping @Sendable (String) -> Void = { _ in }) throws {
        self.folder = folder
        self.byteLimit = byteLimit
        self.report = report
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        guard let lock = OwnedDescriptor(path: "\(folder)/lock", flags: O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o644),
            flock(lock.number, LOCK_EX | LOCK_NB) == 0
        else {
            throw StartupError(
                .badFolder,
                "The cache folder \(folder) is in use by another process, or not writable. Give each process its own folder with --cache."
            )
        }
        self.lock = lock
        state = Mutex(State(entries: RecencyList(unit: Self.blockSize(folder))))
        for file in scan() {
            change { state in
                state.entries.insert(file.key, bytes: file.bytes)
                return state.entries.shrink(to: byteLimit)
            }
        }
    }

    /// Unlocks the folder for another process.
    func unlock() { _ = flock(lock.number, LOCK_UN) }

    /// The size of all files on the disk, in bytes.
    var byteCount: Int { state.withLock { $0.entries.byteCount } }

    /// Opens a file; returns `nil` if there is none, or if its length differs from the length that was written.
    func open(_ name: BlobHash) -> ServedFile? {
        guard let length = state.withLock({ $0.entries.touch(name) }) else { return nil }
        let path = path(of: CachedFile(key: name, bytes: length))
        if let file = OwnedDescriptor(path: path, flags: O_RDONLY | O_NOFOLLOW), file.size == length {
            // The modification time is set to the time of the last use, so the order survives a restart.
            futimens(file.number, nil)
            return ServedFile(file)
        }
        // Opening might have failed only because there are too few descriptors.
        if !DescriptorLimit.isReached(errno) { remove(name) }
        return nil
    }

    func remove(_ name: BlobHash) {
        change { state in state.entries.remove(name).map { [CachedFile(key: name, bytes: $0)] } ?? [] }
    }

    /// Reads a file; returns `nil` if there is none, or if its length differs from the length that was written.
    func read(_ name: BlobHash) -> [UInt8]? {
        guard let file = open(name), case let bytes = file.head(file.size), bytes.count == file.size else { return nil }
        return bytes
    }

    /// Writes a file. Returns `false` if the file is larger than the cache, or if the disk is full or fails; requests still succeed.
    @discardableResult
    func write(_ bytes: [UInt8], as name: BlobHash) -> Bool {
        guard bytes.count <= byteLimit else { return false }
        let number = state.withLock { state in
            state.temporary += 1
            return state.temporary
        }
        let file = CachedFile(key: name, bytes: bytes.count)
        var isWritten = write(bytes, file, temporary: number)
        if !isWritten, errno == ENOSPC || errno == EDQUOT {
            makeRoom(for: bytes.count)
            isWritten = write(bytes, file, temporary: number)
        }
        guard isWritten else { return false }
        change { state in
            // Renaming replaced an older file of the same length; an older file of a different length has a different path.
            let old = state.entries.insert(name, bytes: bytes.count)
            let stale = old.flatMap { $0 == bytes.count ? nil : CachedFile(key: name, bytes: $0) }
            return state.entries.shrink(to: byteLimit) + (stale.map { [$0] } ?? [])
        }
        return true
    }

    /// Removes the least recently used files when the disk is full, to free at least a sixteenth of the cache.
    private func makeRoom(for bytes: Int) {
        var isNew = false
        change { state in
            isNew = !state.isReported
            state.isReported = true
            let all = state.entries.byteCount
            let room = max(2 * state.entries.room(for: bytes), all / 16)
            return state.entries.shrink(to: max(0, all - room))
        }
        if isNew {
            report(
                "The disk with \(folder) has less free space than cacheBytes (\(byteLimit)). The cache stays smaller.")
        }
    }

    /// Changes the list of files, and removes the files that `change` returns.
    private func change(_ change: (inout State) -> [CachedFile]) {
        for file in state.withLock({ change(&$0) }) { unlink(path(of: file)) }
    }
}

/// The files on the disk.
extension DiskCache {
    /// Returns the path of a file.
    private func path(of file: CachedFile) -> String { "\(folder)/\(file.path)" }

    /// Returns all complete files, least recently used first. Removes incomplete files.
    private func scan() -> [CachedFile] {
        var found: [(file: CachedFile, used: Int)] = []
        let files = FileManager.default
        for part in (try? files.contentsOfDirectory(atPath: folder)) ?? [] where part.utf8.count == 2 {
            let names = (try? files.contentsOfDirectory(atPath: "\(folder)/\(part)")) ?? []
            for name in names {
                let path = "\(folder)/\(part)/\(name)"
                var status = stat()
                guard lstat(path, &status) == 0 else { continue }
                if let file = CachedFile(fileName: name), file.bytes == Int(status.st_size) {
                    found.append((file, status.st_mtim.tv_sec))
                } else if name.hasSuffix(Self.temporarySuffix) || CachedFile(fileName: name) != nil {
                    unlink(path)
                }
            }
        }
        return found.sorted { ($0.used, $0.file.path) < ($1.used, $1.file.path) }.map(\.file)
    }

    /// Returns the block size of the file system in bytes.
    static func blockSize(_ folder: String) -> Int {
        var status = statvfs()
        return statvfs(folder, &status) == 0 ? min(1 << 20, max(512, Int(clamping: status.f_frsize))) : 4_096
    }

    /// Writes a file under a temporary name and renames it.
    ///
    /// - Returns: `false` on failure, with the reason in `errno`.
    private func write(_ bytes: [UInt8], _ file: CachedFile, temporary number: UInt64) -> Bool {
        let path = path(of: file)
        mkdir("\(folder)/\(file.key.description.prefix(2))", 0o755)
        let temporary = "\(path).\(number)\(Self.temporarySuffix)"
        if let output = OwnedDescriptor(
            path: temporary, flags: O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: 0o600),
            bytes.withUnsafeBytes({ output.write($0) }), rename(temporary, path) == 0
        {
            return true
        }
        let reason = errno
        unlink(temporary)
        errno = reason
        return false
    }
}

/// A file in the cache: the hash of its name, and its length in bytes.
typealias CachedFile = RecencyList<BlobHash>.Entry

extension CachedFile {
    /// Reads a file name `HASH-LENGTH`.
    fileprivate init?(fileName: String) {
        let parts = fileName.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let name = BlobHash(String(parts[0])), let bytes = Int(parts[1]) else { return nil }
        self.init(key: name, bytes: bytes)
    }

    /// The path in the cache's folder.
    var path: String {
        let digits = key.description
        return "\(digits.prefix(2))/\(digits)-\(bytes)"
    }
}
