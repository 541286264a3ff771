import PlatformLibc
package import SystemPackage

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
