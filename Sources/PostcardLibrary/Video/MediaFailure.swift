package import PostcardDisk
package import SystemPackage

/// The reason why ffmpeg or ffprobe returned no result.
package enum MediaFailure: Error {
    /// The program is not installed.
    case missing
    /// The file cannot be read, or the program failed. The associated value is the reason, or the last line of the program's messages.
    case unreadable(String)

    /// Returns the error that reports this failure for a video file.
    package func error(of path: FilePath) -> FileError {
        switch self {
        case .missing: FileError(.unsupported, "\(path) is a video. To use its frames, install ffmpeg.")
        case .unreadable(let reason): FileError(.unsupported, "Can't read the video \(path): \(reason).")
        }
    }
}
