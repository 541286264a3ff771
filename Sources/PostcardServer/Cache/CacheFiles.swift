import PlatformFoundation
import PlatformLibc
import PostcardDisk

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
    static func open(folder: String, _ name: CacheName, length: Int) -> OwnedDescriptor? {
        let path = "\(folder)/\(CachedFile(name: name, bytes: length).path)"
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
        mkdir("\(folder)/\(file.name.digits.prefix(2))", 0o755)
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

extension CachedFile {
    /// Reads `DIGITS-LENGTH`.
    fileprivate init?(fileName: String) {
        let parts = fileName.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let name = CacheName(parts[0]), let bytes = Int(parts[1]) else { return nil }
        self.init(name: name, bytes: bytes)
    }
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
