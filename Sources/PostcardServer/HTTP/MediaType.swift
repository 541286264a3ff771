import HTTPTypes
import PostcardImaging

/// The media types of the files in a library.
enum MediaType {
    /// The bytes at the beginning of a file that tell its type.
    static let headLength = PictureSniffing.byteCount

    /// Returns the media type of a picture by its first bytes, and otherwise that of a video by the format of its record.
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

/// The check that a file is a picture, by its first bytes.
enum PictureSniffing {
    /// The number of bytes of the longest signature.
    static let byteCount = 32

    static func check(_ bytes: [UInt8]) throws(HTTPError) {
        guard ImageFormat(sniffing: bytes.span.bytes) != nil else {
            throw unknownFormat
        }
    }

    static let unknownFormat = HTTPError(
        .unsupportedMediaType, "The file is not a picture of a known format.")
}

// MARK: Choice of format

/// The format of a result, and whether it depends on the field `Accept`.
struct FormatChoice: Sendable, Equatable {
    let format: ImageFormat
    let dependsOnAccept: Bool

    /// Chooses the format.
    ///
    /// - Parameters:
    ///   - explicit: the format in the URL, which comes before all others.
    ///   - source: the format of the source.
    ///   - accept: the media types that the client accepts.
    ///   - preferred: the formats for clients that name them in `Accept`, the best first.
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
        // Animations stay GIF.
        let better = preferred.first { format in
            accept.names(format.mediaType) && accept.quality(of: format.mediaType) >= welcome
        }
        if usual != .gif, let better {
            format = better
        } else if welcome > 0 {
            format = usual
        } else {
            // No written format is accepted: the usual one is of more use than a refusal.
            let others = [ImageFormat.webp, .jpeg, .png].filter { accept.quality(of: $0.mediaType) > 0 }
            format = others.max { accept.quality(of: $0.mediaType) < accept.quality(of: $1.mediaType) } ?? usual
        }
    }

    /// Returns the format of a result without an explicit one. AVIF and HEIC are slow to encode, and the formats that become PNG are not for the web.
    private static func usual(for source: ImageFormat) -> ImageFormat {
        switch source {
        case .jpeg, .heic, .avif, .raw: .jpeg
        case .png, .bmp, .tiff, .ico, .jxl, .tga, .wbmp, .xbm: .png
        case .webp: .webp
        case .gif: .gif
        }
    }
}
