/// The result of `LibraryIndex.compact`.
public struct CompactionReport: Sendable, Equatable, Encodable {
    /// The length of the index before compaction, in bytes.
    public internal(set) var bytesBefore = 0
    /// The length of the index after compaction, in bytes.
    public internal(set) var bytesAfter = 0
    /// The number of records in the index.
    package internal(set) var records = 0
    /// The number of removed changes: replaced versions and deletions.
    package internal(set) var removedChanges = 0
    /// The number of removed files: blobs without a record, and unfinished files.
    package internal(set) var removedFiles = 0
    /// The total length of the removed files in bytes.
    package internal(set) var removedFileBytes = 0
}
