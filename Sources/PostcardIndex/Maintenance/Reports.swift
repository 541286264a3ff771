public import SystemPackage

/// The result of `LibraryIndex.check`.
public struct CheckReport: Sendable, Equatable {
    /// The number of lines of the index.
    public internal(set) var lines = 0
    /// The length of the index in bytes.
    public internal(set) var bytes = 0
    /// The number of records that are not deleted.
    public internal(set) var records = 0
    /// The number of changes that `compact` would remove: replaced versions and deletions.
    public internal(set) var obsoleteChanges = 0
    /// The number of blobs.
    public internal(set) var blobs = 0
    /// The length of all blobs in bytes.
    public internal(set) var blobBytes = 0
    /// The number of blobs without a record. `compact` removes them after their grace period.
    public internal(set) var unreferencedBlobs = 0
    /// The length of those blobs in bytes.
    public internal(set) var unreferencedBlobBytes = 0
    /// The first thousand findings.
    public private(set) var findings: [CheckFinding] = []
    /// The number of all findings.
    public private(set) var findingCount = 0
    /// The number of findings that are damage.
    public private(set) var damageCount = 0

    /// A Boolean value that indicates whether there is no damage. Other findings are only for information.
    public var isSound: Bool { damageCount == 0 }

    /// The largest number of findings that are kept, so that a file of nonsense does not exhaust the memory.
    static let maximumFindings = 1000

    mutating func add(_ finding: CheckFinding) {
        findingCount += 1
        if finding.problem.isDamage { damageCount += 1 }
        if findings.count < Self.maximumFindings { findings.append(finding) }
    }
}

/// A finding of `LibraryIndex.check`.
public struct CheckFinding: Sendable, Equatable, CustomStringConvertible {
    /// The kind of problem.
    public let problem: Problem
    /// The message: what was found, where, and what to do.
    public let message: String
    /// The number of the line in the index, from 1 on; `nil` if the finding is not about a line.
    public let line: Int?
    /// The position of the line in the index, in bytes; `nil` if the finding is not about a line.
    public let offset: Int?
    /// The key of the record that is concerned; `nil` if there is none.
    public let key: RecordKey?

    init(_ problem: Problem, _ message: String, line: ScannedLine? = nil, key: RecordKey? = nil) {
        self.problem = problem
        self.message = line.map { "Line \($0.number) of the index (byte \($0.offset)): \(message)" } ?? message
        self.line = line?.number
        offset = line?.offset
        self.key = key
    }

    /// The message.
    public var description: String { message }

    /// A kind of problem.
    public enum Problem: String, Sendable {
        /// There are blobs, but no line of the index counts.
        case missingIndex
        /// A line differs from the written one. Its changes do not count.
        case damagedLine
        /// The sequence number of a line is not higher than that of the line before.
        case sequenceOrder
        /// Sequence numbers are missing before a line.
        case sequenceGap
        /// A line has no checksum, since a person has edited it. It counts.
        case editedLine
        /// A line is empty.
        case blankLine
        /// The last line is incomplete. The next change removes it, or completes it if it can be read.
        case unfinishedLine
        /// A record refers to a missing blob.
        case missingBlob
        /// A record refers to a blob of another length.
        case wrongBlobSize
        /// The bytes of a blob do not have the hash in its name.
        case wrongBlobContent
        /// A record does not fit its type, so the blobs that it refers to are not known.
        case unreadableRecord
        /// An unfinished file that no process is writing.
        case leftover
        /// A file or folder among the blobs that Postcard did not make.
        case strayFile

        /// A Boolean value that indicates whether `repair` can help. Other damage needs a person or a backup.
        public var isRepairable: Bool {
            [.missingIndex, .damagedLine, .sequenceOrder, .sequenceGap, .wrongBlobSize, .wrongBlobContent]
                .contains(self)
        }

        /// A Boolean value that indicates whether data is lost or may be. Other problems are only for information.
        public var isDamage: Bool {
            ![.editedLine, .blankLine, .unfinishedLine, .leftover, .strayFile].contains(self)
        }
    }
}

/// The result of `LibraryIndex.repair`.
public struct RepairReport: Sendable, Equatable {
    /// The number of damaged lines, which were moved to `damagedLinesPath`.
    public internal(set) var quarantinedLines = 0
    /// The number of lines without a checksum that got one.
    public internal(set) var sealedLines = 0
    /// The number of lines that got a new sequence number, because theirs was not higher than that of the line before.
    public internal(set) var renumberedLines = 0
    /// The file of quarantined lines; `nil` if there were none.
    public internal(set) var damagedLinesPath: FilePath?
    /// The blobs whose bytes did not have the hash in their names. They were moved to `blobs/damaged`, so that they can be stored again.
    public internal(set) var damagedBlobs: [BlobHash] = []

    /// A Boolean value that indicates whether sequence numbers were missing. Later checks accept the gap.
    public package(set) var hasGap = false
    /// The number of pictures and videos of a library without an index that became entries of a new journal.
    public package(set) var rescuedMedia = 0
    /// The id of that journal; `nil` if there is none.
    public package(set) var rescueJournal: String?

    /// A Boolean value that indicates whether anything was changed.
    public var isChanged: Bool {
        quarantinedLines + sealedLines + renumberedLines + damagedBlobs.count + rescuedMedia > 0 || hasGap
    }
}

/// The result of `LibraryIndex.compact`.
public struct CompactionReport: Sendable, Equatable, Encodable {
    /// The length of the index before, in bytes.
    public internal(set) var bytesBefore = 0
    /// The length of the index after, in bytes.
    public internal(set) var bytesAfter = 0
    /// The number of records in the index.
    public internal(set) var records = 0
    /// The number of removed changes: replaced versions and deletions.
    public internal(set) var removedChanges = 0
    /// The number of removed files: blobs without a record, and unfinished files.
    public internal(set) var removedFiles = 0
    /// The length of the removed files in bytes.
    public internal(set) var removedFileBytes = 0
}
