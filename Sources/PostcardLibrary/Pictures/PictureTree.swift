#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif
internal import PostcardImaging
public import SystemPackage

/// The picture files in a folder and the folders in it.
public enum PictureTree {
    /// Whether `path` leads to a folder.
    ///
    /// - Throws: `LibraryError` with code `notFound` when it leads nowhere.
    public static func isFolder(_ path: FilePath) throws(LibraryError) -> Bool {
        guard let status = try FileSystem.status(of: path) else {
            throw LibraryError(.notFound, "There is no file or folder \(path). Check the path.")
        }
        return status.kind == .directory
    }

    /// What a pattern with `*`, `?` or `[…]` stands for, sorted; `nil` when `path` is none, or leads somewhere as it is. For
    /// patterns that no shell has replaced, because they were quoted or come from a list.
    ///
    /// - Throws: `LibraryError` with code `notFound` when nothing has such a name.
    public static func matches(of path: FilePath) throws(LibraryError) -> [FilePath]? {
        guard path.string.contains(where: { "*?[".contains($0) }), try FileSystem.status(of: path) == nil else {
            return nil
        }
        var found = glob_t()
        defer { globfree(&found) }
        guard path.withPlatformString({ glob($0, 0, nil, &found) }) == 0, let names = found.gl_pathv else {
            throw LibraryError(.notFound, "No file has a name like \(path). Check the path.")
        }
        return (0..<Int(found.gl_pathc)).compactMap { names[$0].map { FilePath(platformString: $0) } }
    }

    /// Paths of all pictures below `root`, told by their first bytes, sorted. Hidden names are left out and symbolic links
    /// are not followed, so that nothing outside of `root` is read and no loop can occur.
    ///
    /// - Throws: `LibraryError` when a folder cannot be listed.
    public static func pictures(below root: FilePath) throws(LibraryError) -> [FilePath] {
        try files(below: root) { ImageFormat(sniffing: $0.span.bytes) != nil }
    }

    /// Paths of all pictures and videos below `root`, told and found as `pictures` does.
    ///
    /// - Throws: `LibraryError` when a folder cannot be listed.
    public static func media(below root: FilePath) throws(LibraryError) -> [FilePath] {
        try files(below: root) { head in
            ImageFormat(sniffing: head.span.bytes) != nil || VideoContainer.fileExtension(sniffing: head) != nil
        }
    }

    private static func files(
        below root: FilePath, where isWanted: ([UInt8]) -> Bool
    ) throws(LibraryError) -> [FilePath] {
        var found: [FilePath] = []
        var folders = [root]
        while let folder = folders.popLast() {
            for name in try names(in: folder) where !name.string.hasPrefix(".") {
                let path = folder.appending(name)
                switch kind(of: path) {
                case S_IFDIR: folders.append(path)
                case S_IFREG: if isWanted(head(of: path)) { found.append(path) }
                default: break
                }
            }
        }
        return found.sorted { $0.string < $1.string }
    }

    /// The first bytes; none of a file that cannot be read.
    private static func head(of path: FilePath) -> [UInt8] {
        (try? PictureFile.head(of: path, count: VideoContainer.headLength)) ?? []
    }

    /// The file type bits, links not followed; nil when the file has gone.
    private static func kind(of path: FilePath) -> mode_t? {
        var status = stat()
        return path.withPlatformString { lstat($0, &status) } == 0 ? status.st_mode & S_IFMT : nil
    }

    /// Names as bytes: not every name is UTF-8.
    private static func names(in folder: FilePath) throws(LibraryError) -> [FilePath.Component] {
        guard let directory = folder.withPlatformString({ opendir($0) }) else {
            throw LibraryError(FileSystem.lastErrno, while: "list the folder", folder)
        }
        defer { closedir(directory) }
        var names: [FilePath.Component] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CInterop.PlatformChar.self, capacity: 256) {
                    FilePath.Component(platformString: $0)
                }
            }
            if let name, name.kind == .regular { names.append(name) }
        }
        return names
    }
}
