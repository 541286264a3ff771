import HTTPTypes
import PostcardImaging

/// The media types of the files in a library.
enum MediaType {
    /// Returns the media type of a picture by its first bytes, or else the media type of a video by the format in its record.
    static func of(_ head: [UInt8], video format: String?) -> String {
        if let format = ImageFormat(sniffing: head.span.bytes) { return format.mediaType }
        return switch format {
        case "mp4": "video/mp4"
        case "mov": "video/quicktime"
        case "webm": "video/webm"
        case "mkv": "video/matroska"
        case "avi": "video/vnd.avi"
        case "ogv": "video/ogg"
        case "3gp": "video/3gpp"
        case "mpg": "video/mpeg"
        case "ts": "video/mp2t"
        default: "application/octet-stream"
        }
    }
}
