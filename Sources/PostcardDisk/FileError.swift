package import SystemPackage

/// An error about files or their records: a code for programs, a message for people, and a suggestion that callers phrase.
public struct FileError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of error.
    public let code: Code
    /// The message: what happened, to what and why, and what to do, unless the remedy differs between callers.
    public let message: String
    /// A remedy that each caller phrases, such as a command option; `nil` if there is none.
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
        /// Another process is using the file or the library.
        case busy
        /// The id of a new record is already in use.
        case conflict
        /// Bytes on disk differ from the bytes that were written.
        case damaged
        /// A kind, id or name has the wrong length or invalid characters.
        case invalidKey
        /// A file or folder with this name already exists.
        case exists
        /// A record is not a JSON object, or does not match its type.
        case invalidRecord
        /// The operating system reported an error that has no separate code here.
        case inputOutput
        /// A blob that a record refers to is not in the store.
        case missingBlob
        /// A path refers to a folder where a file is needed.
        case isADirectory
        /// The library is on a network disk, where changes made from several machines can be lost.
        case networkDisk
        /// The library was written by a newer version of Postcard.
        case newerFormat
        /// The disk is full, or the disk quota or file size limit has been reached.
        case noSpace
        /// Part of a path is not a folder.
        case notADirectory
        /// A file or folder does not exist.
        case notFound
        /// The user does not have permission.
        case permissionDenied
        /// The file system is mounted read-only.
        case readOnlyFileSystem
        /// A value is not allowed.
        case invalidValue
        /// A file, a record or a number exceeds its limit.
        case tooLarge
        /// A named pipe, URL or folder that can't be read or written here.
        case unsupported
    }
}

extension FileError {
    /// A remedy for an error.
    package enum Suggestion: Sendable, Hashable {
        /// Replace the existing item, or choose another name.
        case replace(Target)
        /// Give results different names, based on the folders of their pictures inside `base` or, if `base` is `nil`, on file types.
        case distinguishNames(base: String?)
        /// Change the library over HTTP, through the machine that has the library's disk.
        case changeOverHTTP
        /// Raise the file size limit.
        case raiseByteLimit

        /// A kind of item that is replaced only on request.
        package enum Target: Sendable, Hashable {
            /// A file.
            case file
            /// A result file that was changed after Postcard made it.
            case result
            /// A folder that is not empty.
            case folder
        }
    }
}

extension FileError {
    /// Makes the error for a failed system call.
    ///
    /// - Parameter action: the verb that follows "Can't" in the message, such as "read".
    package init(_ errno: Errno, while action: String, _ path: FilePath) {
        let (code, advice) = Self.codeAndAdvice(for: errno)
        self.init(code, "Can't \(action) \(path): \(errno.description.lowercased()).\(advice.map { " \($0)" } ?? "")")
    }

    private static func codeAndAdvice(for errno: Errno) -> (Code, String?) {
        switch errno {
        case .noSuchFileOrDirectory: (.notFound, "Check the path.")
        case .notDirectory: (.notADirectory, "Part of the path is a file. Use a folder.")
        case .permissionDenied, .notPermitted:
            (.permissionDenied, "Check the owner and permissions of this path and its parent folders.")
        case .readOnlyFileSystem: (.readOnlyFileSystem, "Use a folder on a writable disk.")
        case .noSpace, .diskQuotaExceeded: (.noSpace, "Free some space. Nothing was changed.")
        case .fileTooLarge: (.noSpace, "The file size limit was reached (ulimit -f). Nothing was changed.")
        case .tooManyOpenFiles, .tooManyOpenFilesInSystem:
            (.inputOutput, "Too many files are open. Raise the limit (ulimit -n).")
        case .isDirectory: (.isADirectory, "Use a file in that folder.")
        case .illegalSeek: (.inputOutput, "The file is a pipe. Send it to standard input, and use - as the name.")
        case .ioError: (.inputOutput, "If this happens again, check the disk.")
        default: (.inputOutput, nil)
        }
    }

    /// Returns the error for a file that another program truncated during a read.
    package static func changedWhileReading(_ path: FilePath) -> FileError {
        FileError(.inputOutput, "Another program truncated \(path) while Postcard was reading it. Try again.")
    }
}

extension FileError {
    /// The error for a writer that waited too long for another writer.
    package static let busy = FileError(
        .busy, "Another process is changing the library. Try again when it is done.")
}
