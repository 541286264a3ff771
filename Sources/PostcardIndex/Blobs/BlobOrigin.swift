package import PostcardDisk

/// A place that has the blobs of a library which are not on its disk.
package protocol BlobOrigin: Sendable {
    /// Puts a blob into a store, and waits for that.
    ///
    /// - Parameters:
    ///   - hash: the hash of the blob.
    ///   - store: the store that lacks it.
    /// - Returns: `false` when this place does not have it either.
    /// - Throws: `LibraryError` with the code `unavailable` if the place cannot be asked.
    func fetch(_ hash: BlobHash, into store: BlobStore) throws(LibraryError) -> Bool

    /// The lengths of all blobs of this place in bytes; `nil` when there is no such place.
    ///
    /// - Throws: `LibraryError` with the code `unavailable` if the place cannot be asked.
    func sizes() throws(LibraryError) -> [BlobHash: Int]?
}
