public import SystemPackage

/// The result of `LibraryIndex.repair`.
public struct RepairReport: Sendable, Equatable {
    /// The number of damaged lines, which were moved to `damagedLinesPath`.
    public internal(set) var quarantinedLines = 0
    /// The number of lines that had no checksum and got one.
    public internal(set) var sealedLines = 0
    /// The number of lines whose sequence number was not higher than that of the line before, and is now.
    public internal(set) var renumberedLines = 0
    /// The file that damaged lines were moved to; `nil` if none were.
    public internal(set) var damagedLinesPath: FilePath?
    /// Blobs whose bytes were not what their names say. They were moved to `blobs/damaged`, so that they can be put
    /// again.
    public internal(set) var damagedBlobs: [BlobHash] = []

    /// A Boolean value that indicates whether lines were missing, which later checks accept.
    public package(set) var hasGap = false
    /// Pictures and videos of a library without index that are now entries of a new journal.
    public package(set) var rescuedMedia = 0
    /// The id of that journal.
    public package(set) var rescueJournal: String?

    /// A Boolean value that indicates whether anything was changed.
    public var isChanged: Bool {
        quarantinedLines + sealedLines + renumberedLines + damagedBlobs.count + rescuedMedia > 0 || hasGap
    }
}
