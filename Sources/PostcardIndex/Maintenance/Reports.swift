public import SystemPackage

/// The result of `LibraryIndex.check`.
public struct CheckReport: Sendable, Equatable {
    /// The number of lines of the index.
    public internal(set) var lines = 0
    /// The length of the index in bytes.
    public internal(set) var bytes = 0
    /// The number of records that are not deleted.
    public internal(set) var records = 0
    /// The number of changes that `compact` would remove: older versions, and what was deleted.
    public internal(set) var obsoleteChanges = 0
    /// The number of blobs.
    public internal(set) var blobs = 0
    /// The length of all blobs in bytes.
    public internal(set) var blobBytes = 0
    /// The number of blobs that no record refers to: `compact` removes them once they are old enough.
    public internal(set) var unreferencedBlobs = 0
    /// The length of those blobs in bytes.
    public internal(set) var unreferencedBlobBytes = 0
    /// The first thousand findings.
    public private(set) var findings: [CheckFinding] = []
    /// The number of all findings.
    public private(set) var findingCount = 0
    /// The number of findings that are damage.
    public private(set) var damageCount = 0

    /// A Boolean value that indicates whether nothing is damaged. There may be findings that are only worth knowing.
    public var isSound: Bool { damageCount == 0 }

    /// More would be of no use to anyone, and a file of nonsense must not fill the memory.
    static let maximumFindings = 1000

    mutating func add(_ finding: CheckFinding) {
        findingCount += 1
        if finding.problem.isDamage { damageCount += 1 }
        if findings.count < Self.maximumFindings { findings.append(finding) }
    }
}

/// Something that `LibraryIndex.check` has found.
public struct CheckFinding: Sendable, Equatable, CustomStringConvertible {
    /// The kind of problem.
    public let problem: Problem
    /// A message that says what was found, where, and what to do.
    public let message: String
    /// The number of the line in the index, from 1 on; nil if it is not about a line.
    public let line: Int?
    /// The position of the line in the index, in bytes.
    public let offset: Int?
    /// The record that is concerned.
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
    public enum Problem: String, Sendable, CustomStringConvertible {
        /// There are blobs, and no line of the index counts.
        case missingIndex
        /// A line is not what was written. Its changes do not count.
        case damagedLine
        /// The number of a line is not higher than that of the line before.
        case sequenceOrder
        /// Lines before a line are missing, by its number.
        case sequenceGap
        /// A line has no checksum, since a person has edited it. It counts.
        case editedLine
        /// A line is empty.
        case blankLine
        /// The last line was not finished. The next change removes what there is of it, or finishes it if it can be
        /// read.
        case unfinishedLine
        /// A record refers to a blob that is not there.
        case missingBlob
        /// A record refers to a blob that has another length.
        case wrongBlobSize
        /// The bytes of a blob are not what its name says.
        case wrongBlobContent
        /// A record is not what it should be, so that the blobs it refers to are not known.
        case unreadableRecord
        /// A file that a process has not finished, and that nobody is writing.
        case leftover
        /// Something in the folder of blobs that does not belong there.
        case strayFile

        /// A Boolean value that indicates whether `repair` does something about it. Other damage needs a person, or a
        /// backup.
        public var isRepairable: Bool {
            [.missingIndex, .damagedLine, .sequenceOrder, .sequenceGap, .wrongBlobSize, .wrongBlobContent]
                .contains(self)
        }

        /// A Boolean value that indicates whether something is lost or may be; other problems are only worth knowing.
        public var isDamage: Bool {
            ![.editedLine, .blankLine, .unfinishedLine, .leftover, .strayFile].contains(self)
        }

        /// The problem's name.
        public var description: String { rawValue }
    }
}

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

/// The result of `LibraryIndex.compact`.
public struct CompactionReport: Sendable, Equatable, Encodable {
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
