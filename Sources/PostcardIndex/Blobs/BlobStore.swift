package import PostcardDisk
package import SystemPackage

/// Files by the SHA-256 of their bytes: `blobs/ab/cdef…` in the folder of a library.
///
/// A blob appears under its name whole and durable or not at all, is never changed, and is there only once however
/// often it is put. Any number of processes and threads may use a store. Methods block the calling thread while they
/// read or write files.
///
/// Put the blob first, then commit the record that refers to it. `LibraryIndex.compact` removes blobs that no record
/// refers to, except young ones; `IndexTransaction.require` proves in the moment of the commit that the blob is still
/// there.
package struct BlobStore: Sendable {
    /// The folder `blobs`. It is made by the first blob.
    package let directory: FilePath

    /// Names the store of a library. Nothing is read, written or created.
    ///
    /// - Parameter directory: the folder of the library.
    package init(directory: FilePath) { self.directory = directory.appending("blobs") }

    /// The folder of unfinished files.
    package var partialDirectory: FilePath { directory.appending("partial") }

    /// Returns the path of a blob, whether it is there or not.
    package func path(of hash: BlobHash) -> FilePath {
        let name = hash.description
        return directory.appending(String(name.prefix(2))).appending(String(name.dropFirst(2)))
    }

    /// The length of a blob in bytes; nil if it is not there.
    package func size(of hash: BlobHash) throws(LibraryError) -> Int? {
        let status = try FileSystem.status(of: path(of: hash))
        return status?.kind == .file ? status?.size : nil
    }

    /// Reads a blob.
    ///
    /// - Parameters:
    ///   - limit: the most bytes that it may have.
    /// - Throws: `LibraryError` with the code `missingBlob` if it is not there, `tooLarge` if it is longer than
    ///   `limit`.
    package func read(_ hash: BlobHash, limit: Int) throws(LibraryError) -> [UInt8] {
        guard let file = try OpenFile(path(of: hash), .reading, unless: .noSuchFileOrDirectory) else {
            throw missing(hash)
        }
        let size = try file.status().size
        guard size <= limit else {
            throw LibraryError(.tooLarge, "\(file.path) has \(size) bytes; no more than \(limit) are allowed here.")
        }
        return try file.read(size, at: 0)
    }

    /// Stores bytes, unless they are there already.
    @discardableResult
    package func put(_ bytes: [UInt8]) throws(LibraryError) -> BlobReference {
        let reference = BlobReference(hash: BlobHash(of: bytes), size: bytes.count)
        if try isKept(reference) { return reference }
        var writer = try makeWriter(limit: bytes.count)
        try writer.append(bytes)
        return try writer.finish()
    }

    /// Stores a copy of a file, unless its bytes are there already.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - limit: the most bytes that it may have.
    /// - Throws: `LibraryError` with the code `tooLarge` if it is longer than `limit`.
    @discardableResult
    package func put(copyOf path: FilePath, limit: Int) throws(LibraryError) -> BlobReference {
        try copy(of: path, limit: limit).finish()
    }

    /// Stores a copy of the file of a blob in another store.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - blob: the blob that the file is to be.
    /// - Returns: `false` when the bytes are not those of the blob; nothing is stored then.
    /// - Throws: `LibraryError` with the code `tooLarge` if it is longer than the blob.
    package func put(copyOf path: FilePath, as blob: BlobReference) throws(LibraryError) -> Bool {
        let writer = try copy(of: path, limit: blob.size)
        guard writer.reference == blob else {
            try writer.cancel()
            return false
        }
        _ = try writer.finish()
        return true
    }

    private func copy(of path: FilePath, limit: Int) throws(LibraryError) -> BlobWriter {
        let file = try OpenFile(path, .reading)
        guard try file.status().kind == .file else {
            throw LibraryError(.invalidRecord, "\(path) is not a file whose bytes can be stored. Name a file.")
        }
        var writer = try makeWriter(limit: limit)
        while true {
            let bytes = try file.read(BlobWriter.pieceSize, at: writer.count)
            if bytes.isEmpty { return writer }
            try writer.append(bytes)
        }
    }

    /// Removes a blob. False: it was not there.
    @discardableResult
    package func remove(_ hash: BlobHash) throws(LibraryError) -> Bool {
        try FileSystem.remove(path(of: hash))
    }

    /// Returns a Boolean value that indicates whether a blob is there with the right size. If so, its age starts anew.
    package func isStored(_ reference: BlobReference) throws(LibraryError) -> Bool {
        guard try size(of: reference.hash) == reference.size else { return false }
        // The time matters only to whoever may remove it, and can't be set by a user who may not write.
        try? FileSystem.touch(path(of: reference.hash))
        return try size(of: reference.hash) == reference.size
    }

    /// Returns a Boolean value that indicates whether a blob is there, young, and durable, so that it need not be put
    /// again.
    func isKept(_ reference: BlobReference) throws(LibraryError) -> Bool {
        guard try size(of: reference.hash) == reference.size else { return false }
        let path = path(of: reference.hash)
        // One of another user cannot be made young: it is put again, so that `compact` does not remove it before its record
        // is there.
        do throws(LibraryError) { try FileSystem.touch(path) } catch { return false }
        // The process that put it may have died before its name was durable.
        try FileSystem.synchronizeDirectory(path.removingLastComponent())
        try FileSystem.synchronizeDirectory(directory)
        return try size(of: reference.hash) == reference.size
    }

    /// The error for a blob that is not there.
    package func missing(_ hash: BlobHash) -> LibraryError {
        LibraryError(.missingBlob, "The file \(path(of: hash)) is missing. Get it again from where it came from.")
    }
}
