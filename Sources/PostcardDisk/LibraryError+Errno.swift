package import SystemPackage

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
        case .isDirectory: (.invalidValue, "Name a file in it.")
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
