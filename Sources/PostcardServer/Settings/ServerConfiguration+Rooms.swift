import HTTPTypes
import PostcardImaging

/// What each part of the service takes of the settings.
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
                sharedDirectives: sharedDirectives, tagField: tagField, maximumBodyBytes: maximumBodyBytes,
                queueLength: queueLength)
        }
    }

    /// What is said to shared caches alone, after the age for all. `fresh` is the time for which the sources are.
    private func sharedDirectives(fresh: Int) -> String {
        var text = ""
        if sharedMaximumAge > 0 { text += ", s-maxage=\(min(sharedMaximumAge, fresh))" }
        if staleWhileRevalidate > 0 { text += ", stale-while-revalidate=\(staleWhileRevalidate)" }
        if staleIfError > 0 { text += ", stale-if-error=\(staleIfError)" }
        return text
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
    init(_ settings: ServerConfiguration) throws(StartupError) {
        try self.init(
            formats: settings.formats, qualities: settings.qualities, isProgressive: settings.progressive,
            recovers: settings.recover)
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
