import Logging
import PlatformLibc
import PostcardDisk
import SystemPackage

/// A folder with all that is in it, without links.
struct FolderTree {
    /// The folder's path with all links resolved.
    private let root: String

    /// Opens a folder. `root` is the path of the folder; it may be a link.
    init(root: String) throws(SourceError) {
        guard let resolved = Self.resolve(root), Self.entries(of: resolved) != nil else {
            throw SourceError(.unreadableFile, "Cannot open the folder \(root): \(String(cString: strerror(errno))).")
        }
        self.root = resolved
    }

    /// The path of a file from the file system's root. `path` is the path from the folder.
    func fullPath(of path: String) -> String { root == "/" ? "/\(path)" : "\(root)/\(path)" }

    /// The full path of a file that a caller names.
    ///
    /// - Parameter path: The path from the folder.
    /// - Returns: The path from the root of the file system.
    /// - Throws: ``SourceError`` when it is gone, or when it leads out of the folder or over a link.
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

    /// The paths of all regular files from the folder, in no particular order. `logger` gets a message for each folder
    /// that cannot be read.
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

    /// The names in a folder but for hidden ones and those that are not UTF-8; `nil` when it cannot be read.
    private static func entries(of path: String) -> [String]? {
        FileSystem.components(in: FilePath(path))?.compactMap { String(validating: $0) }.filter { !$0.hasPrefix(".") }
    }

    private static func resolve(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}

/// An open file that is read from its start: a regular one, never a link, device or pipe.
struct FileReader: ~Copyable {
    private let file: OwnedDescriptor
    private let path: String
    private var offset = 0

    /// The time of the last change, in seconds since 1970.
    let modified: Double

    /// Its size in bytes.
    let size: Int

    /// Opens a file. `path` is the path of a regular file.
    init(path: String) throws(SourceError) {
        // Without O_NONBLOCK, opening a pipe without a writer would block for ever.
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

    /// The next bytes.
    ///
    /// - Parameter count: The largest number of bytes.
    /// - Returns: The bytes; fewer than `count` only at the end of the file.
    /// - Throws: ``SourceError`` when the file cannot be read.
    mutating func read(upTo count: Int) throws(SourceError) -> [UInt8] {
        guard let bytes = file.read(upTo: count, at: offset) else { throw Self.unreadable(path, "read") }
        offset += bytes.count
        return bytes
    }

    private static func unreadable(_ path: String, _ verb: String) -> SourceError {
        SourceError(.unreadableFile, "Cannot \(verb) \(path): \(String(cString: strerror(errno))).")
    }
}
