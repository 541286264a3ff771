package import PlatformLibc
package import SystemPackage

/// Operations on paths, with the path in all error messages.
package enum FileSystem {
    /// Returns the status of the file at `path`, or of the target of a link; `nil` if it does not exist.
    package static func status(of path: FilePath) throws(FileError) -> FileStatus? {
        var buffer = stat()
        guard path.withPlatformString({ stat($0, &buffer) }) != 0 else { return FileStatus(buffer) }
        let errno = lastErrno
        if errno == .noSuchFileOrDirectory { return nil }
        throw FileError(errno, while: "access", path)
    }

    /// Checks that there is a folder at `path`.
    ///
    /// - Throws: `FileError` with code `notFound` or `notADirectory`.
    package static func requireDirectory(_ path: FilePath) throws(FileError) {
        guard let status = try status(of: path) else {
            throw FileError(.notFound, "There is no folder \(path). Create it first, or choose another one.")
        }
        guard status.kind == .directory else {
            throw FileError(.notADirectory, "\(path) is a file, not a folder. Use the folder of a library.")
        }
    }

    /// Creates a folder if it is missing, and makes its name durable.
    ///
    /// - Parameter isPrivate: true if only this user can use a new folder.
    package static func makeDirectory(_ path: FilePath, isPrivate: Bool = false) throws(FileError) {
        if path.withPlatformString({ mkdir($0, isPrivate ? 0o700 : 0o777) }) != 0 {
            let errno = lastErrno
            guard errno == .fileExists, try status(of: path)?.kind == .directory else {
                throw FileError(errno, while: "create the folder", path)
            }
        }
        // A process that died before this step may have created the existing folder.
        try synchronizeDirectory(path.removingLastComponent())
    }

    /// Creates a folder as `makeDirectory` does, with group write access if the group can write to the parent folder.
    package static func makeSharedDirectory(_ path: FilePath) throws(FileError) {
        try makeDirectory(path)
        try OpenFile(path, .directory).shareWithGroup()
    }

    /// Renames the file at `source` to `target`, replacing any existing file.
    package static func rename(_ source: FilePath, to target: FilePath) throws(FileError) {
        let result = source.withPlatformString { source in
            target.withPlatformString { PlatformLibc.rename(source, $0) }
        }
        if result != 0 { throw FileError(lastErrno, while: "move \(source) to", target) }
    }

    /// Renames the file at `source` to `target`, unless a file exists there.
    ///
    /// - Throws: `FileError` with code `exists` if a file exists there. If two processes rename a file to the same target at the same time,
    ///   one gets this error.
    package static func renameWithoutReplacing(_ source: FilePath, to target: FilePath) throws(FileError) {
        let result = source.withPlatformString { source in
            target.withPlatformString { link(source, $0) }
        }
        let errno = lastErrno
        guard result != 0 else {
            try remove(source)
            return
        }
        // Not all file systems support hard links. On FAT, a file that is created after this check is replaced.
        guard errno != .fileExists, try status(of: target) == nil else {
            throw FileError(.exists, "\(target) already exists.", .replace(.file))
        }
        try rename(source, to: target)
    }

    /// Removes a file.
    ///
    /// - Returns: `false` if the file does not exist.
    @discardableResult
    package static func remove(_ path: FilePath) throws(FileError) -> Bool {
        if path.withPlatformString({ unlink($0) }) == 0 { return true }
        let errno = lastErrno
        if errno == .noSuchFileOrDirectory { return false }
        throw FileError(errno, while: "remove", path)
    }

    /// Makes the names in a folder durable, so they survive a power failure. An empty path means the current folder.
    package static func synchronizeDirectory(_ path: FilePath) throws(FileError) {
        try OpenFile(path.isEmpty ? "." : path, .directory).synchronize()
    }

    /// Returns the names in a folder in no particular order, except "." and ".."; empty if the folder is missing.
    package static func names(in path: FilePath) throws(FileError) -> [String] {
        if let components = components(in: path) { return components.map(\.string) }
        let errno = lastErrno
        if errno == .noSuchFileOrDirectory { return [] }
        throw FileError(errno, while: "list the folder", path)
    }

    /// Returns the names in a folder as bytes, which are not always UTF-8; `nil` on failure, with the reason in `errno`.
    package static func components(in path: FilePath) -> [FilePath.Component]? {
        guard let directory = path.withPlatformString({ opendir($0) }) else { return nil }
        defer { closedir(directory) }
        var components: [FilePath.Component] = []
        while let entry = readdir(directory) {
            let component = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CInterop.PlatformChar.self, capacity: 256) {
                    FilePath.Component(platformString: $0)
                }
            }
            if let component, component.kind == .regular { components.append(component) }
        }
        return components
    }

    /// Sets the modification time of a file to the current time.
    package static func touch(_ path: FilePath) throws(FileError) {
        if path.withPlatformString({ utimensat(AT_FDCWD, $0, nil, 0) }) != 0 {
            throw FileError(lastErrno, while: "set the time of", path)
        }
    }

    /// Returns the file type of `path` itself, such as `S_IFREG` or, for a link, `S_IFLNK`; `nil` on failure.
    package static func fileType(at path: FilePath) -> mode_t? {
        var buffer = stat()
        return path.withPlatformString { lstat($0, &buffer) } == 0 ? buffer.st_mode & S_IFMT : nil
    }

    /// Returns the final target of a symbolic link; `path` itself if it is not a link.
    ///
    /// - Throws: `FileError` with code `exists` if the target is missing.
    package static func linkTarget(of path: FilePath) throws(FileError) -> FilePath {
        guard fileType(at: path) == S_IFLNK else { return path }
        guard let target = path.withPlatformString({ realpath($0, nil) }) else {
            throw FileError(.exists, "\(path) is a broken symbolic link. Choose another file.")
        }
        defer { free(target) }
        return FilePath(platformString: target)
    }

    /// The folder that relative paths are resolved against; the root folder if the current folder was removed.
    package static var currentDirectory: FilePath {
        guard let path = getcwd(nil, 0) else { return "/" }
        defer { free(path) }
        return FilePath(platformString: path)
    }

    /// The folder for temporary files: `TMPDIR` or, if it is not set, `/tmp`.
    package static var temporaryFolder: FilePath {
        guard let path = getenv("TMPDIR"), path.pointee != 0 else { return "/tmp" }
        return FilePath(platformString: path)
    }

    /// The error number of the last failed call on this thread.
    package static var lastErrno: Errno { Errno(rawValue: errno) }
}

extension FileSystem {
    /// Creates a folder and the missing folders above it.
    ///
    /// - Parameter isPrivate: true if only this user can use the last folder. Folders above it are not affected.
    package static func makeDirectories(_ path: FilePath, isPrivate: Bool = false) throws(FileError) {
        if let status = try status(of: path) {
            guard status.kind == .directory else {
                throw FileError(.notADirectory, "\(path) is a file, but must be a folder.")
            }
            return
        }
        let parent = path.removingLastComponent()
        if parent != path, !parent.isEmpty { try makeDirectories(parent) }
        try makeDirectory(path, isPrivate: isPrivate)
    }

    /// Returns true if nothing exists at `path`, including when a folder in the path is missing or is a file.
    package static func isMissing(_ path: FilePath) throws(FileError) -> Bool {
        do {
            return try status(of: path) == nil
        } catch {
            guard error.code == .notADirectory else { throw error }
            return true
        }
    }

    /// Checks that this user can create files in an existing folder.
    package static func requireWritableDirectory(_ path: FilePath) throws(FileError) {
        if path.withPlatformString({ access($0, W_OK | X_OK) }) != 0 {
            throw FileError(lastErrno, while: "write into", path)
        }
    }

    /// Removes an empty folder.
    ///
    /// - Returns: `true` if it was removed.
    package static func removeEmptyDirectory(_ path: FilePath) -> Bool {
        path.withPlatformString { rmdir($0) } == 0
    }
}
