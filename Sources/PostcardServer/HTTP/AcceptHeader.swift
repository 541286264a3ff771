import PostcardCore
import PostcardImaging

/// The `Accept` header of a request, RFC 9110 section 12.5.1.
struct AcceptHeader: Sendable {
    /// The media types and ranges, such as `image/*` and `*/*`, with their qualities.
    private let ranges: [(name: String, quality: Double)]

    /// - Parameter text: the value of the header; if it is missing or invalid, all media types are accepted.
    init(_ text: String?) {
        ranges = Self.weighted(text ?? "").filter { range in
            let parts = range.name.split(separator: "/", omittingEmptySubsequences: false)
            return parts.count == 2 && !parts.contains("")
        }
    }

    /// Returns the entries of a header with their qualities, RFC 9110 section 12.4.2.
    static func weighted(_ field: String) -> [(name: String, quality: Double)] {
        field.split(separator: ",").prefix(64).map { entry in
            let parts = entry.split(separator: ";").map { $0.trimmingSpaces().lowercased() }
            let quality = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            return (parts.first ?? "", min(1, max(0, quality)))
        }
    }

    /// Returns the quality of a media type according to the most specific range, from 0 (not accepted) to 1.
    func quality(of mediaType: String) -> Double {
        guard !ranges.isEmpty else { return 1 }
        let group = "\(mediaType.prefix { $0 != "/" })/*"
        return [mediaType, group, "*/*"].lazy.compactMap { name in ranges.first { $0.name == name }?.quality }.first
            ?? 0
    }

    /// Returns true if a media type is listed by name, not only covered by a wildcard: clients that send `*/*` might not support new
    /// formats.
    func names(_ mediaType: String) -> Bool { ranges.contains { $0.name == mediaType && $0.quality > 0 } }
}

// MARK: Format choice

extension AcceptHeader {
    /// Returns the format of a result whose URL does not specify one.
    ///
    /// - Parameters:
    ///   - source: the format of the source, or the format that suits the result.
    ///   - preferred: the formats for clients that accept them, best first.
    ///   - unfit: the formats that can't represent the result, for example because a side is too long.
    func format(
        forSource source: ImageFormat, preferred: [ImageFormat] = [.webp], besides unfit: Set<ImageFormat> = []
    ) -> ImageFormat {
        let usualFormat = Self.usualFormat(for: source)
        let usualQuality = unfit.contains(usualFormat) ? 0 : quality(of: usualFormat.mediaType)
        let better = preferred.first {
            !unfit.contains($0) && names($0.mediaType) && quality(of: $0.mediaType) >= usualQuality
        }
        // Animations stay GIF.
        if usualFormat != .gif, let better { return better }
        guard usualQuality == 0 else { return usualFormat }
        // The usual format is not accepted. Use one of three other formats if the client accepts it, or else the usual format, which is
        // more useful than an error.
        let others = [ImageFormat.webp, .jpeg, .png].filter { !unfit.contains($0) && quality(of: $0.mediaType) > 0 }
        return others.max { quality(of: $0.mediaType) < quality(of: $1.mediaType) } ?? usualFormat
    }

    /// Returns the usual format of a result: the source's format if that is JPEG, PNG, WebP or GIF. AVIF is slow to encode, and other
    /// formats can't be written.
    private static func usualFormat(for source: ImageFormat) -> ImageFormat {
        switch source {
        case .jpeg, .heic, .avif, .raw: .jpeg
        case .png, .bmp, .tiff, .ico, .jxl, .tga: .png
        case .webp: .webp
        case .gif: .gif
        }
    }
}
