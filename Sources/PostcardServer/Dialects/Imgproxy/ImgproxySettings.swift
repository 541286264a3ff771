import PostcardCore

/// The settings for URLs in imgproxy's scheme.
struct ImgproxySettings: Sendable {
    /// The options of presets by name; those of `default` apply to every URL.
    var presets: [NameKey: [ImgproxyOption]] = [:]
    /// The name of the watermark picture; `nil` if there is none.
    var watermark: String?

    /// The name of the preset that applies to every URL.
    static let defaultPreset = "default"
}
