import PostcardFiles
import SystemPackage

/// A filter for video files. A copy with its changes applied contains only video, sound and allowed metadata, at unchanged offsets.
enum VideoFilter {
    /// Returns the changes that a shared copy needs.
    ///
    /// - Returns: `nil` for a container without a filter, and for a file that cannot be parsed.
    static func edit(of path: FilePath) throws(FileError) -> FileEdit? {
        let file = try OpenFile(path, .reading)
        let head = try file.read(VideoContainer.headLength, at: 0)
        switch VideoContainer.fileExtension(sniffing: head) {
        case "mp4", "mov", "3gp": return try MovieFileFilter(file).edit()
        case "mkv", "webm": return try MatroskaFilter(file).edit()
        case "avi": return try AVIFilter(file).edit()
        default: return nil
        }
    }
}
