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

    /// The sort of failure.
    public enum Code: String, Sendable, CustomStringConvertible {
        /// A name or the beginning of an id means several records.
        case ambiguous
        /// A text that is needed has nothing but white space.
        case blank
        /// Another process is using the same thing.
        case busy
        /// The stored record is not what the caller expected.
        case conflict
        /// Bytes on disk are not those that were written.
        case damaged
        /// A kind, an id or a name has characters or a length that are not allowed.
        case invalidKey
        /// A record is not a JSON object, or not one of the type asked for.
        case invalidRecord
        /// The operating system reported a failure that has no code of its own here.
        case inputOutput
        /// A blob that something refers to is not in the store.
        case missingBlob
        /// The library is on a disk of the network, on which changes of several machines can get lost.
        case networkDisk
        /// The library was written by a newer Postcard.
        case newerFormat
        /// The disk, the quota or the file size limit is used up.
        case noSpace
        /// A path leads through, or to, something that is not a folder.
        case notADirectory
        /// A file or folder does not exist.
        case notFound
        /// The user may not do this.
        case permissionDenied
        /// The stored record is not the version that was to be changed.
        case preconditionFailed
        /// The file system is mounted read-only.
        case readOnlyFileSystem
        /// A setting, or another value, is not one of those that are possible.
        case invalidValue
        /// Something is larger than the limit.
        case tooLarge
        /// A file is neither a picture nor a video that can be read here.
        case unsupported

        /// The code's name.
        public var description: String { rawValue }
    }
}
