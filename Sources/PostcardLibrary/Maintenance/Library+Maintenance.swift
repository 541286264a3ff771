extension Library {
    /// Files that no record refers to stay for this long: a running download puts a picture before its record.
    private static let grace: Duration = .seconds(24 * 3_600)

    /// Proves the index line by line, and the pictures that its records refer to. Nothing is changed.
    ///
    /// - Parameter readsBlobs: whether every picture is read and compared with its SHA-256, or only its length is looked at.
    /// - Throws: `LibraryError` when the library cannot be read at all.
    public func check(readsBlobs: Bool) throws(LibraryError) -> CheckReport {
        try index.check(blobs, readsBlobs: readsBlobs, references: Library.references)
    }

    /// Mends what `check` finds, as far as that is possible. Nothing is dropped: what cannot be mended is moved aside. The
    /// pictures of a library whose index is lost become entries of a new journal.
    ///
    /// - Throws: `LibraryError` when the library cannot be written.
    public func repair() throws(LibraryError) -> RepairReport {
        var report = try index.repair(at: now, blobs)
        if try index.isLost(blobs) { try rescueMedia(&report) }
        return report
    }

    /// Removes older versions of records, deleted records, and files that no record has referred to for a day.
    ///
    /// - Throws: `LibraryError`, with code `damaged` when the index must be repaired before.
    public func compact() throws(LibraryError) -> CompactionReport {
        try index.compact(at: now, blobs, grace: Library.grace, references: Library.references)
    }

    static func references(of record: Record) throws(LibraryError) -> [BlobReference] {
        switch record.key.kind {
        case .photo:
            let photo: Photo = try record.decode()
            return [BlobReference(hash: photo.blob, size: photo.bytes)]
        case .meme:
            let meme: MemeRecord = try record.decode()
            return meme.parts
        case .entry:
            let entry: Entry = try record.decode()
            return entry.media.map(\.reference)
        case .pin, .album, .mapView, .journal, .place, .note, .settings:
            return []
        default:
            // Its pictures must not be taken for unused.
            throw LibraryError(
                .newerFormat,
                "The library has \(record.key.kind) records, which this version of Postcard does not know.")
        }
    }
}
