import PostcardCrypto
package import PostcardDisk

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
        try bytes.withBytes { bytes throws(LibraryError) in try append(bytes) }
    }

    /// Appends a piece.
    ///
    /// - Throws: `LibraryError` with the code `tooLarge` if there would be more bytes than allowed; then nothing is
    ///   appended.
    package mutating func append(_ bytes: UnsafeRawBufferPointer) throws(LibraryError) {
        try Self.check(count + bytes.count, limit)
        try file.file.write(bytes, at: count)
        hash.update(bufferPointer: bytes)
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
