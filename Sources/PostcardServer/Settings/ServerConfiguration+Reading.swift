import PlatformFoundation
import PostcardCore
import PostcardSources

extension ServerConfiguration {
    /// Reads the settings. Flags override environment variables, which override the file, which overrides the defaults.
    ///
    /// Settings have the names in `Setting.all`: `maximumPixels` in the file is `POSTCARD_SERVE_MAXIMUM_PIXELS` in the environment. In
    /// the environment, commas separate list entries.
    ///
    /// - Parameters:
    ///   - environment: all environment variables.
    ///   - file: the path of a JSON object; `nil` if there is none.
    ///   - flags: sets the values of flags.
    /// - Throws: ``StartupError`` with code `badSetting` for an invalid value. ``validate()`` finds missing values.
    public init(
        environment: [String: String], file: String?, flags: (inout ServerConfiguration) -> Void = { _ in }
    ) throws(StartupError) {
        self.init()
        if let file {
            let members = try Self.members(of: file)
            for setting in Setting.all {
                guard let value = members[setting.name] else { continue }
                try setting.set(value, from: "\"\(setting.name)\" in \(file)", in: &self)
            }
        }
        for setting in Setting.all {
            guard let text = environment[setting.variable] else { continue }
            try setting.set(setting.value(of: text), from: "The variable \(setting.variable)", in: &self)
        }
        // Other commands that send requests to the service might share the variable.
        if let text = environment["POSTCARD_TOKENS"] {
            tokens = text.split(separator: ",").map { String($0.trimmingSpaces()) }.filter { !$0.isEmpty }
        }
        flags(&self)
        try checkValues()
    }

    private static func members(of file: String) throws(StartupError) -> JSONValue {
        guard let data = FileManager.default.contents(atPath: file) else {
            throw .badSetting("Can't read the settings file \(file). Check the path and its permissions.")
        }
        do {
            let value = try data.withUnsafeBytes { try JSONValue(parsing: $0) }
            if value.members != nil { return value }
        } catch {
            let reason = (error as? JSONSyntaxError).map { "byte \($0.position): \($0.reason)" } ?? "\(error)"
            throw .badSetting("The settings file \(file) is not valid JSON: \(reason).")
        }
        throw .badSetting("The settings file \(file) must contain a JSON object, such as {\"port\": 8080}.")
    }

    /// Checks that a service can run with the settings.
    ///
    /// - Throws: ``StartupError`` with code `badSetting`, which identifies the setting.
    public func validate() throws(StartupError) {
        try checkValues()
        let isLibraryAlone = images.isEmpty && allowedHosts.isEmpty && library != nil
        guard allowsUnsigned || !keys.isEmpty || !imgproxyKeys.isEmpty || !presets.isEmpty || isLibraryAlone else {
            throw .badSetting(
                "The service would reject every request. Set a signing key (POSTCARD_SERVE_KEYS), add a preset "
                    + "(--preset), or allow unsigned URLs (--allow-unsigned).")
        }
    }

    /// Checks the values of the settings, but not whether any are missing.
    private func checkValues() throws(StartupError) {
        for setting in Setting.all { try setting.check(self) }
        guard !host.isEmpty else {
            throw .badSetting("host must not be empty. Set a name or IP address with --host.")
        }
        _ = try Presets(self)
        _ = try preferredFormats()
        _ = try OutputOptions(self)
        _ = try URLSignatures(access)
        guard SharedResultScope(rawValue: resultsFor) != nil else {
            throw .badSetting("resultsFor is \(resultsFor); it must be presets, signed or all (--results-for).")
        }
        if let results { _ = try ObjectAddress(prefix: results) }
        if let cacheTags, !["cache-tag", "surrogate-key"].contains(cacheTags.lowercased()) {
            throw .badSetting("cacheTags is \(cacheTags); it must be Cache-Tag or Surrogate-Key.")
        }
        if let cacheControl, !cacheControl.utf8.allSatisfy({ $0.isASCIIAlphanumeric(or: "-=, ") }) {
            throw .badSetting(
                "cacheControl is \(cacheControl); separate directives with commas, as in s-maxage=600, stale-if-error=900."
            )
        }
        if let name = allowedNames.first(where: { HostPattern($0).hasPort || $0.contains("/") }) {
            throw .badSetting(
                "allowedNames contains \(name); write names without a scheme or port, such as photos.example.org.")
        }
        if let publicAddress, !publicAddress.hasPrefix("http://"), !publicAddress.hasPrefix("https://") {
            throw .badSetting("publicAddress must start with http:// or https://.")
        }
    }

    /// Returns the settings as the JSON of a settings file, without keys and tokens. Each setting is preceded by a member `// NAME` that
    /// describes the setting. Such members are ignored when the file is read.
    package func printed() throws -> String {
        let encoder = JSONEncoder.compact
        let members = try Setting.all.map { setting in
            let texts = [Setting.commentStart + setting.name, setting.help, setting.name].map { JSONValue.text($0) }
            let parts = try (texts + [setting.node(in: self)]).map {
                String(decoding: try encoder.encode($0), as: UTF8.self)
            }
            return "  \(parts[0]): \(parts[1]),\n  \(parts[2]): \(parts[3])"
        }
        return "{\n\(members.joined(separator: ",\n"))\n}"
    }

    /// Returns messages about unknown environment variables and members of the settings file. Unknown names are ignored, and most of them
    /// are misspelled.
    ///
    /// - Parameters:
    ///   - environment: all environment variables; only those with the prefix `POSTCARD_SERVE_` are checked.
    ///   - file: the path of a JSON object; `nil` if there is none. An unreadable file produces no messages.
    /// - Returns: a sentence for each unknown name, without the setting's value.
    package static func unknownSettings(environment: [String: String], file: String?) -> [String] {
        let start = Setting.variableStart
        let known = Setting.all.map(\.variable)
        let variables = environment.keys.filter { $0.hasPrefix(start) && !known.contains($0) }
        let members =
            file.flatMap { FileManager.default.contents(atPath: $0) }
            .flatMap { data in try? data.withUnsafeBytes { try JSONValue(parsing: $0) } }?.members ?? []
        let names = members.map(\.name).filter { Setting.named($0) == nil && !$0.hasPrefix(Setting.commentStart) }
        return variables.sorted().map { name in
            // The names are compared without their common prefix, which would make all of them similar.
            sentence("The variable \(name)", String(name.dropFirst(start.count)), start: start) {
                String($0.variable.dropFirst(start.count))
            }
        }
            + names.map { name in sentence("\"\(name)\" in \(file ?? "")", name) { $0.name } }
    }

    /// Returns the message about an unknown setting. `name` is its name without the prefix `start`; `spelling` returns the name of a known
    /// setting.
    private static func sentence(
        _ subject: String, _ name: String, start: String = "", spelling: (Setting) -> String
    ) -> String {
        let meant = Spelling.nearest(to: name, of: Setting.all.map(spelling))
        return "\(subject) is not a setting."
            + (meant.map { " Did you mean \(start)\($0)?" } ?? " --print-config shows all.")
    }
}
