public import SystemPackage

/// The result of `LibraryIndex.repair`.
public struct RepairReport: Sendable, Equatable {
    /// The number of damaged lines, which were moved to `damagedLinesPath`.
    public internal(set) var quarantinedLines = 0
    /// The number of lines that received a missing checksum.
    package internal(set) var sealedLines = 0
    /// The number of lines that were renumbered because their numbers were not higher than the number of the previous line.
    package internal(set) var renumberedLines = 0
    /// The file with the quarantined lines; `nil` if there were none.
    public internal(set) var damagedLinesPath: FilePath?
    /// The blobs whose bytes did not match the hashes in their names. Such blobs were moved to `blobs/damaged`, and can be stored again.
    package internal(set) var damagedBlobs: [BlobHash] = []

    /// True if sequence numbers were missing. Later checks accept the gap.
    package var hasGap = false
    /// The number of pictures and videos that became entries in a new journal because the library had no index.
    package var rescuedMedia = 0
    /// The id of the new journal; `nil` if there is none.
    package var rescueJournal: String?

    /// True if anything was changed.
    public var isChanged: Bool {
        quarantinedLines + sealedLines + renumberedLines + damagedBlobs.count + rescuedMedia > 0 || hasGap
    }
}
