/// The reason why ffmpeg or ffprobe returned no result.
package enum MediaFailure: Error {
    /// The program is not installed.
    case missing
    /// The file cannot be read, or the program failed. The associated value is the reason, or the last line of the program's messages.
    case unreadable(String)
}
