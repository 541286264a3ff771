package import SystemPackage

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
    public enum Code: String, Sendable {
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
        /// Something else is where a file or folder is to be written.
        case exists
        /// A record is not a JSON object, or not one of the type asked for.
        case invalidRecord
        /// The operating system reported a failure that has no code of its own here.
        case inputOutput
        /// A blob that something refers to is not in the store.
        case missingBlob
        /// A path leads to a folder, and a file is needed.
        case isADirectory
        /// The library is on a disk of the network, on which changes of several machines can get lost.
        case networkDisk
        /// The library was written by a newer Postcard.
        case newerFormat
        /// A place has no photos but those that its album has.
        case noOtherPhotos
        /// A photo does not tell where it was taken.
        case noPosition
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
    }
}

extension LibraryError {
    /// A way out of an error.
    public enum Suggestion: Sendable, Hashable {
        /// List the records of a kind, for a place those of the journal with this id; where it is exact, beginnings of ids do not do.
        case list(kind: String, of: String? = nil, isExact: Bool = false)
        /// List what was deleted and can be restored.
        case listDeleted
        /// Download the album of the pin with this id.
        case downloadAlbum(of: String)
        /// Replace what is there, or name something else.
        case replace(Target)
        /// Share without removing positions; or leave the item out, if it is one of several.
        case shareWithPositions(orLeaveOut: Bool)
        /// Tell the results of pictures apart: by their folders, if the pictures have the same names, or else by their types.
        case tellApart(sameNames: Bool)
        /// Change the library over HTTP, on the machine that has the disk.
        case changeOverHTTP
        /// Name a library.
        case nameLibrary
        /// Raise the limit for the bytes of a file.
        case raiseByteLimit

        /// Something that is replaced only when that is asked for.
        public enum Target: Sendable, Hashable {
            /// A file.
            case file
            /// A file among results that is not as Postcard made it.
            case result
            /// A folder that is not empty.
            case folder
            /// An export of a library.
            case export
            /// A template.
            case template
        }
    }
}

extension LibraryError {
    /// The error for a failed system call.
    ///
    /// - Parameters:
    ///   - errno: what the call reported.
    ///   - action: what was being done, to follow "Cannot", such as "read".
    ///   - path: what it was done to.
    package init(_ errno: Errno, while action: String, _ path: FilePath) {
        let (code, advice) = Self.codeAndAdvice(for: errno)
        self.init(code, "Cannot \(action) \(path): \(errno.description.lowercased()).\(advice.map { " \($0)" } ?? "")")
    }

    private static func codeAndAdvice(for errno: Errno) -> (Code, String?) {
        switch errno {
        case .noSuchFileOrDirectory: (.notFound, "Check the path.")
        case .notDirectory: (.notADirectory, "A part of the path is a file; name a folder.")
        case .permissionDenied, .notPermitted:
            (.permissionDenied, "Check its owner and permissions and those of the folders above it.")
        case .readOnlyFileSystem: (.readOnlyFileSystem, "Use a folder on a disk that can be written to.")
        case .noSpace, .diskQuotaExceeded: (.noSpace, "Free some space; nothing was changed.")
        case .fileTooLarge: (.noSpace, "The limit on the size of files was reached (ulimit -f); nothing was changed.")
        case .tooManyOpenFiles, .tooManyOpenFilesInSystem:
            (.inputOutput, "Too many files are open; raise the limit (ulimit -n).")
        case .isDirectory: (.isADirectory, "Name a file in it.")
        case .illegalSeek: (.inputOutput, "It is a pipe; send it to standard input, named -.")
        case .ioError: (.inputOutput, "If it happens again, check the disk.")
        default: (.inputOutput, nil)
        }
    }

    /// The error for a file that became shorter although nobody who keeps to the rules does that.
    package static func changedWhileReading(_ path: FilePath) -> LibraryError {
        LibraryError(.inputOutput, "\(path) was cut off by another program while it was read. Try again.")
    }
}
