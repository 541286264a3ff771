/// A finding from `LibraryIndex.check`.
public struct CheckFinding: Sendable, Equatable, CustomStringConvertible {
    /// The kind of problem.
    public let problem: Problem
    /// The message: what was found, where, and what to do.
    public let message: String
    /// The number of the line in the index, starting at 1; `nil` if the finding is not about a line.
    package let line: Int?
    /// The position of the line in the index, in bytes; `nil` if the finding is not about a line.
    package let offset: Int?
    /// The key of the affected record; `nil` if there is none.
    package let key: RecordKey?

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
        /// There are blobs, but no valid line in the index.
        case missingIndex
        /// A line was damaged after it was written. The changes in the line are ignored.
        case damagedLine
        /// The sequence number of a line is not higher than the number of the previous line.
        case sequenceOrder
        /// Sequence numbers are missing before a line.
        case sequenceGap
        /// A line has no checksum, because a person edited it. It is valid.
        case editedLine
        /// A line is empty.
        case blankLine
        /// The last line is incomplete. The next change removes the line, or completes it if it is readable.
        case unfinishedLine
        /// A record refers to a missing blob.
        case missingBlob
        /// The length of a blob differs from the length that a record specifies.
        case wrongBlobSize
        /// The bytes of a blob do not match the hash in its name.
        case wrongBlobContent
        /// A record does not match its type, so the blobs that it refers to are unknown.
        case unreadableRecord
        /// There is an unfinished file that no process is writing.
        case leftover
        /// The blob folder contains a file or folder that Postcard did not create.
        case strayFile

        /// True if `repair` can help. Other damage requires manual work or a backup.
        package var isRepairable: Bool {
            [.missingIndex, .damagedLine, .sequenceOrder, .sequenceGap, .wrongBlobSize, .wrongBlobContent]
                .contains(self)
        }

        /// True if data is lost or may be lost. Other problems are only informational.
        package var isDamage: Bool {
            ![.editedLine, .blankLine, .unfinishedLine, .leftover, .strayFile].contains(self)
        }
    }
}
