import PostcardCore
import PostcardCrypto
package import PostcardDisk
import SystemPackage

/// A writer for one blob that accepts its bytes in pieces.
package struct BlobWriter: ~Copyable, Sendable {
    /// The number of bytes so far, including the bytes that an earlier writer of the same blob wrote.
    package private(set) var count: Int
    private let temporary: TemporaryFile
    private let store: BlobStore
    private let limit: Int
    private var hash = SHA256()

    /// The number of bytes to read in one call.
    package static let pieceSize = 1 << 20

    init(_ file: TemporaryFile, of store: BlobStore, limit: Int) throws(FileError) {
        temporary = file
        self.store = store
        self.limit = limit
        count = 0
        while case let bytes = try temporary.file.read(Self.pieceSize, at: count), !bytes.isEmpty {
            hash.update(data: bytes)
            count += bytes.count
            try Self.check(count, limit)
        }
    }

    /// Appends a piece.
    ///
    /// - Throws: `FileError` with code `tooLarge` if the blob would exceed the limit. In that case, nothing is appended.
    package mutating func append(_ bytes: [UInt8]) throws(FileError) {
        try Self.check(count + bytes.count, limit)
        try temporary.file.write(bytes, at: count)
        hash.update(data: bytes)
        count += bytes.count
    }

    /// Discards all bytes so far. A server may send the whole file even if only the remaining bytes are requested.
    package mutating func restart() throws(FileError) {
        try temporary.file.truncate(to: 0)
        hash = SHA256()
        count = 0
    }

    /// The hash and size of the bytes so far.
    var reference: BlobReference { BlobReference(hash: BlobHash(hash.finalize()), size: count) }

    /// Stores the blob under the name that its hash determines. The bytes and the name are durable on return.
    package consuming func finish() throws(FileError) -> BlobReference {
        let reference = reference
        // A failed write may have left bytes after the last complete piece.
        try temporary.file.truncate(to: count)
        if try store.isKept(reference) {
            try temporary.remove()
        } else {
            let target = store.path(of: reference.hash)
            try FileSystem.makeSharedDirectory(target.removingLastComponent())
            try temporary.move(to: target)
        }
        return reference
    }

    /// Removes all bytes, including bytes from earlier writers.
    package consuming func cancel() throws(FileError) {
        try temporary.remove()
    }

    private static func check(_ count: Int, _ limit: Int) throws(FileError) {
        if count > limit {
            throw FileError(
                .tooLarge, "The file exceeds the limit of \(limit) bytes. Omit the file.")
        }
    }
}

extension BlobStore {
    /// Begins a blob. The unfinished file is removed when the writer is deallocated.
    ///
    /// - Parameter limit: the maximum length in bytes.
    /// - Throws: `FileError` if the file cannot be created.
    package func makeWriter(limit: Int) throws(FileError) -> BlobWriter {
        try makePartialDirectory()
        return try BlobWriter(TemporaryFile.make(in: partialDirectory), of: self, limit: limit)
    }

    /// Begins a blob, or resumes a blob that an earlier writer with the same name did not finish.
    ///
    /// The bytes stay on disk when the writer is deallocated or the process dies, until the blob is finished or canceled, or until
    /// `compact` removes them after the grace period. Continue at `BlobWriter.count`. Reads existing bytes once to hash them.
    ///
    /// - Parameters:
    ///   - name: the name of the unfinished file: 1 to 100 letters, digits, hyphens and underscores.
    ///   - limit: the maximum length in bytes.
    /// - Throws: `FileError` with code `busy` if another writer uses the name, or `tooLarge` if the existing bytes exceed `limit`.
    package func makeWriter(resuming name: String, limit: Int) throws(FileError) -> BlobWriter {
        guard (1...100).contains(name.utf8.count), name.utf8.allSatisfy({ $0.isASCIIAlphanumeric(or: "-_") }) else {
            throw FileError(
                .invalidKey,
                "\"\(name)\" can't be the name of an unfinished file: use 1 to 100 letters, digits, hyphens "
                    + "and underscores."
            )
        }
        try makePartialDirectory()
        return try BlobWriter(
            TemporaryFile.open(partialDirectory.appending("\(name).\(Self.partExtension)")), of: self, limit: limit)
    }

    /// The file name extension for unfinished files that can be resumed.
    static let partExtension = "part"

    private func makePartialDirectory() throws(FileError) {
        if try FileSystem.status(of: partialDirectory) != nil { return }
        try FileSystem.makeSharedDirectory(directory)
        try FileSystem.makeSharedDirectory(partialDirectory)
    }
}
