import PostcardImaging

/// The file that a picture becomes, as far as its address says.
struct PictureOutput: Sendable, Equatable {
    /// `nil` for what the source and the client suggest.
    var format: ImageFormat?
    /// 0 to 100; `nil` for that of the format, or of the settings.
    var quality: Int?
    /// 0 to 100 for a format; less than a quality that is said for all of them.
    var qualities: [ImageFormat: Int] = [:]
    /// The most bytes; the quality is as high as they allow.
    var maximumBytes: Int?
    /// `true` to show a JPEG as a whole from its first bytes on; `nil` for what the settings say.
    var isProgressive: Bool?
    /// `true` to show what can be read of a damaged source.
    var recovers = false
    /// Seconds for which clients may keep it; `nil` for the usual time.
    var maximumAge: Int?
    /// Seconds since 1970 after which the address is refused.
    var expires: Int?
    /// The name under which browsers save it, without an extension.
    var fileName: String?
    /// `true` to have browsers save it instead of showing it.
    var isAttachment = false

    /// The quality where nobody says one: AVIF counts otherwise.
    private static func usualQuality(for format: ImageFormat) -> Int { format == .avif ? 60 : 85 }
    /// Less is not tried for the sake of bytes.
    static let leastQuality = 10

    func quality(for format: ImageFormat) -> Int { quality ?? qualities[format] ?? Self.usualQuality(for: format) }

    /// A text that is the same for the same bytes only, besides the format.
    var recipe: String {
        let qualities = qualities.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key.rawValue)\($0.value)" }
        return "q\(quality ?? -1) \(qualities.joined(separator: " ")) b\(maximumBytes ?? -1) p\(isProgressive == true)"
            + (recovers ? " recover" : "")
    }

    /// The file, with the highest quality whose bytes are allowed.
    ///
    /// - Throws: `ImageError`.
    func encoded(_ image: Image, as format: ImageFormat) throws -> [UInt8] {
        func file(_ quality: Int) throws -> [UInt8] {
            try ImageWork.checkpoint()
            var options = try EncodingOptions(format: format, quality: quality)
            options.isProgressive = isProgressive == true
            return try image.encoded(options)
        }
        let wanted = quality(for: format)
        let first = try file(wanted)
        guard let maximumBytes, first.count > maximumBytes, format != .png, format != .gif else { return first }
        // Files grow with the quality, so the highest that is allowed is found by halves.
        var (low, high) = (min(Self.leastQuality, wanted), wanted)
        var best = try file(low)
        guard best.count <= maximumBytes else { return best }
        while high - low > 1 {
            let middle = (low + high) / 2
            let tried = try file(middle)
            if tried.count <= maximumBytes { (low, best) = (middle, tried) } else { high = middle }
        }
        return best
    }
}

extension PictureOutput {
    /// Takes over what the address does not say from that of the settings.
    mutating func fill(from defaults: PictureOutput) {
        qualities.merge(defaults.qualities) { own, _ in own }
        isProgressive = isProgressive ?? defaults.isProgressive
        recovers = defaults.recovers
    }
}
