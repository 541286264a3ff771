import PostcardCore

/// The settings for addresses in imgproxy's scheme.
struct ImgproxySettings: Sendable {
    /// The options of presets by name; those of `default` apply to each address.
    var presets: [NameKey: [ImgproxyOption]] = [:]
    /// The name of the watermark picture; `nil` for none.
    var watermark: String?

    /// The name of the preset that applies to each address.
    static let defaultPreset = "default"
}
