import PostcardImaging

/// The options of the file in an address: format, quality, bytes, and caching.
struct OutputOptions: Sendable, Equatable {
    /// The format; `nil` for the one that source and client suggest.
    var format: ImageFormat?
    /// The quality, 0 to 100; `nil` for that of the format, or of the settings.
    var quality: Int?
    /// The qualities of formats, 0 to 100; `quality` comes before them.
    var qualities: [ImageFormat: Int] = [:]
    /// The largest number of bytes, for which the quality is lowered; `nil` for no limit.
    var maximumBytes: Int?
    /// True for a progressive JPEG; `nil` for the choice of the settings.
    var isProgressive: Bool?
    /// True to use the readable part of a damaged source.
    var recovers = false
    /// The seconds for which clients may cache the picture; `nil` for those of the settings.
    var maximumAge: Int?
    /// The time in seconds since 1970 at which the address expires; `nil` for never.
    var expires: Int?
    /// The file name for downloads, without an extension.
    var fileName: String?
    /// True to let browsers download the picture instead of showing it.
    var isAttachment = false

    /// Returns the default quality; AVIF has another scale.
    private static func usualQuality(for format: ImageFormat) -> Int { format == .avif ? 60 : 85 }
    /// The lowest quality that is tried to reach `maximumBytes`.
    static let leastQuality = 10

    func quality(for format: ImageFormat) -> Int { quality ?? qualities[format] ?? Self.usualQuality(for: format) }

    /// The options that the bytes depend on, besides the format, as a text for cache keys.
    var recipe: String {
        let qualities = qualities.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key.rawValue)\($0.value)" }
        return "q\(quality ?? -1) \(qualities.joined(separator: " ")) b\(maximumBytes ?? -1) p\(isProgressive == true)"
            + (recovers ? " recover" : "")
    }

    /// Sets the options that the address leaves out to those of the settings.
    mutating func fill(from defaults: OutputOptions) {
        qualities.merge(defaults.qualities) { own, _ in own }
        isProgressive = isProgressive ?? defaults.isProgressive
        recovers = defaults.recovers
    }
}
