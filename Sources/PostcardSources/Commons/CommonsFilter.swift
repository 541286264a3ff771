import PlatformFoundation

/// The part of a query that the service cannot answer itself.
struct CommonsFilter {
    /// The parts of a file's description that are requested.
    static let metadata = [
        "LicenseShortName", "License", "LicenseUrl", "AttributionRequired", "Attribution", "Artist", "ImageDescription",
        "ObjectName", "DateTimeOriginal", "Categories", "NonFree",
    ]

    /// The formats that decoders read and thumbnails are made of without rasterization, unlike SVG or PDF.
    private static let types: Set<String> = ["image/jpeg", "image/png", "image/webp", "image/gif"]

    private let words: [Substring]
    private let licenses: Set<License>
    /// The earliest upload, in the form of a file's own time stamp.
    private let since: String?

    init(_ query: PhotoQuery) {
        words = query.text.lowercased().split(whereSeparator: \.isWhitespace)
        licenses = query.licenses
        since = query.since?.formatted(.iso8601)
    }

    /// Tells if a file is a picture that was asked for.
    func matches(_ file: CommonsFile, title: String) -> Bool {
        guard Self.types.contains(file.mime), file.width > 0, file.height > 0 else { return false }
        guard licenses.isEmpty || licenses.contains(License(commons: file.metadata)) else { return false }
        // Both are in UTC and of the same length, so that the order of the texts is that of the times.
        if let since, file.timestamp ?? "" < since { return false }
        guard !words.isEmpty else { return true }
        let description = HTMLText.plain(file.metadata["ImageDescription"] ?? "", limit: 10_000)
        let text = "\(title) \(description) \(file.metadata["Categories"] ?? "")".lowercased()
        return words.allSatisfy { text.contains($0) }
    }
}
