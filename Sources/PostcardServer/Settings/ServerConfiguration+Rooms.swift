import HTTPTypes
import PostcardImaging

extension ServerConfiguration: AccessSettings, PictureSettings {
    var givenPictures: [String] { [watermark, fallback].filter { !$0.isEmpty } }

    var resultSharing: ResultSharing? { ResultSharing(rawValue: resultsFor) }

    /// The directives for shared caches alone, after the age for all. `fresh` is the time for which the sources are.
    func sharedDirectives(fresh: Int) -> String {
        let shared = "s-maxage="
        return cacheControl.split(separator: ",").map { $0.trimmingSpaces() }.filter { !$0.isEmpty }.map { directive in
            guard directive.hasPrefix(shared), let seconds = Int(directive.dropFirst(shared.count)) else {
                return ", \(directive)"
            }
            return ", \(shared)\(min(seconds, fresh))"
        }.joined()
    }

    /// The field with the tags of a result's sources, and what stands between them.
    var tagField: (name: HTTPField.Name, separator: String)? {
        HTTPField.Name(cacheTags).map { ($0, cacheTags.lowercased() == "surrogate-key" ? " " : ",") }
    }

    /// Formats that clients get that name them as accepted, the best first.
    ///
    /// - Throws: ``StartupError`` for a format that is none.
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
    /// The file that pictures become where their addresses say nothing.
    ///
    /// - Throws: ``StartupError`` for a quality that is none.
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
