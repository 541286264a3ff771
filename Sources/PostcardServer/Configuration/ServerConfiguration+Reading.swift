internal import Configuration
internal import SystemPackage

extension ServerConfiguration {
    /// The value of a setting as flags give it.
    public enum Value: Sendable, Equatable {
        /// Text.
        case text(String)
        /// A whole number.
        case number(Int)
        /// Yes or no.
        case flag(Bool)
        /// Several texts.
        case list([String])

        fileprivate var content: ConfigValue {
            switch self {
            case .text(let text): ConfigValue(.string(text), isSecret: false)
            case .number(let number): ConfigValue(.int(number), isSecret: false)
            case .flag(let flag): ConfigValue(.bool(flag), isSecret: false)
            case .list(let list): ConfigValue(.stringArray(list), isSecret: false)
            }
        }
    }

    /// Reads the settings: flags win over environment variables, these over the file, and the file over the defaults.
    ///
    /// Names are those of the properties: `queueLength` in the file, `POSTCARD_SERVE_QUEUE_LENGTH` in the environment, where
    /// commas part the entries of lists.
    ///
    /// - Parameters:
    ///   - flags: by name.
    ///   - environment: all variables.
    ///   - file: path of a JSON object, or nil.
    /// - Throws: ``ServeError`` with code `badSetting`.
    public init(flags: [String: Value], environment: [String: String], file: String?) async throws {
        self.init()
        var providers: [any ConfigProvider] = [
            InMemoryProvider(name: "flags", values: Self.absolute(flags)),
            InMemoryProvider(name: "POSTCARD_TOKENS", values: Self.absolute(Self.tokens(in: environment))),
            EnvironmentVariablesProvider(environmentVariables: environment).prefixKeys(with: "postcard.serve"),
        ]
        do {
            if let file { providers.append(try await FileProvider<JSONSnapshot>(filePath: FilePath(file))) }
        } catch {
            throw ServeError(
                .badSetting, "The settings file \(file ?? "") is not there or not a JSON object: \(error).")
        }
        providers.append(InMemoryProvider(name: "defaults", values: Self.absolute(settings)))
        do {
            try read(ConfigReader(providers: providers))
        } catch {
            throw ServeError(.badSetting, "A setting has a wrong value: \(error).")
        }
        try validate()
    }

    /// `POSTCARD_TOKENS`, which other commands that ask the service may share.
    private static func tokens(in environment: [String: String]) -> [String: Value] {
        guard let text = environment["POSTCARD_TOKENS"] else { return [:] }
        return ["tokens": .list(text.split(separator: ",").map { String($0.trimmingSpaces()) })]
    }

    private static func absolute(_ values: [String: Value]) -> [AbsoluteConfigKey: ConfigValue] {
        var result: [AbsoluteConfigKey: ConfigValue] = [:]
        for (name, value) in values { result[AbsoluteConfigKey([name])] = value.content }
        return result
    }

    private mutating func read(_ reader: ConfigReader) throws {
        func number(_ name: ConfigKey) throws -> Int { try reader.requiredInt(forKey: name) }
        func list(_ name: ConfigKey, isSecret: Bool = false) throws -> [String] {
            try reader.requiredStringArray(forKey: name, isSecret: isSecret).filter { !$0.isEmpty }
        }
        host = try reader.requiredString(forKey: "host")
        port = try number("port")
        socket = try reader.requiredString(forKey: "socket")
        images = try list("images")
        presets = try list("presets")
        publicAddress = try reader.requiredString(forKey: "publicAddress")
        allowedNames = try list("allowedNames")
        keys = try list("keys", isSecret: true)
        allowsUnsigned = try reader.requiredBool(forKey: "allowsUnsigned")
        allowedHosts = try list("allowedHosts")
        allowsPrivateAddresses = try reader.requiredBool(forKey: "allowsPrivateAddresses")
        library = try reader.requiredString(forKey: "library")
        publicLibrary = try reader.requiredBool(forKey: "publicLibrary")
        sharedDisk = try reader.requiredBool(forKey: "sharedDisk")
        tokens = try list("tokens", isSecret: true)
        tokenFile = try reader.requiredString(forKey: "tokenFile")
        maximumUploadBytes = try number("maximumUploadBytes")
        rate = try number("rate")
        burst = try number("burst")
        trustedProxies = try list("trustedProxies")
        corsOrigins = try list("corsOrigins")
        cache = try reader.requiredString(forKey: "cache")
        cacheBytes = try number("cacheBytes")
        maximumSourceBytes = try number("maximumSourceBytes")
        maximumBodyBytes = try number("maximumBodyBytes")
        sourceBytesInFlight = try number("sourceBytesInFlight")
        maximumFetches = try number("maximumFetches")
        maximumPixels = try number("maximumPixels")
        pixelsInFlight = try number("pixelsInFlight")
        queueLength = try number("queueLength")
        queueSeconds = try number("queueSeconds")
        renderSeconds = try number("renderSeconds")
        fetchSeconds = try number("fetchSeconds")
        fetchedSeconds = try number("fetchedSeconds")
        clientSeconds = try number("clientSeconds")
        maximumConnections = try number("maximumConnections")
        maximumURLBytes = try number("maximumURLBytes")
        maximumAge = try number("maximumAge")
        shutdownSeconds = try number("shutdownSeconds")
    }

    private var settings: [String: Value] {
        [
            "host": .text(host), "port": .number(port), "socket": .text(socket), "images": .list(images),
            "keys": .list(keys),
            "presets": .list(presets), "publicAddress": .text(publicAddress),
            "allowsUnsigned": .flag(allowsUnsigned), "allowedHosts": .list(allowedHosts),
            "allowsPrivateAddresses": .flag(allowsPrivateAddresses), "library": .text(library),
            "publicLibrary": .flag(publicLibrary), "sharedDisk": .flag(sharedDisk), "tokens": .list(tokens),
            "tokenFile": .text(tokenFile),
            "maximumUploadBytes": .number(maximumUploadBytes), "rate": .number(rate), "burst": .number(burst),
            "trustedProxies": .list(trustedProxies), "corsOrigins": .list(corsOrigins), "cache": .text(cache),
            "cacheBytes": .number(cacheBytes), "maximumSourceBytes": .number(maximumSourceBytes),
            "maximumBodyBytes": .number(maximumBodyBytes),
            "sourceBytesInFlight": .number(sourceBytesInFlight), "maximumPixels": .number(maximumPixels),
            "pixelsInFlight": .number(pixelsInFlight), "queueLength": .number(queueLength),
            "queueSeconds": .number(queueSeconds), "renderSeconds": .number(renderSeconds),
            "fetchSeconds": .number(fetchSeconds),
            "fetchedSeconds": .number(fetchedSeconds), "clientSeconds": .number(clientSeconds),
            "maximumConnections": .number(maximumConnections), "maximumURLBytes": .number(maximumURLBytes),
            "maximumFetches": .number(maximumFetches),
            "allowedNames": .list(allowedNames),
            "maximumAge": .number(maximumAge), "shutdownSeconds": .number(shutdownSeconds),
        ]
    }
}
