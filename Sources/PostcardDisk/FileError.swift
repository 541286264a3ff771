package import SystemPackage

/// An error of files or of the records in them: a code for programs, a message for people, and a suggestion for callers to phrase.
public struct FileError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of error.
    public let code: Code
    /// The message: what went wrong, where and why, and what to do if that is the same for all callers.
    public let message: String
    /// A remedy that each caller phrases in its own words, such as an option of a command; `nil` if there is none.
    package let suggestion: Suggestion?

    /// Makes an error.
    package init(_ code: Code, _ message: String, _ suggestion: Suggestion? = nil) {
        self.code = code
        self.message = message
        self.suggestion = suggestion
    }

    /// The message.
    public var description: String { message }

    /// The kind of error.
    public enum Code: String, Sendable {
        /// Another process uses the file or the library.
        case busy
        /// The id of a new record is used already.
        case conflict
        /// Bytes on disk differ from those that were written.
        case damaged
        /// A kind, an id or a name has a wrong length or characters that are not allowed.
        case invalidKey
        /// A file or folder is already where one is to be written.
        case exists
        /// A record is not a JSON object, or does not fit its type.
        case invalidRecord
        /// The operating system reported an error that has no code of its own here.
        case inputOutput
        /// A blob that a record refers to is not in the store.
        case missingBlob
        /// A path names a folder where a file is needed.
        case isADirectory
        /// The library is on a network disk, where changes of several machines can get lost.
        case networkDisk
        /// The library was written by a newer version of Postcard.
        case newerFormat
        /// The disk is full, or the quota or the limit on file sizes is reached.
        case noSpace
        /// A part of a path is not a folder.
        case notADirectory
        /// A file or folder does not exist.
        case notFound
        /// The user lacks the permission.
        case permissionDenied
        /// The file system is mounted read-only.
        case readOnlyFileSystem
        /// A value is not one of the allowed ones.
        case invalidValue
        /// A file, a record or a number is above its limit.
        case tooLarge
        /// A named pipe, an address or a folder that cannot be read or written here.
        case unsupported
    }
}

extension FileError {
    /// A remedy for an error.
    package enum Suggestion: Sendable, Hashable {
        /// Replace what exists, or choose another name.
        case replace(Target)
        /// Give results different names: by the folders of their pictures below `base`, or else, for `nil`, by file types.
        case tellApart(base: String?)
        /// Change the library over HTTP, on the machine that has its disk.
        case changeOverHTTP
        /// Raise the limit on the bytes of a file.
        case raiseByteLimit

        /// A kind of thing that is replaced only on request.
        package enum Target: Sendable, Hashable {
            /// A file.
            case file
            /// A file among results that was changed after Postcard had made it.
            case result
            /// A folder that is not empty.
            case folder
        }
    }
}

extension FileError {
    /// Makes the error for a failed system call.
    ///
    /// - Parameter action: the verb that follows "Cannot" in the message, such as "read".
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

    /// Returns the error for a file that another program made shorter during a read.
    package static func changedWhileReading(_ path: FilePath) -> FileError {
        FileError(.inputOutput, "\(path) was cut off by another program while it was read. Try again.")
    }
}

extension FileError {
    /// The error of a writer that waited too long for another one.
    package static let busy = FileError(
        .busy, "Another process is changing the library. Try again when it is done.")
}
