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
        // A folder's own folder is synced with it, so it needs a name: `thumbs` is `./thumbs`.
        let path = path.isAbsolute ? path : FilePath(".").pushing(path)
        let parent = path.removingLastComponent()
        if parent != path { try makeDirectories(parent) }
        try makeDirectory(path, isPrivate: isPrivate)
    }
}
