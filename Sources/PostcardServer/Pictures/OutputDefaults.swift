import PostcardImaging

/// The settings that pictures are written by where their addresses say nothing.
struct OutputDefaults: Sendable {
    /// Formats that clients get that name them as accepted, the best first.
    let formats: [ImageFormat]
    let qualities: [ImageFormat: Int]
    let isProgressive: Bool
    let recovers: Bool

    /// - Throws: ``StartupError`` for a format or a quality that is none.
    init(
        formats names: [String] = ["webp"], qualities texts: [String] = [], isProgressive: Bool = false,
        recovers: Bool = false
    ) throws(StartupError) {
        var formats: [ImageFormat] = []
        for name in names == ["none"] ? [] : names {
            guard let format = ImageFormat(writableExtension: name), [.webp, .avif].contains(format) else {
                throw StartupError(
                    .badSetting,
                    "formats cannot have \"\(name)\". Name avif, webp or both, the one that clients should get first, or none alone."
                )
            }
            formats.append(format)
        }
        var qualities: [ImageFormat: Int] = [:]
        for text in texts {
            let fields = text.split(separator: "=", omittingEmptySubsequences: false)
            guard fields.count == 2, let format = ImageFormat(writableExtension: String(fields[0])),
                let quality = Int(fields[1]), 1...100 ~= quality
            else {
                throw StartupError(
                    .badSetting, "\"\(text)\" is no quality. Write FORMAT=1 to FORMAT=100, as in avif=50.")
            }
            qualities[format] = quality
        }
        (self.formats, self.qualities) = (formats, qualities)
        (self.isProgressive, self.recovers) = (isProgressive, recovers)
    }
}

extension PictureOutput {
    /// Takes over what the address does not say.
    mutating func fill(from defaults: OutputDefaults) {
        qualities.merge(defaults.qualities) { own, _ in own }
        isProgressive = isProgressive ?? defaults.isProgressive
        recovers = defaults.recovers
    }
}
