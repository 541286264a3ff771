package import PlatformLibc
package import SystemPackage

/// Operations on paths, with errors that name them.
package enum FileSystem {
    /// Returns the status of the file at `path`, links followed; `nil` if there is none.
    package static func status(of path: FilePath) throws(LibraryError) -> FileStatus? {
        var buffer = stat()
        guard path.withPlatformString({ stat($0, &buffer) }) != 0 else { return FileStatus(buffer) }
        let errno = lastErrno
        if errno == .noSuchFileOrDirectory { return nil }
        throw LibraryError(errno, while: "look at", path)
    }

    /// Checks that there is a folder at `path`.
    package static func requireDirectory(_ path: FilePath) throws(LibraryError) {
        guard let status = try status(of: path) else {
            throw LibraryError(.notFound, "There is no folder \(path). Create it first, or name another one.")
        }
        guard status.kind == .directory else {
            throw LibraryError(.notADirectory, "\(path) is a file, not a folder. Name the folder of a library.")
        }
    }

    /// Makes a folder, unless it is there, and makes sure that it outlives a power cut.
    ///
    /// - Parameter isPrivate: whether it is closed to other users if it is made.
    package static func makeDirectory(_ path: FilePath, isPrivate: Bool = false) throws(LibraryError) {
        if path.withPlatformString({ mkdir($0, isPrivate ? 0o700 : 0o777) }) != 0 {
            let errno = lastErrno
            guard errno == .fileExists, try status(of: path)?.kind == .directory else {
                throw LibraryError(errno, while: "create the folder", path)
            }
        }
        // Also for a folder that was there: whoever made it may have died before this.
        try synchronizeDirectory(path.removingLastComponent())
    }

    /// Makes a folder as `makeDirectory` does, which the group may use if it may write the folder that this one is in.
    package static func makeSharedDirectory(_ path: FilePath) throws(LibraryError) {
        try makeDirectory(path)
        try OpenFile(path, .directory).shareWithGroup()
    }

    /// Gives the file at `source` the name `target`, in place of a file that has it.
    package static func rename(_ source: FilePath, to target: FilePath) throws(LibraryError) {
        let result = source.withPlatformString { source in
            target.withPlatformString { PlatformLibc.rename(source, $0) }
        }
        if result != 0 { throw LibraryError(lastErrno, while: "move \(source) to", target) }
    }

    /// Removes a file. False: there was none.
    @discardableResult
    package static func remove(_ path: FilePath) throws(LibraryError) -> Bool {
        if path.withPlatformString({ unlink($0) }) == 0 { return true }
        let errno = lastErrno
        if errno == .noSuchFileOrDirectory { return false }
        throw LibraryError(errno, while: "remove", path)
    }

    /// Makes the names in a folder, the current one for an empty path, outlive a power cut.
    package static func synchronizeDirectory(_ path: FilePath) throws(LibraryError) {
        try OpenFile(path.isEmpty ? "." : path, .directory).synchronize()
    }

    /// The names in a folder, in no particular order, without "." and ".."; empty if there is no such folder.
    package static func names(in path: FilePath) throws(LibraryError) -> [String] {
        if let components = components(in: path) { return components.map(\.string) }
        let errno = lastErrno
        if errno == .noSuchFileOrDirectory { return [] }
        throw LibraryError(errno, while: "list the folder", path)
    }

    /// The names in a folder as `names(in:)`, not all of which are UTF-8; `nil` if it cannot be listed, for the reason in `errno`.
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

    /// Sets the time of the last change of a file to the present.
    package static func touch(_ path: FilePath) throws(LibraryError) {
        if path.withPlatformString({ utimensat(AT_FDCWD, $0, nil, 0) }) != 0 {
            throw LibraryError(lastErrno, while: "set the time of", path)
        }
    }

    /// The type of what is at `path` itself, links not followed, such as `S_IFREG`; `nil` if it cannot be looked at.
    package static func fileType(at path: FilePath) -> mode_t? {
        var buffer = stat()
        return path.withPlatformString { lstat($0, &buffer) } == 0 ? buffer.st_mode & S_IFMT : nil
    }

    /// Returns the target of a symbolic link, through all that follow; `path` itself when it is none.
    package static func linkTarget(of path: FilePath) throws(LibraryError) -> FilePath {
        guard fileType(at: path) == S_IFLNK else { return path }
        guard let target = path.withPlatformString({ realpath($0, nil) }) else {
            throw LibraryError(.exists, "\(path) is a symbolic link that leads nowhere. Name another file.")
        }
        defer { free(target) }
        return FilePath(platformString: target)
    }

    /// The folder that relative paths are seen from; the root when it was removed.
    package static var currentDirectory: FilePath {
        guard let path = getcwd(nil, 0) else { return "/" }
        defer { free(path) }
        return FilePath(platformString: path)
    }

    /// The folder for temporary files, after POSIX.
    package static var temporaryFolder: FilePath {
        guard let path = getenv("TMPDIR"), path.pointee != 0 else { return "/tmp" }
        return FilePath(platformString: path)
    }

    /// The error number of the last failed call of this thread.
    package static var lastErrno: Errno { Errno(rawValue: errno) }
}

extension FileStatus {
    package init(_ status: stat) {
        let kind: Kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .directory
            default: .other
            }
        let time = status.st_mtim
        self.init(
            identity: Identity(device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(status.st_ino)),
            kind: kind, links: Int(status.st_nlink), size: Int(status.st_size),
            modified: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
    }
}

extension FileSystem {
    /// Makes a folder and those above it, as far as they are missing.
    ///
    /// - Parameter isPrivate: whether a folder that is made is closed to other users; those above it are not.
    package static func makeDirectories(_ path: FilePath, isPrivate: Bool = false) throws(LibraryError) {
        if let status = try status(of: path) {
            guard status.kind == .directory else {
                throw LibraryError(.notADirectory, "\(path) is a file; a folder is needed there.")
            }
            return
        }
        let parent = path.removingLastComponent()
        if parent != path, !parent.isEmpty { try makeDirectories(parent) }
        try makeDirectory(path, isPrivate: isPrivate)
    }

    /// Returns a Boolean value that indicates whether nothing is at `path`, because a folder that it leads through is missing or a file.
    package static func isMissing(_ path: FilePath) throws(LibraryError) -> Bool {
        do {
            return try status(of: path) == nil
        } catch {
            guard error.code == .notADirectory else { throw error }
            return true
        }
    }

    /// Checks that files can be made in a folder that is there.
    package static func requireWritableDirectory(_ path: FilePath) throws(LibraryError) {
        if path.withPlatformString({ access($0, W_OK | X_OK) }) != 0 {
            throw LibraryError(lastErrno, while: "write into", path)
        }
    }

    /// Removes a folder that has nothing in it.
    ///
    /// - Returns: `true` if it was removed.
    package static func removeEmptyDirectory(_ path: FilePath) -> Bool {
        path.withPlatformString { rmdir($0) } == 0
    }
}

/// The properties of a file that the file system keeps.
package struct FileStatus: Sendable, Equatable {
    /// The device and file number, which no other file has as long as this one is open.
    package struct Identity: Sendable, Hashable {
        package let device: UInt64
        package let inode: UInt64
    }

    package enum Kind: Sendable { case file, directory, other }

    package let identity: Identity
    package let kind: Kind
    /// The number of names the file has: 0 once it was removed.
    package let links: Int
    /// In bytes.
    package let size: Int
    /// The time of the last change, in seconds since 1970.
    package let modified: Double
}
