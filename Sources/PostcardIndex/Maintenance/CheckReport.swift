/// The result of `LibraryIndex.check`.
public struct CheckReport: Sendable, Equatable {
    /// The number of lines in the index.
    package internal(set) var lines = 0
    /// The length of the index in bytes.
    package internal(set) var bytes = 0
    /// The number of records that are not deleted.
    public internal(set) var records = 0
    /// The number of changes that `compact` would remove: replaced versions and deletions.
    package internal(set) var obsoleteChanges = 0
    /// The number of blobs.
    public internal(set) var blobs = 0
    /// The total length of all blobs in bytes.
    package internal(set) var blobBytes = 0
    /// The number of blobs without a record. `compact` removes such blobs after the grace period.
    package internal(set) var unreferencedBlobs = 0
    /// The total length in bytes of the blobs without a record.
    package internal(set) var unreferencedBlobBytes = 0
    /// The first thousand findings.
    public private(set) var findings: [CheckFinding] = []
    /// The total number of findings.
    package private(set) var findingCount = 0
    /// The number of findings that indicate damage.
    package private(set) var damageCount = 0

    /// True if there is no damage. Other findings are only informational.
    public var isSound: Bool { damageCount == 0 }

    /// The maximum number of findings to keep. Without this limit, a file of garbage could exhaust memory.
    static let maximumFindings = 1000

    mutating func add(_ finding: CheckFinding) {
        findingCount += 1
        if finding.problem.isDamage { damageCount += 1 }
        if findings.count < Self.maximumFindings { findings.append(finding) }
    }
}
