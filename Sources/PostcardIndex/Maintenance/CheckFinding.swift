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
            switch self {
            case .missingIndex, .damagedLine, .sequenceOrder, .sequenceGap, .missingBlob, .wrongBlobSize,
                .wrongBlobContent, .unreadableRecord:
                true
            case .editedLine, .blankLine, .unfinishedLine, .leftover, .strayFile: false
            }
        }

        /// The problem's name.
        public var description: String { rawValue }
    }
}
