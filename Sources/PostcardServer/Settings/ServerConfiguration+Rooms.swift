import HTTPTypes
import PostcardImaging

extension ServerConfiguration: AccessSettings, PictureSettings {
    var givenPictures: [String] { [watermark, fallback].filter { !$0.isEmpty } }

    var resultSharing: ResultSharing? { ResultSharing(rawValue: resultsFor) }

    /// Returns the directives for shared caches, with `s-maxage` of at most `fresh` seconds.
    func sharedDirectives(fresh: Int) -> String {
        let shared = "s-maxage="
        return cacheControl.split(separator: ",").map { $0.trimmingSpaces() }.filter { !$0.isEmpty }.map { directive in
            guard directive.hasPrefix(shared), let seconds = Int(directive.dropFirst(shared.count)) else {
                return ", \(directive)"
            }
            return ", \(shared)\(min(seconds, fresh))"
        }.joined()
    }

    /// The field with the cache tags of a result's sources, and their separator; `nil` for none.
    var tagField: (name: HTTPField.Name, separator: String)? {
        HTTPField.Name(cacheTags).map { ($0, cacheTags.lowercased() == "surrogate-key" ? " " : ",") }
    }

    /// Returns the formats for clients that name them in `Accept`, the best first.
    ///
    /// - Throws: ``StartupError`` for an invalid format.
    func preferredFormats() throws(StartupError) -> [ImageFormat] {
        try (formats == ["none"] ? [] : formats).map { name throws(StartupError) in
            guard let format = ImageFormat(writableExtension: name), [.webp, .avif].contains(format) else {
                throw .badSetting(
                    "formats cannot have \"\(name)\". Name avif, webp or both, the one that clients should get first, or none alone."
                )
            }
            return format
        }
    }
}

/// The requests whose results replicas share: those for presets, signed ones too, or all.
enum ResultSharing: String {
    case presets, signed, all
}

extension Presets {
    init(_ settings: ServerConfiguration) throws(StartupError) {
        try self.init(
            settings.presets, watermark: settings.watermark, given: settings.givenPictures)
    }
}

extension PictureOutput {
    /// Makes the file options of the settings, for addresses without their own.
    ///
    /// - Throws: ``StartupError`` for an invalid quality.
    init(_ settings: ServerConfiguration) throws(StartupError) {
        isProgressive = settings.progressive
        recovers = settings.recover
        for text in settings.qualities {
            let fields = text.split(separator: "=", omittingEmptySubsequences: false)
            guard fields.count == 2, let format = ImageFormat(writableExtension: String(fields[0])),
                let quality = Int(fields[1]), 1...100 ~= quality
            else {
                throw .badSetting("\"\(text)\" is no quality. Write FORMAT=1 to FORMAT=100, as in avif=50.")
            }
            qualities[format] = quality
        }
    }
}

extension APIFeatures {
    init(_ settings: ServerConfiguration, presets: Presets, hasApp: Bool) {
        self.init(
            hasLibrary: !settings.library.isEmpty, isLibraryPublic: settings.publicLibrary, hasApp: hasApp,
            allowsUnsigned: settings.allowsUnsigned, hasKeys: !settings.keys.isEmpty || !settings.imgproxyKeys.isEmpty,
            presets: presets.names)
    }
}
