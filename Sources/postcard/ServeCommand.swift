import ArgumentParser
import Logging
import PlatformFoundation
import PlatformLibc
import PostcardCommands
import PostcardServer

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve images, memes and a library over HTTP.",
        discussion: #"""
            Each setting can also be an environment variable (POSTCARD_SERVE_MAXIMUM_AGE)
            or a member of a JSON file (maximumAge); --print-config lists and explains
            them. Signing keys have no options, so that process lists don't show them:
            KEY, NAME:KEY, or NAME:KEY:PREFIX PREFIX for a key that signs only images whose
            names start with a prefix; :KEY for a key that contains colons.

            A library has a web app at /app/ for clients that sign in with a token. If
            other machines can reach the service, it needs its host name for this
            (--allowed-name).

            Library requests need a token: Authorization: Bearer TOKEN. Tokens are in a
            file, one NAME:TOKEN per line, or in POSTCARD_TOKENS, separated by commas;
            NAME:TOKEN:read can only read. The API is described at /openapi.json.

            EXAMPLES
              postcard serve --images ~/Pictures --allow-unsigned
              curl http://127.0.0.1:8080/unsafe/fit-in/800x600/paris/tower.jpg
              curl http://127.0.0.1:8080/images/crossroads/Fix_the_bug/Rewrite_it.jpg

              postcard serve --images ~/Pictures --preset "card=300x200/smart"
              curl http://127.0.0.1:8080/p/card/paris/tower.jpg

              POSTCARD_SERVE_KEYS=$(openssl rand -hex 32) \
                postcard serve --images ~/Pictures

              echo "ann:$(openssl rand -hex 32)" > tokens
              postcard serve --library ~/.local/share/postcard --token-file tokens
              curl -H "Authorization: Bearer $(cut -d: -f2 tokens)" \
                http://127.0.0.1:8080/library/pins
            """#)

    @Option(help: .setting("host")) var host: String?
    @Option(help: .setting("port")) var port: Int?
    @Option(parsing: .upToNextOption, help: .setting("allowedNames")) var allowedName: [String] = []
    @Option(parsing: .upToNextOption, help: .setting("images"), completion: .directory) var images: [String] = []
    @Option(parsing: .upToNextOption, help: .setting("presets")) var preset: [String] = []
    @Option(parsing: .upToNextOption, help: .setting("formats")) var formats: [String] = []
    @Option(parsing: .upToNextOption, help: .setting("qualities")) var quality: [String] = []
    @Flag(help: .setting("progressive")) var progressive = false
    @Option(help: .setting("watermark")) var watermark: String?
    @Option(help: .setting("fallback")) var fallback: String?
    @Flag(help: .setting("allowsUnsigned")) var allowUnsigned = false
    @Flag(help: .setting("lenientFilters")) var lenientFilters = false
    @Option(parsing: .upToNextOption, help: .setting("allowedHosts")) var allowHost: [String] = []
    @Flag(help: .setting("allowsPrivateAddresses")) var allowPrivateAddresses = false
    @Flag(help: .setting("recover")) var recover = false
    @Option(help: .setting("library"), completion: .directory) var library: String?
    @Option(help: .setting("tokenFile"), completion: .file()) var tokenFile: String?
    @Flag(help: .setting("publicLibrary")) var publicLibrary = false
    @Option(help: .setting("rate")) var rate: Int?
    @Option(parsing: .upToNextOption, help: .setting("trustedProxies")) var trustedProxy: [String] = []
    @Option(parsing: .upToNextOption, help: .setting("corsOrigins")) var corsOrigin: [String] = []
    @Option(help: .setting("places")) var places: String?
    @Option(help: .setting("tiles")) var tiles: String?
    @Option(help: .setting("cache"), completion: .directory) var cache: String?
    @Option(help: .setting("results")) var results: String?
    @Option(help: .setting("resultsFor")) var resultsFor: String?
    @Option(help: .setting("drainSeconds")) var drainSeconds: Int?
    @Option(
        help: ArgumentHelp("A JSON file with settings.", valueName: "file"), completion: .file(extensions: ["json"]))
    var config: String?
    @Flag(help: "Print the settings and exit.") var printConfig = false
    @Option(
        help: "The lowest level to log: trace, debug, info, notice, warning, error or critical. (info)",
        transform: { name in
            guard let level = Logger.Level(rawValue: name) else {
                throw ValidationError(
                    "Unknown log level \(name). Use trace, debug, info, notice, warning, error or critical.")
            }
            return level
        })
    var logLevel: Logger.Level?

    func run() async throws {
        let configuration: ServerConfiguration
        do {
            configuration = try settings()
            let unknown = ServerConfiguration.unknownSettings(
                environment: ProcessInfo.processInfo.environment, file: config)
            guard !printConfig else {
                for setting in unknown { Console.error("postcard: \(setting)") }
                return Console.printText(try configuration.printed())
            }
            let (server, logger) = try ServiceProcess.prepare(configuration, logLevel: logLevel ?? .info)
            for setting in unknown { logger.warning("unknown setting", metadata: ["setting": "\(setting)"]) }
            let descriptors = SocketActivation.descriptors(in: ProcessInfo.processInfo.environment)
            try await server.run(descriptors: descriptors) { port in
                ServiceProcess.limitStopping(configuration)
                let place: Logger.Metadata =
                    if !descriptors.isEmpty {
                        ["descriptors": .stringConvertible(descriptors.count), "port": .stringConvertible(port)]
                    } else if configuration.socket.isEmpty {
                        ["host": "\(configuration.host)", "port": .stringConvertible(port)]
                    } else {
                        ["socket": "\(configuration.socket)"]
                    }
                logger.notice("listening", metadata: place)
                if Console.isAtTerminal, descriptors.isEmpty, let address = configuration.localURL(port: port) {
                    Console.print("Postcard is at \(address)")
                }
            } reload: {
                try settings()
            }
            ServiceProcess.end()
        } catch let error as StartupError {
            throw ServiceProcess.failure(error)
        }
    }

    private func settings() throws -> ServerConfiguration {
        try ServerConfiguration(environment: ProcessInfo.processInfo.environment, file: config) { settings in
            settings.set([
                (\.host, host), (\.resultsFor, resultsFor), (\.library.orEmpty, library),
                (\.tokenFile.orEmpty, tokenFile), (\.places.orEmpty, places), (\.tiles.orEmpty, tiles),
                (\.watermark.orEmpty, watermark), (\.fallback.orEmpty, fallback), (\.cache.orEmpty, cache),
                (\.results.orEmpty, results),
            ])
            settings.set([(\.port, port), (\.rate, rate), (\.drainDuration.wholeSeconds, drainSeconds)])
            let lists: [(WritableKeyPath<ServerConfiguration, [String]>, [String])] = [
                (\.allowedNames, allowedName), (\.images, images), (\.presets, preset), (\.formatNames, formats),
                (\.qualities, quality), (\.allowedHosts, allowHost), (\.trustedProxies, trustedProxy),
                (\.corsOrigins, corsOrigin),
            ]
            settings.set(lists.map { ($0, $1.isEmpty ? nil : $1) })
            let flags: [(WritableKeyPath<ServerConfiguration, Bool>, Bool)] = [
                (\.allowsUnsigned, allowUnsigned), (\.writesProgressiveJPEG, progressive),
                (\.ignoresUnknownFilters, lenientFilters),
                (\.allowsPrivateAddresses, allowPrivateAddresses), (\.toleratesDamage, recover),
                (\.allowsAnonymousReading, publicLibrary),
            ]
            settings.set(flags.map { ($0, $1 ? true : nil) })
        }
    }
}

extension ServerConfiguration {
    /// Returns the URL of the service for a browser on this machine; `nil` for a service on a Unix socket.
    fileprivate func localURL(port: Int) -> String? {
        guard socket.isEmpty else { return nil }
        let host = ["0.0.0.0", "::"].contains(host) ? "127.0.0.1" : host
        return "http://\(host.contains(":") ? "[\(host)]" : host):\(port)/"
    }

    /// Applies the options that were specified to the settings.
    mutating func set<Value>(_ options: [(WritableKeyPath<Self, Value>, Value?)]) {
        for case (let setting, let value?) in options { self[keyPath: setting] = value }
    }
}

extension ServeCommand: DocumentedCommand {
    /// The manual section about the settings, because not all settings have options.
    static var manualSection: (title: String, entries: [(names: [String], text: String)]) {
        let entries = Setting.all.map { setting in
            let standard = setting.standard.map { " Default: \($0)." } ?? ""
            return (names: [setting.name, setting.variable], text: setting.help + standard)
        }
        return ("SETTINGS", entries)
    }
}

extension ArgumentHelp {
    /// Returns the help for a setting's option, from the service's table.
    static func setting(_ name: String) -> ArgumentHelp {
        let setting = Setting.named(name)
        return ArgumentHelp("\(setting?.help ?? "")", valueName: setting?.valueName)
    }
}

/// Socket activation by systemd, which passes listening sockets to the process. See sd_listen_fds(3).
enum SocketActivation {
    /// The first descriptor that is passed.
    private static let first: CInt = 3

    /// Returns the descriptors that are passed to the process, and marks them to be closed in programs that the process starts.
    ///
    /// - Parameter environment: the environment variables. `LISTEN_FDS` is the number of descriptors, and `LISTEN_PID` is the id of the
    ///   process that may use them.
    static func descriptors(in environment: [String: String], process: pid_t = getpid()) -> [CInt] {
        guard environment["LISTEN_PID"].flatMap(pid_t.init) == process,
            let count = environment["LISTEN_FDS"].flatMap(CInt.init), (1...1_024).contains(count)
        else { return [] }
        let descriptors = (first..<first + count).map(\.self)
        for descriptor in descriptors { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        return descriptors
    }
}
