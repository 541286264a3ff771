package import PostcardDisk
package import SystemPackage

/// A store of files named by the SHA-256 of their bytes: `blobs/ab/cdef…` in the folder of a library.
///
/// A blob gets its name when it is complete and durable. A blob never changes. Files with the same bytes are stored only once. Any number
/// of processes and threads may use a store. Methods block the calling thread during file access.
///
/// Put the blob first, then commit the record that refers to it. `LibraryIndex.compact` removes blobs without a record, except recently
/// stored blobs. `IndexTransaction.require` checks during the commit that the blob still exists.
package struct BlobStore: Sendable {
    /// The `blobs` folder, which is created with the first blob.
    package let directory: FilePath

    /// Makes the store of a library without accessing files.
    ///
    /// - Parameter directory: the folder of the library.
    package init(directory: FilePath) { self.directory = directory.appending("blobs") }

    /// The folder for unfinished files.
    package var partialDirectory: FilePath { directory.appending("partial") }

    /// Returns the path of a blob, which need not exist.
    package func path(of hash: BlobHash) -> FilePath {
        let name = hash.description
        return directory.appending(String(name.prefix(2))).appending(String(name.dropFirst(2)))
    }

    /// Returns the length of a blob in bytes; `nil` if the blob is missing.
    package func size(of hash: BlobHash) throws(FileError) -> Int? {
        let status = try FileSystem.status(of: path(of: hash))
        return status?.kind == .file ? status?.size : nil
    }

    /// Reads a blob.
    ///
    /// - Parameters:
    ///   - hash: the name of the blob.
    ///   - limit: the maximum length in bytes.
    /// - Throws: `FileError` with code `missingBlob` if the blob is missing, or `tooLarge` if the blob is longer than `limit`.
    package func read(_ hash: BlobHash, limit: Int) throws(FileError) -> [UInt8] {
        guard let file = try OpenFile(path(of: hash), .reading, unless: .noSuchFileOrDirectory) else {
            throw missing(hash)
        }
        let size = try file.status().size
        guard size <= limit else {
            throw FileError(.tooLarge, "\(file.path) has \(size) bytes; the limit is \(limit).")
        }
        return try file.read(size, at: 0)
    }

    /// Stores bytes, unless the store already contains them.
    @discardableResult
    package func put(_ bytes: [UInt8]) throws(FileError) -> BlobReference {
        let reference = BlobReference(hash: BlobHash(of: bytes), size: bytes.count)
        if try isKept(reference) { return reference }
        var writer = try makeWriter(limit: bytes.count)
        try writer.append(bytes)
        return try writer.finish()
    }

    /// Stores a copy of a file, unless the store already contains its bytes.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - limit: the maximum length in bytes.
    /// - Throws: `FileError` with code `tooLarge` if the file is longer than `limit`.
    @discardableResult
    package func put(copyOf path: FilePath, limit: Int) throws(FileError) -> BlobReference {
        try copy(of: path, limit: limit).finish()
    }

    /// Stores a copy of a file that should have the bytes of a known blob, such as a blob in another store.
    ///
    /// - Parameter blob: the expected hash and size.
    /// - Returns: `false`, without storing anything, if the bytes differ.
    /// - Throws: `FileError` with code `tooLarge` if the file is longer than the blob.
    package func put(copyOf path: FilePath, as blob: BlobReference) throws(FileError) -> Bool {
        let writer = try copy(of: path, limit: blob.size)
        guard writer.reference == blob else {
            try writer.cancel()
            return false
        }
        _ = try writer.finish()
        return true
    }

    private func copy(of path: FilePath, limit: Int) throws(FileError) -> BlobWriter {
        let file = try OpenFile(path, .reading)
        guard try file.status().kind == .file else {
            throw FileError(
                .invalidRecord, "\(path) is not a regular file, so it can't be stored. Choose another file.")
        }
        var writer = try makeWriter(limit: limit)
        while true {
            let bytes = try file.read(BlobWriter.pieceSize, at: writer.count)
            if bytes.isEmpty { return writer }
            try writer.append(bytes)
        }
    }

    /// Removes a blob.
    ///
    /// - Returns: `false` if the blob was missing.
    @discardableResult
    package func remove(_ hash: BlobHash) throws(FileError) -> Bool {
        try FileSystem.remove(path(of: hash))
    }

    /// Returns true if a blob exists with the right size. Sets the modification time of its file to the current time, so that `compact`
    /// keeps the blob.
    package func isStored(_ reference: BlobReference) throws(FileError) -> Bool {
        guard try size(of: reference.hash) == reference.size else { return false }
        // A user without write access can't set the modification time, which matters only if the user can remove blobs.
        try? FileSystem.touch(path(of: reference.hash))
        return try size(of: reference.hash) == reference.size
    }

    /// Returns true if a blob need not be stored again: it exists, is durable, and is safe from `compact` for now.
    func isKept(_ reference: BlobReference) throws(FileError) -> Bool {
        guard try size(of: reference.hash) == reference.size else { return false }
        let path = path(of: reference.hash)
        // The modification time of another user's file can't be set. In that case, the blob is stored again, so that `compact` does not
        // remove it before its record is written.
        do throws(FileError) { try FileSystem.touch(path) } catch { return false }
        // The process that stored the blob might have died before the blob's name was durable.
        try FileSystem.synchronizeDirectory(path.removingLastComponent())
        try FileSystem.synchronizeDirectory(directory)
        return try size(of: reference.hash) == reference.size
    }

    /// Returns the error for a missing blob.
    package func missing(_ hash: BlobHash) -> FileError {
        FileError(.missingBlob, "The file \(path(of: hash)) is missing. Restore it from a backup or from its source.")
    }
}
