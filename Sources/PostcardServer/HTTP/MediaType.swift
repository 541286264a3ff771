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

/// The format of a result, and whether another client would get another one from the same URL.
struct FormatChoice: Sendable, Equatable {
    let format: ImageFormat
    let dependsOnAccept: Bool

    /// - Parameters:
    ///   - explicit: the format that the URL names; it wins over all.
    ///   - source: the format of the source.
    ///   - accept: what the client takes.
    ///   - preferred: formats that clients get who name them, the best first.
    init(
        explicit: ImageFormat?, source: ImageFormat, accept: AcceptHeader, preferred: [ImageFormat] = [.webp]
    ) {
        if let explicit {
            (format, dependsOnAccept) = (explicit, false)
            return
        }
        dependsOnAccept = true
        let usual = Self.usual(for: source)
        let welcome = accept.quality(of: usual.mediaType)
        // An animation stays one.
        let better = preferred.first { format in
            accept.names(format.mediaType) && accept.quality(of: format.mediaType) >= welcome
        }
        if usual != .gif, let better {
            format = better
        } else if welcome > 0 {
            format = usual
        } else {
            // Where nothing that we write is welcome, the usual format is of more use than a refusal.
            let others = [ImageFormat.webp, .jpeg, .png].filter { accept.quality(of: $0.mediaType) > 0 }
            format = others.max { accept.quality(of: $0.mediaType) < accept.quality(of: $1.mediaType) } ?? usual
        }
    }

    /// The result's format when nobody asks for one: AVIF and HEIC take long to write, and the formats that become PNG are not for
    /// the web.
    private static func usual(for source: ImageFormat) -> ImageFormat {
        switch source {
        case .jpeg, .heic, .avif, .raw: .jpeg
        case .png, .bmp, .tiff, .ico, .jxl, .tga, .wbmp, .xbm: .png
        case .webp: .webp
        case .gif: .gif
        }
    }
}
