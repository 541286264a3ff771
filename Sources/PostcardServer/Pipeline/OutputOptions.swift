import PostcardImaging

/// The file options in a URL: format, quality, size, and caching.
struct OutputOptions: Sendable, Equatable {
    /// The format; `nil` to choose it based on the source and the client.
    var format: ImageFormat?
    /// The quality, 0 to 100; `nil` to use the quality of the format or the settings.
    var quality: Int?
    /// The qualities by format, 0 to 100; `quality` overrides them.
    var qualities: [ImageFormat: Int] = [:]
    /// The maximum number of bytes, which is met by lowering the quality; `nil` for no limit.
    var maximumBytes: Int?
    /// True for a progressive JPEG; `nil` to follow the settings.
    var isProgressive: Bool?
    /// True to use the readable part of a damaged source.
    var recovers = false
    /// The time in seconds for which clients may cache the picture; `nil` to use the time in the settings.
    var maximumAge: Int?
    /// The time at which the URL expires, in seconds since 1970; `nil` if it never expires.
    var expires: Int?
    /// The file name for downloads, without a file extension.
    var fileName: String?
    /// True if browsers should download the picture instead of showing it.
    var isAttachment = false

    /// Returns the default quality; AVIF uses a different scale.
    private static func standardQuality(for format: ImageFormat) -> Int { format == .avif ? 60 : 85 }
    /// The lowest quality to try for `maximumBytes`.
    static let minimumQuality = 10

    func quality(for format: ImageFormat) -> Int { quality ?? qualities[format] ?? Self.standardQuality(for: format) }

    /// The options that affect the bytes, except the format, as a string for cache keys.
    var recipe: String {
        let qualities = qualities.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key.rawValue)\($0.value)" }
        return "q\(quality ?? -1) \(qualities.joined(separator: " ")) b\(maximumBytes ?? -1) p\(isProgressive == true)"
            + (recovers ? " recover" : "")
    }

    /// Sets the options that the URL omits to their values in the settings.
    mutating func fill(from defaults: OutputOptions) {
        qualities.merge(defaults.qualities) { own, _ in own }
        isProgressive = isProgressive ?? defaults.isProgressive
        recovers = defaults.recovers
    }
}
