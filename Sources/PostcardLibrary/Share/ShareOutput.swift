internal import SystemPackage

/// Takes the files of a share.
protocol ShareOutput {
    /// Adds a file.
    mutating func add(_ name: String, _ bytes: [UInt8]) throws(LibraryError)
    /// Adds a copy of a file, piece by piece, with some bytes changed.
    mutating func add(_ name: String, copyOf path: FilePath, patches: [FilePatch]) throws(LibraryError)
    /// Makes what was added appear.
    mutating func finish() throws(LibraryError)
}

/// Files in a folder.
struct FolderOutput: ShareOutput {
    private let folder: FilePath
    private let replaces: Bool

    /// - Throws: `LibraryError` with code `conflict` when something is in the folder that must not be replaced.
    init(_ folder: FilePath, replacing replaces: Bool) throws(LibraryError) {
        self.folder = folder
        self.replaces = replaces
        try FileSystem.makeDirectories(folder)
        let isEmpty = try FileSystem.names(in: folder).isEmpty
        guard replaces || isEmpty else {
            throw LibraryError(.conflict, "\(folder) is not empty. Name another folder, or write into it with --force.")
        }
    }

    mutating func add(_ name: String, _ bytes: [UInt8]) throws(LibraryError) {
        try PictureFile.write(bytes, to: try path(name), replacing: replaces)
    }

    mutating func add(_ name: String, copyOf path: FilePath, patches: [FilePatch]) throws(LibraryError) {
        let target = try self.path(name)
        let source = try OpenFile(path, .reading)
        let temporary = PictureFile.temporaryPath(in: target.removingLastComponent())
        let file = try OpenFile(temporary, .creating)
        do throws(LibraryError) {
            _ = try file.append(source, at: 0, patches: patches) { _ in }
            try FileSystem.rename(temporary, to: target)
        } catch {
            _ = try? FileSystem.remove(temporary)
            throw error
        }
    }

    mutating func finish() throws(LibraryError) {}

    private func path(_ name: String) throws(LibraryError) -> FilePath {
        let path = folder.pushing(FilePath(name))
        try FileSystem.makeDirectories(path.removingLastComponent())
        return path
    }
}

extension OpenFile {
    /// Copies another file, with some bytes changed, to a place of this one, and shows each piece to `body`; returns how many
    /// bytes it has.
    func append(
        _ source: OpenFile, at offset: Int, patches: [FilePatch], _ body: (UnsafeRawBufferPointer) -> Void
    ) throws(LibraryError) -> Int {
        var count = 0
        while case var piece = try source.read(BlobWriter.pieceSize, at: count), !piece.isEmpty {
            for patch in patches { patch.apply(to: &piece, at: count) }
            try piece.withBytes { bytes throws(LibraryError) in
                body(bytes)
                try write(bytes, at: offset + count)
            }
            count += piece.count
        }
        return count
    }
}
