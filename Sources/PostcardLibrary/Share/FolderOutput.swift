import SystemPackage

/// The output for sharing to a folder.
struct FolderOutput: ShareOutput {
    private let folder: FilePath
    private let replaces: Bool
    private var folders: Set<FilePath> = []

    /// Prepares a folder.
    ///
    /// - Throws: `FileError` with code `exists` if the folder is not empty and must not be replaced.
    init(_ folder: FilePath, replacing replaces: Bool) throws(FileError) {
        self.folder = folder
        self.replaces = replaces
        try FileSystem.makeDirectories(folder)
        let isEmpty = try FileSystem.names(in: folder).isEmpty
        guard replaces || isEmpty else {
            throw FileError(.exists, "\(folder) is not empty.", .replace(.folder))
        }
    }

    mutating func add(_ name: String, _ bytes: [UInt8]) throws(FileError) {
        try write(name) { file throws(FileError) in try file.write(bytes, at: 0) }
    }

    mutating func add(_ name: String, copyOf path: FilePath, _ edit: FileEdit) throws(FileError) {
        let source = try OpenFile(path, .reading)
        try write(name) { file throws(FileError) in _ = try file.append(source, at: 0, edit) { _ in } }
    }

    /// Writes a file under a temporary name, and renames it once it is complete and durable.
    private mutating func write(
        _ name: String, _ body: (OpenFile) throws(FileError) -> Void
    ) throws(FileError) {
        let target = try path(name)
        folders.insert(target.removingLastComponent())
        let isFree = try FileSystem.status(of: target) == nil
        guard replaces || isFree else {
            throw FileError(.exists, "\(target) already exists.", .replace(.folder))
        }
        let temporary = try TemporaryFile(
            creating: PictureFile.temporaryPath(in: target.removingLastComponent()))
        try body(temporary.file)
        try temporary.rename(to: target)
    }

    mutating func finish() throws(FileError) {
        for folder in folders { try FileSystem.synchronizeDirectory(folder) }
    }

    private func path(_ name: String) throws(FileError) -> FilePath {
        try Self.check(name)
        let path = folder.pushing(FilePath(name))
        try FileSystem.makeDirectories(path.removingLastComponent())
        return path
    }
}
