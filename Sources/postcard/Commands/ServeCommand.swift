import ArgumentParser
import Logging
import PostcardServer
import PostcardSources

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve pictures of any size and memes over HTTP, by thumbor's and memegen's URLs.",
        discussion: """
            Each setting can also be given as an environment variable (POSTCARD_SERVE_QUEUE_LENGTH) or in a JSON file
            (queueLength); --print-config shows all of them. Keys are given that way only, so that no list of processes
            shows them.

            EXAMPLES
              postcard serve --images ~/Pictures --allow-unsigned
              curl http://127.0.0.1:8080/unsafe/fit-in/800x600/paris/tower.jpg
              curl http://127.0.0.1:8080/images/crossroads/Fix_the_bug/Rewrite_it/Me.jpg
              postcard serve --images /srv/pictures --preset "card=300x200/smart/filters:quality(80)"
              curl http://127.0.0.1:8080/p/card/paris/tower.jpg
              POSTCARD_SERVE_KEYS=secret postcard serve --images /srv/pictures --cache /var/cache/postcard
            """)

    @Option(help: "Name or address to listen on. (127.0.0.1)") var host: String?
    @Option(help: "Port to listen on; 0 takes any free one. (8080)") var port: Int?
    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Folders whose pictures are served.", valueName: "dir"), completion: .directory)
    var images: [String] = []
    @Option(
        help: ArgumentHelp("Library whose photos, memes and templates are served.", valueName: "dir"),
        completion: .directory)
    var library: String?
    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Ways to show pictures at /p/NAME/PICTURE without a signature; OPTIONS as in thumbor's URLs.",
            valueName: "name=options"))
    var preset: [String] = []
    @Flag(help: "Answer addresses without a signature.") var allowUnsigned = false
    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Hosts to fetch pictures from, such as *.example.org.", valueName: "host"))
    var allowHost: [String] = []
    @Flag(help: "Let them have addresses of private networks and of this machine.") var allowPrivateAddresses = false
    @Option(help: ArgumentHelp("Folder for results.", valueName: "dir"), completion: .directory) var cache: String?
    @Option(help: ArgumentHelp("A JSON file of settings.", valueName: "file"), completion: .file(extensions: ["json"]))
    var config: String?
    @Flag(help: "Print the settings and end.") var printConfig = false
    @Option(
        help: "What to log: trace, debug, info, notice, warning, error, critical. (info)",
        transform: { name in
            guard let level = Logger.Level(rawValue: name) else {
                throw ValidationError("\(name) is no level of logs.")
            }
            return level
        })
    var logLevel: Logger.Level?

    func run() async throws {
        let configuration: ServerConfiguration
        do {
            configuration = try await ServerConfiguration(
                flags: flags, environment: ProcessInfo.processInfo.environment, file: config)
            guard !printConfig else { return Console.print(try configuration.printed()) }
            let level = logLevel ?? .info
            let logger = Logger(label: "postcard") { _ in
                var handler = ServeLogHandler()
                handler.logLevel = level
                return handler
            }
            let agent = UserAgent(version: Postcard.version, contact: Postcard.contact)
            try await PictureServer(configuration, logger: logger, userAgent: "\(agent)").run { port in
                logger.notice("listening", metadata: ["host": "\(configuration.host)", "port": "\(port)"])
            }
        } catch let error as ServeError {
            throw Failure(error.code == .cannotListen ? .unavailable : .badSettings, error.message)
        }
    }

    private var flags: [String: ServerConfiguration.Value] {
        var flags: [String: ServerConfiguration.Value] = [:]
        flags["host"] = host.map { .text($0) }
        flags["port"] = port.map { .number($0) }
        flags["cache"] = cache.map { .text($0) }
        flags["library"] = library.map { .text($0) }
        if !preset.isEmpty { flags["presets"] = .list(preset) }
        if !images.isEmpty { flags["images"] = .list(images) }
        if !allowHost.isEmpty { flags["allowedHosts"] = .list(allowHost) }
        if allowUnsigned { flags["allowsUnsigned"] = .flag(true) }
        if allowPrivateAddresses { flags["allowsPrivateAddresses"] = .flag(true) }
        return flags
    }
}
