import HTTPTypes
import PostcardImaging

/// The media types of the files in a library.
enum MediaType {
    /// The bytes of a file that tell what it is.
    static let headLength = PictureSniffing.byteCount

    /// By its first bytes for pictures, and by what the record says for videos, which ffmpeg had to read before they came in.
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

/// Tells pictures from other files by their first bytes.
enum PictureSniffing {
    /// As many bytes as the longest signature needs.
    static let byteCount = 32

    static func check(_ bytes: [UInt8]) throws(HTTPError) {
        guard ImageFormat(sniffing: bytes.span.bytes) != nil else {
            throw unknownFormat
        }
    }

    static let unknownFormat = HTTPError(
        .unsupportedMediaType, "The file is not a picture of a known format.")
}
