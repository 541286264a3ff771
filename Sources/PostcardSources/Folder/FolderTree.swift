import Logging
import PlatformLibc
import PostcardDisk
import PostcardPhotos
import SystemPackage

/// The files in a folder. Links are skipped.
struct FolderTree {
    /// The path of the folder with all links resolved.
    private let root: String

    /// Opens the folder at `root`, which can be a link.
    init(root: String) throws(SourceError) {
        guard let resolved = Self.resolve(root), Self.entries(of: resolved) != nil else {
            throw SourceError(.unreadableFile, "Can't open the folder \(root): \(String(cString: strerror(errno))).")
        }
        self.root = resolved
    }

    /// Returns the full path of a file, given its path relative to the folder.
    func fullPath(of path: String) -> String { root == "/" ? "/\(path)" : "\(root)/\(path)" }

    /// Returns the full path of a file specified in a request.
    ///
    /// - Parameter path: the path relative to the folder.
    /// - Throws: `SourceError` if the file is missing, or if the path leads out of the folder or through a link.
    func path(of path: String) throws(SourceError) -> String {
        let fullPath = fullPath(of: path)
        guard let resolved = Self.resolve(fullPath) else {
            throw SourceError(.gone, "\(fullPath) no longer exists.")
        }
        guard resolved == fullPath else {
            throw SourceError(.refused, "\(fullPath) leads through a link to \(resolved). Links are not allowed.")
        }
        return fullPath
    }

    /// Returns the paths of all regular files relative to the folder, in no particular order. Folders that can't be read are reported to
    /// `logger`.
    func files(logger: Logger?) -> some Sequence<String> {
        var folders = [""]
        var files: [String] = []
        return AnyIterator {
            while files.isEmpty, let folder = folders.popLast() {
                guard let entries = Self.entries(of: fullPath(of: folder)) else {
                    logger?.notice("Folder skipped.", metadata: ["path": "\(fullPath(of: folder))"])
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

    /// Returns the names in a folder, except names of hidden files and system files, and names that are not UTF-8; `nil` if the folder
    /// can't be read.
    private static func entries(of path: String) -> [String]? {
        FileSystem.components(in: FilePath(path))?.filter { !$0.isHiddenOrSystemFile }.compactMap {
            String(validating: $0)
        }
    }

    private static func resolve(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
