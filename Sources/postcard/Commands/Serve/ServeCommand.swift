import ArgumentParser
import CMalloc
import Logging
import PlatformFoundation
import PlatformLibc
import PostcardServer
import PostcardSources

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve pictures, memes and a library over HTTP.",
        discussion: #"""
            Each setting can also be given as an environment variable
            (POSTCARD_SERVE_QUEUE_LENGTH) or in a JSON file (queueLength);
            --print-config shows all of them. Keys are given that way only, so that no
            list of processes shows them.

            A library needs tokens: who reads or changes it says Authorization: Bearer
            TOKEN. They are in a file, NAME:TOKEN a line, or in POSTCARD_TOKENS with
            commas between them; NAME:TOKEN:read only reads. What there is to ask is
            described at /openapi.json.

            EXAMPLES
              postcard serve --images ~/Pictures --allow-unsigned
              curl http://127.0.0.1:8080/unsafe/fit-in/800x600/paris/tower.jpg
              curl http://127.0.0.1:8080/images/crossroads/Fix_the_bug/Rewrite_it.jpg

              postcard serve --images ~/Pictures --preset "card=300x200/smart"
              curl http://127.0.0.1:8080/p/card/paris/tower.jpg

              POSTCARD_SERVE_KEYS=secret postcard serve --images ~/Pictures

              echo "ann:$(openssl rand -hex 32)" > tokens
              postcard serve --library ~/.local/share/postcard --token-file tokens
              curl -H "Authorization: Bearer $(cut -d: -f2 tokens)" \
                http://127.0.0.1:8080/library/pins
            """#)

    @Option(help: "Name or address to listen on. (127.0.0.1)") var host: String?
    @Option(help: "Port to listen on; 0 takes any free one. (8080)") var port: Int?
    @Option(help: ArgumentHelp("Socket of the file system to listen on instead.", valueName: "path"))
    var socket: String?
    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Names that clients may call the service by, such as pictures.example.org. (any; only names of this machine "
                + "when nobody else can reach it)", valueName: "name"))
    var allowedName: [String] = []
    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Folders whose pictures are served.", valueName: "dir"), completion: .directory)
    var images: [String] = []
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
    @Option(
        help: ArgumentHelp("A library: served as JSON below /library, its pictures as library:ID.", valueName: "dir"),
        completion: .directory)
    var library: String?
    @Option(help: ArgumentHelp("A file of tokens for the library.", valueName: "file"), completion: .file())
    var tokenFile: String?
    @Flag(help: "Let everybody read the library; changing it needs a token still.") var publicLibrary = false
    @Flag(help: "Change the library also on a network disk: only this service writes, or locks hold for all machines.")
    var sharedDisk = false
    @Option(
        help: ArgumentHelp("Requests a second that a client may send in the long run. (any number)", valueName: "n"))
    var rate: Int?
    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Proxies whose X-Forwarded-For says who the client is.", valueName: "address"))
    var trustedProxy: [String] = []
    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Web pages that may read answers, such as https://example.org; * for all.", valueName: "origin"))
    var corsOrigin: [String] = []
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
            guard !printConfig else { return Console.printText(try configuration.printed()) }
            let level = logLevel ?? .info
            let logger = Logger(label: "postcard") { _ in
                var handler = ServeLogHandler()
                handler.logLevel = level
                return handler
            }
            Self.giveMemoryBack()
            let agent = UserAgent(version: Postcard.version, contact: Postcard.contact)
            let server = PictureServer(configuration, logger: logger, userAgent: "\(agent)") { name in
                try SourceOptions.parse([]).makeSource(setting: name)
            }
            let descriptors = SocketActivation.descriptors(in: ProcessInfo.processInfo.environment)
            try await server.run(descriptors: descriptors) { port in
                let place: Logger.Metadata =
                    if !descriptors.isEmpty {
                        ["descriptors": "\(descriptors.count)", "port": "\(port)"]
                    } else if configuration.socket.isEmpty {
                        ["host": "\(configuration.host)", "port": "\(port)"]
                    } else {
                        ["socket": "\(configuration.socket)"]
                    }
                logger.notice("listening", metadata: place)
            } reload: {
                try await ServerConfiguration(
                    flags: flags, environment: ProcessInfo.processInfo.environment, file: config)
            }
            ServeLogHandler.writer.finish()
            // Steps of pictures that did not stop are left as they are: nothing of them is on the disk.
            _exit(0)
        } catch let error as ServeError {
            ServeLogHandler.writer.finish()
            throw Failure(error.code == .cannotListen ? .unavailable : .badSettings, error.message)
        }
    }

    /// Keeps the C library from scattering pictures over 16 arenas, between small pieces that stay. Up to 8 MiB a picture takes
    /// memory that the last one had, which spares a quarter of the time of a meme; larger ones give theirs back.
    private static func giveMemoryBack() {
        #if canImport(Glibc)
            mallopt(M_ARENA_MAX, 2)
            mallopt(M_MMAP_THRESHOLD, 8 << 20)
            mallopt(M_TRIM_THRESHOLD, 32 << 20)
        #endif
    }

    private var flags: [String: ServerConfiguration.Value] {
        var flags: [String: ServerConfiguration.Value] = [:]
        flags["host"] = host.map { .text($0) }
        flags["port"] = port.map { .number($0) }
        flags["socket"] = socket.map { .text($0) }
        if !allowedName.isEmpty { flags["allowedNames"] = .list(allowedName) }
        flags["cache"] = cache.map { .text($0) }
        if !preset.isEmpty { flags["presets"] = .list(preset) }
        if !images.isEmpty { flags["images"] = .list(images) }
        if !allowHost.isEmpty { flags["allowedHosts"] = .list(allowHost) }
        flags["library"] = library.map { .text($0) }
        flags["tokenFile"] = tokenFile.map { .text($0) }
        flags["rate"] = rate.map { .number($0) }
        if sharedDisk { flags["sharedDisk"] = .flag(true) }
        if publicLibrary { flags["publicLibrary"] = .flag(true) }
        if !trustedProxy.isEmpty { flags["trustedProxies"] = .list(trustedProxy) }
        if !corsOrigin.isEmpty { flags["corsOrigins"] = .list(corsOrigin) }
        if allowUnsigned { flags["allowsUnsigned"] = .flag(true) }
        if allowPrivateAddresses { flags["allowsPrivateAddresses"] = .flag(true) }
        return flags
    }
}
