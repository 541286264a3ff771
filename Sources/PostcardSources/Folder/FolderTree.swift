import Logging
import PlatformLibc
import PostcardDisk
import PostcardPhotos
import SystemPackage

/// The files below a folder. Links are left out.
struct FolderTree {
    /// The path of the folder with all links resolved.
    private let root: String

    /// Opens the folder at `root`, which may be a link.
    init(root: String) throws(SourceError) {
        guard let resolved = Self.resolve(root), Self.entries(of: resolved) != nil else {
            throw SourceError(.unreadableFile, "Cannot open the folder \(root): \(String(cString: strerror(errno))).")
        }
        self.root = resolved
    }

    /// Returns the full path of a file, given its path from the folder.
    func fullPath(of path: String) -> String { root == "/" ? "/\(path)" : "\(root)/\(path)" }

    /// Returns the full path of a file that a request names.
    ///
    /// - Parameter path: the path from the folder.
    /// - Throws: `SourceError` if the file is missing, or if the path leads out of the folder or through a link.
    func path(of path: String) throws(SourceError) -> String {
        let fullPath = fullPath(of: path)
        guard let resolved = Self.resolve(fullPath) else {
            throw SourceError(.gone, "There is no file \(fullPath) any more.")
        }
        guard resolved == fullPath else {
            throw SourceError(.refused, "\(fullPath) leads to another place, \(resolved).")
        }
        return fullPath
    }

    /// Returns the paths of all regular files from the folder, in no particular order. Folders that cannot be read are reported to `logger`.
    func files(logger: Logger?) -> some Sequence<String> {
        var folders = [""]
        var files: [String] = []
        return AnyIterator {
            while files.isEmpty, let folder = folders.popLast() {
                guard let entries = Self.entries(of: fullPath(of: folder)) else {
                    logger?.notice("Folder left out.", metadata: ["path": "\(fullPath(of: folder))"])
                    continue
                }
                for name in entries {
                    let path = folder.isEmpty ? name : "\(folder)/\(name)"
                    switch FileSystem.fileType(at: FilePath(fullPath(of: path))) {
                    case S_IFDIR: folders.append(path)
                    case S_IFREG: files.append(path)
                    default: break
                    }
                }
            }
            return files.popLast()
        }
    }

    /// Returns the names in a folder without hidden ones, those of devices, and names that are not UTF-8; `nil` if it cannot be read.
    private static func entries(of path: String) -> [String]? {
        FileSystem.components(in: FilePath(path))?.filter { !$0.isHiddenOrOfDevice }.compactMap {
            String(validating: $0)
        }
    }

    private static func resolve(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}

/// A reader of a regular file from its start. Links, devices and pipes are refused.
struct FileReader: ~Copyable {
    private let file: OwnedDescriptor
    private let path: String
    private var offset = 0

    /// The time of the last change, in seconds since 1970.
    let modified: Double

    /// The length in bytes.
    let size: Int

    /// Opens the regular file at `path`.
    init(path: String) throws(SourceError) {
        // Without O_NONBLOCK, opening a pipe without a writer would block forever.
        guard let file = OwnedDescriptor(path: path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK) else {
            throw Self.unreadable(path, "open")
        }
        guard let status = file.status.map(FileStatus.init), status.kind == .file else {
            throw SourceError(.unreadableFile, "\(path) is not a regular file.")
        }
        self.file = file
        self.path = path
        size = status.size
        modified = status.modified
    }

    /// Returns the next bytes.
    ///
    /// - Parameter count: the largest number of bytes.
    /// - Returns: the bytes; fewer than `count` only at the end of the file.
    /// - Throws: `SourceError` if the file cannot be read.
    mutating func read(upTo count: Int) throws(SourceError) -> [UInt8] {
        guard let bytes = file.read(upTo: count, at: offset) else { throw Self.unreadable(path, "read") }
        offset += bytes.count
        return bytes
    }

    private static func unreadable(_ path: String, _ verb: String) -> SourceError {
        SourceError(.unreadableFile, "Cannot \(verb) \(path): \(String(cString: strerror(errno))).")
    }
}
