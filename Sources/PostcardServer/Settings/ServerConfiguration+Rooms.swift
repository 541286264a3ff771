import HTTPTypes
import PostcardImaging

/// The settings that each part of the service takes.
extension ServerConfiguration {
    /// The pictures that the settings put into addresses.
    private var givenPictures: [String] { [watermark, fallback].filter { !$0.isEmpty } }

    var access: AccessSettings {
        AccessSettings(
            keys: keys, imgproxyKeys: imgproxyKeys, tokens: tokens, tokenFile: tokenFile, hasLibrary: !library.isEmpty,
            isLibraryPublic: publicLibrary, rate: rate, burst: burst, trustedProxies: trustedProxies,
            corsOrigins: corsOrigins, allowedNames: allowedNames, host: host, publicAddress: publicAddress,
            images: images, allowedHosts: allowedHosts, givenPictures: givenPictures)
    }

    var pictures: PictureSettings {
        get throws(StartupError) {
            PictureSettings(
                defaults: try OutputDefaults(self), allowsUnsigned: allowsUnsigned, publicAddress: publicAddress,
                lenientFilters: lenientFilters, clientHints: clientHints, fallback: fallback,
                sharing: PictureSettings.Sharing(rawValue: resultsFor) ?? .signed, maximumAge: maximumAge,
                sharedDirectives: sharedDirectives, tagField: tagField, maximumBodyBytes: bodyBytes,
                queueLength: limits.queueLength)
        }
    }

    /// The directives for shared caches alone, after the age for all. `fresh` is the time for which the sources are.
    private func sharedDirectives(fresh: Int) -> String {
        let shared = "s-maxage="
        return cacheControl.split(separator: ",").map { $0.trimmingSpaces() }.filter { !$0.isEmpty }.map { directive in
            guard directive.hasPrefix(shared), let seconds = Int(directive.dropFirst(shared.count)) else {
                return ", \(directive)"
            }
            return ", \(shared)\(min(seconds, fresh))"
        }.joined()
    }

    /// The field with the tags of a result's sources, and what stands between them.
    private var tagField: (name: HTTPField.Name, separator: String)? {
        HTTPField.Name(cacheTags).map { ($0, cacheTags.lowercased() == "surrogate-key" ? " " : ",") }
    }
}

extension Presets {
    init(_ settings: ServerConfiguration) throws(StartupError) {
        try self.init(
            settings.presets, sources: settings.presetSources, watermark: settings.watermark,
            given: settings.access.givenPictures)
    }
}

extension OutputDefaults {
    /// - Throws: ``StartupError`` for a format or a quality that is none.
    init(_ settings: ServerConfiguration) throws(StartupError) {
        let names = settings.formats == ["none"] ? [] : settings.formats
        let formats = try names.map { name throws(StartupError) in
            guard let format = ImageFormat(writableExtension: name), [.webp, .avif].contains(format) else {
                throw StartupError(
                    .badSetting,
                    "formats cannot have \"\(name)\". Name avif, webp or both, the one that clients should get first, or none alone."
                )
            }
            return format
        }
        var qualities: [ImageFormat: Int] = [:]
        for text in settings.qualities {
            let fields = text.split(separator: "=", omittingEmptySubsequences: false)
            guard fields.count == 2, let format = ImageFormat(writableExtension: String(fields[0])),
                let quality = Int(fields[1]), 1...100 ~= quality
            else {
                throw StartupError(
                    .badSetting, "\"\(text)\" is no quality. Write FORMAT=1 to FORMAT=100, as in avif=50.")
            }
            qualities[format] = quality
        }
        self.init(
            formats: formats, qualities: qualities, isProgressive: settings.progressive, recovers: settings.recover)
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
