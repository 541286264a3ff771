internal import PlatformFoundation

extension ServerConfiguration {
    /// Checks that the settings make sense.
    ///
    /// - Throws: ``ServeError`` with code `badSetting`, which names the setting.
    public func validate() throws(ServeError) {
        let positive = [
            ("maximumSourceBytes", maximumSourceBytes), ("sourceBytesInFlight", sourceBytesInFlight),
            ("maximumBodyBytes", maximumBodyBytes),
            ("maximumFetches", maximumFetches), ("maximumPixels", maximumPixels), ("pixelsInFlight", pixelsInFlight),
            ("queueSeconds", queueSeconds),
            ("renderSeconds", renderSeconds), ("fetchSeconds", fetchSeconds), ("clientSeconds", clientSeconds),
            ("maximumConnections", maximumConnections), ("maximumURLBytes", maximumURLBytes),
            ("shutdownSeconds", shutdownSeconds), ("maximumUploadBytes", maximumUploadBytes), ("burst", burst),
        ]
        let natural = [
            ("cacheBytes", cacheBytes), ("queueLength", queueLength), ("fetchedSeconds", fetchedSeconds),
            ("maximumAge", maximumAge), ("rate", rate),
        ]
        for (name, value) in positive where value < 1 { throw ServeError(.badSetting, "\(name) must be 1 or more.") }
        for (name, value) in natural where value < 0 { throw ServeError(.badSetting, "\(name) must not be negative.") }
        guard (0...65_535).contains(port) else { throw ServeError(.badSetting, "port must be 0 to 65535.") }
        guard !host.isEmpty else { throw ServeError(.badSetting, "host must not be empty. Name an address (--host).") }
        let isLibraryAlone = images.isEmpty && allowedHosts.isEmpty && !library.isEmpty
        guard allowsUnsigned || !keys.isEmpty || !presets.isEmpty || isLibraryAlone else {
            throw ServeError(
                .badSetting,
                "Nobody could ask for anything: set a key that signs addresses (POSTCARD_SERVE_KEYS), name presets "
                    + "(--preset), or allow addresses without a signature (--allow-unsigned).")
        }
        _ = try Presets(presets)
        guard publicAddress.isEmpty || publicAddress.hasPrefix("http://") || publicAddress.hasPrefix("https://") else {
            throw ServeError(.badSetting, "publicAddress must begin with http:// or https://.")
        }
    }

    /// The settings as the JSON of a settings file, without keys and tokens.
    public func printed() throws -> String {
        var shown = self
        shown.keys = keys.map { _ in "<secret>" }
        shown.tokens = tokens.map { _ in "<secret>" }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(shown), as: UTF8.self)
    }
}
