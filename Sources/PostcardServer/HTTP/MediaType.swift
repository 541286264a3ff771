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
    /// The number of first bytes that the check reads, more than the longest signature.
    static let byteCount = 32

    static func check(_ bytes: [UInt8]) throws(HTTPError) {
        guard ImageFormat(sniffing: bytes.span.bytes) != nil else {
            throw unknownFormat
        }
    }

    static let unknownFormat = HTTPError(
        .unsupportedMediaType, "The file is not a picture of a known format.")
}

// MARK: Accepted media types

/// The `Accept` field of a request, RFC 9110 section 12.5.1.
struct AcceptHeader: Sendable {
    /// The media types and ranges, such as `image/*` and `*/*`, with their qualities.
    private let ranges: [(name: String, quality: Double)]

    /// - Parameter text: the field; without a valid one, all media types are accepted.
    init(_ text: String?) {
        ranges = Self.weighted(text ?? "").filter { range in
            let parts = range.name.split(separator: "/", omittingEmptySubsequences: false)
            return parts.count == 2 && !parts.contains("")
        }
    }

    /// Returns the entries of a field with their qualities, RFC 9110 section 12.4.2.
    static func weighted(_ field: String) -> [(name: String, quality: Double)] {
        field.split(separator: ",").prefix(64).map { entry in
            let parts = entry.split(separator: ";").map { $0.trimmingSpaces().lowercased() }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            return (parts.first ?? "", min(1, max(0, quality)))
        }
    }

    /// Returns the quality of a media type by the most specific range, from 0 (not accepted) to 1.
    func quality(of mediaType: String) -> Double {
        guard !ranges.isEmpty else { return 1 }
        let group = "\(mediaType.prefix { $0 != "/" })/*"
        return [mediaType, group, "*/*"].lazy.compactMap { name in ranges.first { $0.name == name }?.quality }.first
            ?? 0
    }

    /// Returns true when a media type is named, not only covered by a wildcard: clients that send `*/*` may not know new formats.
    func names(_ mediaType: String) -> Bool { ranges.contains { $0.name == mediaType && $0.quality > 0 } }
}

// MARK: Choice of format

extension AcceptHeader {
    /// Returns the format of a result whose address names none.
    ///
    /// - Parameters:
    ///   - source: the format of the source, or the one that suits the result.
    ///   - preferred: the formats for clients that name them, the best first.
    func format(forSource source: ImageFormat, preferred: [ImageFormat] = [.webp]) -> ImageFormat {
        let usual = Self.usual(for: source)
        let welcome = quality(of: usual.mediaType)
        let better = preferred.first { names($0.mediaType) && quality(of: $0.mediaType) >= welcome }
        // Animations stay GIF.
        if usual != .gif, let better { return better }
        guard welcome == 0 else { return usual }
        // The usual format is not accepted: one of three others that is, or else the usual one, which is of more use than a refusal.
        let others = [ImageFormat.webp, .jpeg, .png].filter { quality(of: $0.mediaType) > 0 }
        return others.max { quality(of: $0.mediaType) < quality(of: $1.mediaType) } ?? usual
    }

    /// Returns the format of a result for a source: the source's own if that is JPEG, PNG, WebP or GIF. AVIF is slow to encode,
    /// and the others are not written.
    private static func usual(for source: ImageFormat) -> ImageFormat {
        switch source {
        case .jpeg, .heic, .avif, .raw: .jpeg
        case .png, .bmp, .tiff, .ico, .jxl, .tga, .wbmp, .xbm: .png
        case .webp: .webp
        case .gif: .gif
        }
    }
}
