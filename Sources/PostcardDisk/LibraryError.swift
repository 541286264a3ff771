/// An error of a library or of files: a code to decide on, a message for people, and what the caller can suggest.
public struct LibraryError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The sort of failure.
    public let code: Code
    /// A message that says what went wrong, where and why, and what to do about it where that is the same for all
    /// callers.
    public let message: String
    /// A way out that each caller has its own words for, such as an option of a command; nil when there is none.
    public let suggestion: Suggestion?

    /// Makes an error.
    public init(_ code: Code, _ message: String, _ suggestion: Suggestion? = nil) {
        self.code = code
        self.message = message
        self.suggestion = suggestion
    }

    /// The message.
    public var description: String { message }

    /// The sort of failure. New codes may be added, so a `switch` over them needs a `default`.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Value: String {
            case ambiguous, blank, busy, conflict, damaged, invalidKey, invalidRecord, inputOutput, missingBlob,
                networkDisk,
                newerFormat, noSpace
            case invalidValue, notADirectory, notFound, permissionDenied, readOnlyFileSystem, tooLarge
            case preconditionFailed, unsupported
        }

        private let value: Value

        /// A name or the beginning of an id means several records.
        public static let ambiguous = Code(value: .ambiguous)
        /// A text that is needed has nothing but white space.
        public static let blank = Code(value: .blank)
        /// Another process is using the same thing.
        public static let busy = Code(value: .busy)
        /// The stored record is not what the caller expected.
        public static let conflict = Code(value: .conflict)
        /// Bytes on disk are not those that were written.
        public static let damaged = Code(value: .damaged)
        /// A kind, an id or a name has characters or a length that are not allowed.
        public static let invalidKey = Code(value: .invalidKey)
        /// A record is not a JSON object, or not one of the type asked for.
        public static let invalidRecord = Code(value: .invalidRecord)
        /// The operating system reported a failure that has no code of its own here.
        public static let inputOutput = Code(value: .inputOutput)
        /// A blob that something refers to is not in the store.
        public static let missingBlob = Code(value: .missingBlob)
        /// The library is on a disk of the network, on which changes of several machines can get lost.
        public static let networkDisk = Code(value: .networkDisk)
        /// The library was written by a newer Postcard.
        public static let newerFormat = Code(value: .newerFormat)
        /// The disk, the quota or the file size limit is used up.
        public static let noSpace = Code(value: .noSpace)
        /// A path leads through, or to, something that is not a folder.
        public static let notADirectory = Code(value: .notADirectory)
        /// A file or folder does not exist.
        public static let notFound = Code(value: .notFound)
        /// The user may not do this.
        public static let permissionDenied = Code(value: .permissionDenied)
        /// The stored record is not the version that was to be changed.
        public static let preconditionFailed = Code(value: .preconditionFailed)
        /// The file system is mounted read-only.
        public static let readOnlyFileSystem = Code(value: .readOnlyFileSystem)
        /// A setting, or another value, is not one of those that are possible.
        public static let invalidValue = Code(value: .invalidValue)
        /// Something is larger than the limit.
        public static let tooLarge = Code(value: .tooLarge)
        /// A file is neither a picture nor a video that can be read here.
        public static let unsupported = Code(value: .unsupported)

        /// The code's name.
        public var description: String { value.rawValue }
    }
}
