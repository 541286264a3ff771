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

    private static let temporarySuffix = ".part"
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
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        guard let lock = OwnedDescriptor(path: "\(folder)/lock", flags: O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o644),
            flock(lock.number, LOCK_EX | LOCK_NB) == 0
        else {
            throw StartupError(
                .badFolder,
                "The cache folder \(folder) is used by another process, or cannot be written. Give each process its own (--cache)."
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

    /// Lets another process have the folder.
    func unlock() { _ = flock(lock.number, LOCK_UN) }

    /// Bytes that all files take of the disk.
    var byteCount: Int { state.withLock { $0.entries.byteCount } }

    /// The file under a name; nil when there is none, or not as many bytes as were written.
    func open(_ name: BlobHash) -> ServedFile? {
        guard let length = state.withLock({ $0.entries.touch(name) }) else { return nil }
        let path = path(of: CachedFile(key: name, bytes: length))
        if let file = OwnedDescriptor(path: path, flags: O_RDONLY | O_NOFOLLOW), file.size == length {
            // The time of use outlives the process, as the modification time.
            futimens(file.number, nil)
            return ServedFile(file)
        }
        // Without descriptors the file is there still, and later it can be opened again.
        if !DescriptorLimit.isReached(errno) { remove(name) }
        return nil
    }

    /// Removes what is under a name.
    func remove(_ name: BlobHash) {
        change { state in state.entries.remove(name).map { [CachedFile(key: name, bytes: $0)] } ?? [] }
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
        var isWritten = write(bytes, file, temporary: number)
        if !isWritten, errno == ENOSPC || errno == EDQUOT {
            makeRoom(for: bytes.count)
            isWritten = write(bytes, file, temporary: number)
        }
        guard isWritten else { return false }
        change { state in
            // A file of the same length was replaced by the renaming; one of another length has another path.
            let old = state.entries.insert(name, bytes: bytes.count)
            let stale = old.flatMap { $0 == bytes.count ? nil : CachedFile(key: name, bytes: $0) }
            return state.entries.shrink(to: byteLimit) + (stale.map { [$0] } ?? [])
        }
        return true
    }

    /// Removes what was used least recently, a sixteenth of all at least, since the disk is full before the cache is.
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
            report("The disk of \(folder) has less room than cacheBytes, \(byteLimit). The cache stays smaller.")
        }
    }

    /// Changes what is known of the files, and removes those that `change` gives back.
    private func change(_ change: (inout State) -> [CachedFile]) {
        for file in state.withLock({ change(&$0) }) { unlink(path(of: file)) }
    }
}

/// The files on the disk.
extension DiskCache {
    private func path(of file: CachedFile) -> String { "\(folder)/\(file.path)" }

    /// All whole files, those first that were used longest ago; what is not whole or not ours to name is removed.
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

    /// The bytes that the disk takes at a time for a file.
    static func blockSize(_ folder: String) -> Int {
        var status = statvfs()
        return statvfs(folder, &status) == 0 ? min(1 << 20, max(512, Int(clamping: status.f_frsize))) : 4_096
    }

    /// - Returns: `false` on failure, with its reason in `errno`.
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
