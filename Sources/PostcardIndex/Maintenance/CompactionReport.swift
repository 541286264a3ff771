/// The result of `LibraryIndex.compact`.
public struct CompactionReport: Sendable, Equatable {
    /// The length of the index before, in bytes.
    public internal(set) var bytesBefore = 0
    /// The length of the index after, in bytes.
    public internal(set) var bytesAfter = 0
    /// The number of records that are in the index.
    public internal(set) var records = 0
    /// The number of changes removed: older versions, and what was deleted.
    public internal(set) var removedChanges = 0
    /// The number of blobs removed that no record refers to, and of unfinished files.
    public internal(set) var removedFiles = 0
    /// The length of those files in bytes.
    public internal(set) var removedFileBytes = 0
}
