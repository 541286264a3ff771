import PlatformFoundation
import PostcardCore

extension ServerConfiguration {
    /// Reads the settings: flags win over environment variables, these over the file, and the file over the defaults.
    ///
    /// Names are those of the properties: `maximumPixels` in the file, `POSTCARD_SERVE_MAXIMUM_PIXELS` in the environment, where
    /// commas part the entries of lists.
    ///
    /// - Parameters:
    ///   - environment: all variables.
    ///   - file: path of a JSON object, or nil.
    ///   - flags: sets what flags say.
    /// - Throws: ``StartupError`` with code `badSetting` for a value that is wrong; ``validate()`` tells whether any are missing.
    public init(
        environment: [String: String], file: String?, flags: (inout ServerConfiguration) -> Void = { _ in }
    ) throws(StartupError) {
        self.init()
        if let file {
            let members = try Self.members(of: file)
            for (name, remedy) in Setting.refused where members[name] != nil {
                throw .badSetting("\"\(name)\" in \(file) is no setting any more. \(remedy)")
            }
            for setting in Setting.all {
                guard let value = members[setting.name] else { continue }
                try setting.set(value, from: "\"\(setting.name)\" in \(file)", in: &self)
            }
        }
        for (name, remedy) in Setting.refused where environment[Setting.variable(of: name)] != nil {
            throw .badSetting("The variable \(Setting.variable(of: name)) is no setting any more. \(remedy)")
        }
        for setting in Setting.all {
            guard let text = environment[setting.variable] else { continue }
            try setting.set(setting.value(of: text), from: "The variable \(setting.variable)", in: &self)
        }
        // Other commands that ask the service may share it.
        if let text = environment["POSTCARD_TOKENS"] {
            tokens = text.split(separator: ",").map { String($0.trimmingSpaces()) }.filter { !$0.isEmpty }
        }
        flags(&self)
        try checkValues()
    }

    private static func members(of file: String) throws(StartupError) -> JSONValue {
        guard let data = FileManager.default.contents(atPath: file) else {
            throw .badSetting("The settings file \(file) is not there or cannot be read.")
        }
        do {
            let value = try data.withUnsafeBytes { try JSONValue(parsing: $0) }
            if value.members != nil { return value }
        } catch {
            let reason = (error as? JSONSyntaxError).map { "byte \($0.position): \($0.reason)" } ?? "\(error)"
            throw .badSetting("The settings file \(file) is not JSON: \(reason).")
        }
        throw .badSetting("The settings file \(file) has to be a JSON object: {\"port\": 8080}.")
    }

    /// Checks that a service can run with the settings.
    ///
    /// - Throws: ``StartupError`` with code `badSetting`, which names the setting.
    public func validate() throws(StartupError) {
        try checkValues()
        let isLibraryAlone = images.isEmpty && allowedHosts.isEmpty && !library.isEmpty
        guard allowsUnsigned || !keys.isEmpty || !imgproxyKeys.isEmpty || !presets.isEmpty || isLibraryAlone else {
            throw .badSetting(
                "Nobody could ask for anything: set a key that signs addresses (POSTCARD_SERVE_KEYS), name presets "
                    + "(--preset), or allow addresses without a signature (--allow-unsigned).")
        }
    }

    /// Checks what is set, not what is missing.
    private func checkValues() throws(StartupError) {
        for setting in Setting.all { try setting.check(self) }
        guard !host.isEmpty else {
            throw .badSetting("host must not be empty. Name an address (--host).")
        }
        _ = try Presets(self)
        _ = try preferredFormats()
        _ = try PictureOutput(self)
        _ = try URLSignatures(self)
        guard resultSharing != nil else {
            throw .badSetting("resultsFor is \(resultsFor); it can be presets, signed or all (--results-for).")
        }
        if !results.isEmpty { _ = try PictureBucket(results) }
        guard cacheTags.isEmpty || ["cache-tag", "surrogate-key"].contains(cacheTags.lowercased()) else {
            throw .badSetting("cacheTags is \(cacheTags); it can be Cache-Tag or Surrogate-Key.")
        }
        guard cacheControl.utf8.allSatisfy({ $0.isASCIIAlphanumeric(or: "-=, ") }) else {
            throw .badSetting(
                "cacheControl is \(cacheControl); write directives with commas between them, such as s-maxage=600, stale-if-error=900."
            )
        }
        guard publicAddress.isEmpty || publicAddress.hasPrefix("http://") || publicAddress.hasPrefix("https://") else {
            throw .badSetting("publicAddress must begin with http:// or https://.")
        }
    }

    /// The settings as the JSON of a settings file, without keys and tokens. Before each stands a member `// NAME` with a sentence about
    /// it, which changes nothing.
    public func printed() throws -> String {
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

    /// Tells of variables and of lines of the settings file that are no setting, and change nothing therefore: mostly misspelled ones.
    ///
    /// - Parameters:
    ///   - environment: all variables, of which those count that begin with `POSTCARD_SERVE_`.
    ///   - file: path of a JSON object, or nil. What cannot be read has nothing unknown.
    /// - Returns: a sentence for each, without its value.
    public static func unknownSettings(environment: [String: String], file: String?) -> [String] {
        let start = Setting.variableStart
        let known = Setting.all.map(\.variable)
        let variables = environment.keys.filter { $0.hasPrefix(start) && !known.contains($0) }
        let members =
            file.flatMap { FileManager.default.contents(atPath: $0) }
            .flatMap { data in try? data.withUnsafeBytes { try JSONValue(parsing: $0) } }?.members ?? []
        let names = members.map(\.name).filter { Setting.named($0) == nil && !$0.hasPrefix(Setting.commentStart) }
        return variables.sorted().map { name in
            // The beginning of all would make names near that have nothing else in common.
            sentence("The variable \(name)", String(name.dropFirst(start.count)), start: start) { setting in
                String(Setting.variable(of: setting).dropFirst(start.count))
            }
        }
            + names.map { name in sentence("\"\(name)\" in \(file ?? "")", name) { $0 } }
    }

    /// `name` stands behind `start`, where `spelling` gives the name that a setting has.
    private static func sentence(
        _ subject: String, _ name: String, start: String = "", spelling: (_ setting: String) -> String
    ) -> String {
        if let gone = Setting.gone.first(where: { spelling($0.key) == name })?.value {
            return "\(subject) is no setting any more. \(gone)"
        }
        let meant = Spelling.nearest(to: name, of: Setting.all.map { spelling($0.name) })
        return "\(subject) is no setting."
            + (meant.map { " Did you mean \(start)\($0)?" } ?? " --print-config shows all.")
    }
}
