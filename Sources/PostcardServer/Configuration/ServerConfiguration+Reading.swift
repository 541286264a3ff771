import Configuration
import PlatformFoundation
import PostcardCore
import SystemPackage

extension ServerConfiguration {
    /// Reads the settings: flags win over environment variables, these over the file, and the file over the defaults.
    ///
    /// Names are those of the properties: `queueLength` in the file, `POSTCARD_SERVE_QUEUE_LENGTH` in the environment, where
    /// commas part the entries of lists.
    ///
    /// - Parameters:
    ///   - environment: all variables.
    ///   - file: path of a JSON object, or nil.
    ///   - flags: sets what flags say.
    /// - Throws: ``StartupError`` with code `badSetting` for a value that is wrong; ``validate()`` tells whether any are missing.
    public init(
        environment: [String: String], file: String?, flags: (inout ServerConfiguration) -> Void = { _ in }
    ) async throws {
        self.init()
        var providers: [any ConfigProvider] = [
            InMemoryProvider(name: "POSTCARD_TOKENS", values: Self.tokens(in: environment)),
            EnvironmentVariablesProvider(environmentVariables: environment).prefixKeys(with: "postcard.serve"),
        ]
        do {
            if let file { providers.append(try await FileProvider<JSONSnapshot>(filePath: FilePath(file))) }
        } catch {
            throw StartupError(
                .badSetting, "The settings file \(file ?? "") is not there or not a JSON object: \(error).")
        }
        var defaults: [AbsoluteConfigKey: ConfigValue] = [:]
        for setting in Setting.all {
            defaults[AbsoluteConfigKey([setting.name])] = ConfigValue(setting.value(in: self), isSecret: false)
        }
        providers.append(InMemoryProvider(name: "defaults", values: defaults))
        let reader = ConfigReader(providers: providers)
        for setting in Setting.all { try setting.read(reader, into: &self) }
        flags(&self)
        try checkValues()
    }

    /// `POSTCARD_TOKENS`, which other commands that ask the service may share.
    private static func tokens(in environment: [String: String]) -> [AbsoluteConfigKey: ConfigValue] {
        guard let text = environment["POSTCARD_TOKENS"] else { return [:] }
        let tokens = text.split(separator: ",").map { String($0.trimmingSpaces()) }
        return [AbsoluteConfigKey(["tokens"]): ConfigValue(.stringArray(tokens), isSecret: true)]
    }

    /// Checks that a service can run with the settings.
    ///
    /// - Throws: ``StartupError`` with code `badSetting`, which names the setting.
    public func validate() throws(StartupError) {
        try checkValues()
        let isLibraryAlone = images.isEmpty && allowedHosts.isEmpty && !library.isEmpty
        guard allowsUnsigned || !keys.isEmpty || !imgproxyKeys.isEmpty || !presets.isEmpty || isLibraryAlone else {
            throw StartupError(
                .badSetting,
                "Nobody could ask for anything: set a key that signs addresses (POSTCARD_SERVE_KEYS), name presets "
                    + "(--preset), or allow addresses without a signature (--allow-unsigned).")
        }
    }

    /// Checks what is set, not what is missing.
    private func checkValues() throws(StartupError) {
        for setting in Setting.all { try setting.check(self) }
        guard !host.isEmpty else {
            throw StartupError(.badSetting, "host must not be empty. Name an address (--host).")
        }
        _ = try Presets(self)
        _ = try OutputDefaults(self)
        _ = try URLSignatures(self)
        guard ["presets", "signed", "all"].contains(resultsFor) else {
            throw StartupError(
                .badSetting, "resultsFor is \(resultsFor); it can be presets, signed or all (--results-for).")
        }
        if !results.isEmpty { _ = try PictureBucket(results) }
        guard cacheTags.isEmpty || ["cache-tag", "surrogate-key"].contains(cacheTags.lowercased()) else {
            throw StartupError(.badSetting, "cacheTags is \(cacheTags); it can be Cache-Tag or Surrogate-Key.")
        }
        guard publicAddress.isEmpty || publicAddress.hasPrefix("http://") || publicAddress.hasPrefix("https://") else {
            throw StartupError(.badSetting, "publicAddress must begin with http:// or https://.")
        }
    }

    /// The settings as the JSON of a settings file, without keys and tokens. Before each stands a member `// NAME` with a sentence about
    /// it, which changes nothing.
    public func printed() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        let members = try Setting.all.map { setting in
            let texts = [Setting.commentStart + setting.name, setting.help, setting.name].map { JSONValue.text($0) }
            let parts = try (texts + [setting.node(in: self)]).map {
                String(decoding: try encoder.encode($0), as: UTF8.self)
            }
            return "  \(parts[0]): \(parts[1]),\n  \(parts[2]): \(parts[3])"
        }
        return "{\n\(members.joined(separator: ",\n"))\n}"
    }
}
