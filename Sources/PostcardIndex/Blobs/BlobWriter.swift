import PostcardCore
import PostcardCrypto
package import PostcardDisk
import SystemPackage

/// Takes the bytes of a blob piece by piece.
package struct BlobWriter: ~Copyable, Sendable {
    /// The number of bytes so far; at first that of what an earlier writer has left.
    package private(set) var count: Int
    private let file: TemporaryFile
    private let store: BlobStore
    private let limit: Int
    private var hash = SHA256()

    /// The number of bytes that are read at once.
    package static let pieceSize = 1 << 20

    init(_ file: TemporaryFile, of store: BlobStore, limit: Int) throws(LibraryError) {
        self.file = file
        self.store = store
        self.limit = limit
        count = 0
        while case let bytes = try file.file.read(Self.pieceSize, at: count), !bytes.isEmpty {
            hash.update(data: bytes)
            count += bytes.count
            try Self.check(count, limit)
        }
    }

    /// Appends a piece.
    ///
    /// - Throws: `LibraryError` with the code `tooLarge` if there would be more bytes than allowed; then nothing is
    ///   appended.
    package mutating func append(_ bytes: [UInt8]) throws(LibraryError) {
        try Self.check(count + bytes.count, limit)
        try file.file.write(bytes, at: count)
        hash.update(data: bytes)
        count += bytes.count
    }

    /// Forgets all bytes so far, as when a server sends a file from its beginning although it was asked for the rest.
    package mutating func restart() throws(LibraryError) {
        try file.file.truncate(to: 0)
        hash = SHA256()
        count = 0
    }

    /// The blob that the bytes so far are.
    var reference: BlobReference { BlobReference(hash: BlobHash(hash.finalize()), size: count) }

    /// Gives the blob its name. When this method has returned, the blob outlives the process and a power cut.
    package consuming func finish() throws(LibraryError) -> BlobReference {
        let reference = reference
        // A piece that failed half-way may have left bytes behind the last one that counts.
        try file.file.truncate(to: count)
        try store.adopt(file, as: reference)
        return reference
    }

    /// Removes what was written, also that of earlier writers.
    package consuming func cancel() throws(LibraryError) {
        try file.remove()
    }

    private static func check(_ count: Int, _ limit: Int) throws(LibraryError) {
        if count > limit {
            throw LibraryError(
                .tooLarge, "The file has more than \(limit) bytes, the limit. Leave it out.")
        }
    }
}

extension BlobStore {
    /// Begins a blob whose bytes come piece by piece. What was written is removed unless it is finished.
    ///
    /// - Parameter limit: the most bytes it may have.
    /// - Throws: `LibraryError` when the file cannot be made.
    package func makeWriter(limit: Int) throws(LibraryError) -> BlobWriter {
        try makePartialDirectory()
        return try BlobWriter(TemporaryFile.make(in: partialDirectory), of: self, limit: limit)
    }

    /// Begins a blob, or goes on with one that an earlier writer of the same name has not finished.
    ///
    /// Bytes that were written stay when the writer goes away, or the process dies, until it is finished, cancelled, or too
    /// old for `compact`. `BlobWriter.count` says where to go on; what is there already is read once, to hash it.
    ///
    /// - Parameters:
    ///   - name: what to know it by: 1 to 100 letters, digits, hyphens and underscores.
    ///   - limit: the most bytes it may have.
    /// - Throws: `LibraryError` with the code `busy` if another writer of that name is at work, `tooLarge` if there is
    ///   more than `limit` already.
    package func makeWriter(resuming name: String, limit: Int) throws(LibraryError) -> BlobWriter {
        guard (1...100).contains(name.utf8.count), name.utf8.allSatisfy({ $0.isASCIIAlphanumeric(or: "-_") }) else {
            throw LibraryError(
                .invalidKey,
                "\"\(name)\" can't be the name of an unfinished file: use 1 to 100 letters, digits, hyphens "
                    + "and underscores."
            )
        }
        try makePartialDirectory()
        return try BlobWriter(
            TemporaryFile.open(partialDirectory.appending("\(name).\(Self.partExtension)")), of: self, limit: limit)
    }

    /// The file name extension of unfinished files that can be resumed.
    static let partExtension = "part"

    /// Gives a finished file its place.
    func adopt(_ file: TemporaryFile, as reference: BlobReference) throws(LibraryError) {
        if try isKept(reference) { return try file.remove() }
        let target = path(of: reference.hash)
        try FileSystem.makeSharedDirectory(target.removingLastComponent())
        try file.move(to: target)
    }

    private func makePartialDirectory() throws(LibraryError) {
        if try FileSystem.status(of: partialDirectory) != nil { return }
        try FileSystem.makeSharedDirectory(directory)
        try FileSystem.makeSharedDirectory(partialDirectory)
    }
}
