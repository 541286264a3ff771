internal import PlatformFoundation
package import PostcardSources
package import SystemPackage

extension Library {
    /// The outcome of taking over a library.
    package struct TakenOver: Sendable {
        /// The machine that kept it before, and since when.
        package let owner: String
        /// The time of the last copy, as that machine wrote it.
        package let written: String
        /// The number of the last change.
        package let sequence: Int
        /// Bytes of the index.
        package let length: Int
        /// The path to which the index of this folder was moved; `nil` when there was none.
        package let earlierIndex: FilePath?
    }

    /// Makes a library of its copy in object storage, and this machine the one that keeps it. Its files come when they are needed.
    ///
    /// What was already there, if another machine had taken this library over before, is kept: the files are used again, the
    /// index is set aside. When it fails, the copy and the folder are as they were, or the same command goes on.
    ///
    /// - Parameters:
    ///   - folder: The place of the copy.
    ///   - directory: The folder of the library. It is made when it is missing.
    ///   - surroundings: Clock, random numbers, limits.
    /// - Returns: Who kept it before, and what was taken over.
    /// - Throws: `LibraryError`: `notFound` when there is no copy, `conflict` when the folder has another library, `damaged`, `newerFormat`;
    ///   `SourceError` when the store cannot be used.
    package static func takeOver(
        _ folder: any ObjectPrefix, into directory: FilePath, surroundings: Surroundings = .system
    ) async throws -> TakenOver {
        guard let owner = try await CopyOwner.current(in: folder) else {
            throw LibraryError(.notFound, "There is no copy of a library at \(folder.name). Check the address.")
        }
        try FileSystem.makeDirectories(directory)
        let isReplaced = try FileSystem.status(of: LibraryIndex.replacementPath(in: directory)) != nil
        let index = directory.appending("index.jsonl")
        guard try isReplaced || FileSystem.status(of: index) == nil else {
            throw LibraryError(
                .conflict,
                "\(directory) has a library already, which was not taken over by another machine. Name an empty folder."
            )
        }
        let library = try Library(directory: directory, surroundings: surroundings)
        try library.index.requireLocalDisk()
        let lock = try FileLock(library.index.lockPath)
        defer { withExtendedLifetime(lock) {} }
        let id = library.makeCopyID()
        let new = directory.appending("index.jsonl.taken")
        try FileSystem.remove(new)
        let manifest = try await read(from: folder, owner, into: new, as: id)
        // From here on the other machine is told that it was replaced.
        try CopyPlace(address: folder.name, id: id, isOwner: true).write(in: directory)
        try await folder.write(try CopyFormat.json(manifest), to: CopyFormat.manifestKey(id))
        try await folder.write(try CopyFormat.json(CopyOwner(id: id, of: library)), to: CopyFormat.ownerKey)
        var earlier: FilePath?
        if try FileSystem.status(of: index) != nil {
            let path = directory.appending("index.before-\(id.prefix(8)).jsonl")
            try FileSystem.rename(index, to: path)
            earlier = path
        }
        try FileSystem.rename(new, to: index)
        try FileSystem.remove(library.index.replacementPath)
        try FileSystem.synchronizeDirectory(directory)
        return TakenOver(
            owner: owner.description, written: CopyFormat.printable(manifest.written), sequence: manifest.sequence,
            length: manifest.length, earlierIndex: earlier)
    }

    /// Reads the index and the templates of a copy, and writes the index again as that of a new owner.
    private static func read(
        from folder: any ObjectPrefix, _ owner: CopyOwner, into path: FilePath, as id: String
    ) async throws -> CopyManifest {
        var attempt = 1
        while true {
            let place = folder.name + CopyFormat.manifestKey(owner.id)
            guard
                let (json, _) = try await LibraryCopier.object(
                    CopyFormat.manifestKey(owner.id), in: folder, CopyManifest.maximumBytes)
            else { throw LibraryError(.damaged, "\(place) is missing, without which nothing of the copy can be read.") }
            let manifest = try CopyManifest(json, at: place)
            do {
                try await readIndex(manifest, from: folder, owner, into: path, as: id)
                try await readTemplates(manifest, from: folder, into: path.removingLastComponent())
                return manifest
            } catch let error as LibraryError where error.code == .missingBlob && attempt < 3 {
                // A machine that still copies may have replaced it: then it has written another manifest.
                attempt += 1
            }
        }
    }

    private static func readIndex(
        _ manifest: CopyManifest, from folder: any ObjectPrefix, _ owner: CopyOwner, into path: FilePath, as id: String
    ) async throws {
        let file = try OpenFile(path, .writingOrCreating)
        try file.shareWithGroup()
        try file.truncate(to: 0)
        var end = 0
        for segment in manifest.segments {
            let bytes = try await bytes(
                CopyFormat.key(of: segment, owner.id), segment.bytes, segment.sha256, of: folder)
            try bytes.withBytes { bytes throws(LibraryError) in try file.write(bytes, at: end) }
            end += bytes.count
            try await folder.write(bytes, to: CopyFormat.key(of: segment, id))
        }
        try file.synchronize()
    }

    private static func readTemplates(
        _ manifest: CopyManifest, from folder: any ObjectPrefix, into directory: FilePath
    ) async throws {
        for file in manifest.templates {
            let bytes = try await bytes(CopyFormat.key(of: file.sha256), file.bytes, file.sha256, of: folder)
            let path = directory.pushing(FilePath(file.path))
            try FileSystem.makeDirectories(path.removingLastComponent())
            try PictureFile.write(bytes, to: path, replacing: true)
        }
    }

    /// An object that is what its name says.
    private static func bytes(
        _ key: String, _ count: Int, _ hash: BlobHash, of folder: any ObjectPrefix
    ) async throws -> [UInt8] {
        guard let (bytes, _) = try await LibraryCopier.object(key, in: folder, count) else {
            throw LibraryError(.missingBlob, "\(folder.name)\(key) is missing.")
        }
        guard bytes.count == count, BlobHash(of: bytes) == hash else {
            throw CopyFormat.damaged(folder.name + key, "its bytes are not those that were copied")
        }
        return bytes
    }
}
