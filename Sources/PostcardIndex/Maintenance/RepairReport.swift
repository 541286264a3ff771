public import SystemPackage

/// What `LibraryIndex.repair` has done.
public struct RepairReport: Sendable, Equatable {
    /// Damaged lines that are now what they were once written as, proven by their checksums.
    public package(set) var mendedLines = 0
    /// Damaged lines that stay damaged. They are kept in `damagedLinesPath`.
    public internal(set) var lostLines = 0
    /// Lines that had no checksum and got one.
    public internal(set) var sealedLines = 0
    /// Lines that got a higher number, because it was not higher than that of the line before.
    public internal(set) var renumberedLines = 0
    /// The file that lost lines were moved to; nil if none were.
    public internal(set) var damagedLinesPath: FilePath?
    /// Blobs whose bytes were not what their names say. They were moved to `blobs/damaged`, so that they can be put
    /// again.
    public internal(set) var damagedBlobs: [BlobHash] = []

    /// Whether lines were missing; from now on that is taken as it is.
    public package(set) var hasGap = false
    /// Pictures and videos of a library without index that are now entries of a new journal.
    public package(set) var rescuedMedia = 0
    /// The id of that journal.
    public package(set) var rescueJournal: String?

    /// Whether anything was changed.
    public var isChanged: Bool {
        mendedLines + lostLines + sealedLines + renumberedLines + damagedBlobs.count + rescuedMedia > 0 || hasGap
    }
}
