import HummingbirdCore
public import Logging
import NIOCore
import NIOPosix
import PostcardMemes
public import PostcardSources
import ServiceLifecycle
import SystemPackage
import UnixSignals

/// The HTTP service: pictures by URL in the scheme of thumbor, memes in that of memegen, and a library as JSON.
///
/// ```swift
/// var configuration = ServerConfiguration()
/// configuration.images = ["/srv/pictures"]
/// configuration.allowsUnsigned = true
/// try await PictureServer(configuration, logger: Logger(label: "pictures")).run()
/// ```
///
/// Its metrics are at `/metrics`, and in the `MetricsSystem` of swift-metrics where the application has set one up.
public struct PictureServer: Sendable {
    var configuration: ServerConfiguration
    let logger: Logger
    let userAgent: String
    let photoSource: PhotoSourceMaker?
    let setup: ServiceSetup
    let tickets = SignInTickets()
    /// The tokens of `postcard app`.
    package var devices: DeviceTokens?
    /// The settings of object storage.
    var objects = ObjectStorageEnvironment.system

    /// Makes a service; it begins with ``run(handlesSignals:descriptors:onListening:reload:)``.
    ///
    /// - Parameters:
    ///   - configuration: checked when the service begins.
    ///   - logger: gets a line a request.
    ///   - userAgent: names the service to the servers that it fetches from.
    ///   - photoSource: where photos of new collections of the library come from; `nil` for nowhere.
    ///   - setup: told to clients of the web app.
    public init(
        _ configuration: ServerConfiguration, logger: Logger, userAgent: String = "Postcard",
        photoSource: PhotoSourceMaker? = nil, setup: ServiceSetup = ServiceSetup()
    ) {
        self.configuration = configuration
        self.logger = logger
        self.userAgent = userAgent
        self.photoSource = photoSource
        self.setup = setup
    }

    /// Answers requests until the task is cancelled or a signal comes; then finishes the requests that run.
    ///
    /// With `handlesSignals`, SIGTERM and SIGINT stop it in order, and a second one at once; SIGHUP reads keys and tokens again, or
    /// stops it where it was started from a terminal that is gone; SIGUSR1, SIGUSR2 and SIGALRM mean nothing. It returns when
    /// 30 seconds are over, even if a step of a picture is still at work.
    ///
    /// - Parameters:
    ///   - handlesSignals: whether signals of the process are for the service.
    ///   - descriptors: sockets that listen already, as systemd passes them, instead of the address in the settings. The service
    ///     closes them.
    ///   - onListening: called with the port as soon as connections are accepted.
    ///   - reload: reads the settings again.
    /// - Throws: ``StartupError``.
    public func run(
        handlesSignals: Bool = true, descriptors: [CInt] = [],
        onListening: @escaping @Sendable (_ port: Int) -> Void = { _ in },
        reload: (@Sendable () async throws -> ServerConfiguration)? = nil
    ) async throws {
        try configuration.validate()
        guard descriptors.isEmpty else {
            var server = self
            let addresses = try ListeningAddress.all(descriptors, &server.configuration)
            return try await server.serve(addresses, handlesSignals, onListening, reload)
        }
        try await serve(ListeningAddress.all(configuration), handlesSignals, onListening, reload)
    }

    /// Makes a ticket that signs a browser in once, in the next 10 minutes, as one who has a token: `/app/#t=TICKET`.
    ///
    /// - Parameters:
    ///   - token: the name of the token.
    ///   - onUse: called when a browser has signed in with it.
    public func makeTicket(for token: String, onUse: @escaping @Sendable () -> Void = {}) -> String {
        tickets.make(for: token, random: environment.randomBytes, at: environment.now(), onUse: onUse)
    }

    /// Makes an address that signs a phone in once, in the next 10 minutes; `nil` where phones cannot reach the service.
    package func makeDeviceAddress(port: Int) -> String? {
        guard let devices, devices.host != nil else { return nil }
        return devices.makeAddress(.write, port: port, tickets: tickets, environment)
    }

    /// The time for which a ticket is good.
    package static let ticketLifetime = SignInTickets.lifetime

    private func serve(
        _ addresses: [ListeningAddress], _ handlesSignals: Bool, _ onListening: @escaping @Sendable (Int) -> Void,
        _ reload: (@Sendable () async throws -> ServerConfiguration)?
    ) async throws {
        let (threads, fileThreads) = Self.startThreads()
        // Nothing is left to do for a thread that does not end.
        defer { for pool in [threads, fileThreads] { pool.shutdownGracefully { _ in } } }
        let responder = try responder(threads: threads, fileThreads: fileThreads)
        defer { responder.services.end() }
        tellOfKeys(responder)
        try await checkBuckets(in: responder.services.pictures.source.remote.objects.storage)
        let publishing = responder.log.metrics.isObserved ? Task { try await responder.publishMetrics() } : nil
        defer { publishing?.cancel() }
        do {
            try await listen(responder, on: addresses, handlesSignals, onListening, reload)
        } catch {
            await responder.services.pictures.results.shared?.end()
            throw error
        }
        await responder.services.pictures.results.shared?.end()
    }

    /// Answers requests over sockets.
    func listen(
        _ responder: Responder, on addresses: [ListeningAddress], _ handlesSignals: Bool,
        _ onListening: @escaping @Sendable (Int) -> Void,
        _ reload: (@Sendable () async throws -> ServerConfiguration)? = nil
    ) async throws {
        let connections = DescriptorLimit.makeRoom(forConnections: configuration.limits.connections)
        if connections < configuration.limits.connections {
            logger.warning(
                "too few open files allowed",
                metadata: [
                    "maximumConnections": .stringConvertible(configuration.limits.connections),
                    "used": .stringConvertible(connections),
                    "remedy": "ulimit -n, or LimitNOFILE in systemd",
                ])
        }
        let http = HTTP1Channel(responder, connectionSettings(responder))
        let listeners = addresses.enumerated().map { index, address in
            Listener(
                address: address, http: http, maximumConnections: max(1, connections / addresses.count),
                onListening: { server in if index == 0 { onListening(server.localAddress?.port ?? 0) } },
                logger: quiet)
        }
        var group = ServiceGroupConfiguration(services: listeners, logger: quiet)
        group.maximumGracefulShutdownDuration = .seconds(configuration.shutdownSeconds)
        let service = ServiceGroup(configuration: group)
        do {
            guard handlesSignals else { return try await service.run() }
            let signals = SignalHandling(
                logger: logger, drainTime: .seconds(configuration.drainSeconds),
                drain: { responder.isDraining.value = true }, shutdownTime: .seconds(configuration.shutdownSeconds),
                reload: {
                    guard let changed = try await reload?() else { return }
                    try changed.validate()
                    try responder.access.reload(changed)
                    tellOfKeys(responder)
                })
            try await signals.run(service)
        } catch let error as IOError {
            throw StartupError(
                .cannotListen,
                "Cannot listen on \(ListeningAddress.name(configuration)): \(ListeningAddress.reason(error, configuration))"
            )
        } catch is SocketAddressError.UnknownHost {
            throw StartupError.badSetting(
                "There is no host \(configuration.host) to listen on. Name an address of this machine (--host).")
        }
    }

    private func tellOfKeys(_ responder: Responder) {
        for setting in responder.access.signatures.settingsWithShortKeys {
            logger.warning(
                "a key has fewer than 16 bytes, and could be found by trying",
                metadata: [
                    "setting": "\(setting)",
                    "remedy": "openssl rand -hex 32; write :KEY for one that has colons itself",
                ])
        }
        guard responder.access.signatures.hasNamedKeys else { return }
        logger.info(
            "keys that have a name sign with what is behind the first colon",
            metadata: ["remedy": "write :KEY for one that has colons itself"])
    }

    /// Threads for pictures, half of which may wait for processes that decode, and for files of the cache.
    static func startThreads() -> (pictures: NIOThreadPool, files: NIOThreadPool) {
        let (pictures, files) = (
            NIOThreadPool(numberOfThreads: 2 * System.coreCount),
            NIOThreadPool(numberOfThreads: max(4, System.coreCount))
        )
        pictures.start()
        files.start()
        return (pictures, files)
    }

    let connections = ConnectionTable()

    /// The framework's own messages are of use to those only who look for a fault.
    var quiet: Logger {
        var logger = logger
        logger.logLevel = max(.info, logger.logLevel)
        return logger
    }

    private func connectionSettings(_ responder: Responder) -> HTTP1Channel.Configuration {
        let timeout = TimeAmount.seconds(Int64(configuration.limits.clientSeconds))
        return HTTP1Channel.Configuration(
            additionalChannelHandlers: [
                ConnectionGuard(timeout: timeout, table: connections, cached: responder.cachedResponse)
            ],
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: configuration.limits.urlBytes * 2,
                maxHeaderListSize: configuration.limits.urlBytes * 4, maxHeaderFieldCount: 100))
    }
}

/// The set-up of a service, as far as clients choose by it.
public struct ServiceSetup: Sendable {
    /// The sources of photos that can be named, such as `flickr`, the best one first.
    public var photoSources: [String] = []
    /// The service that knows places by their names; `nil` for none.
    public var placeSource: (any PlaceSource)?
    /// True when frames of videos can be read.
    public var readsVideos = false

    /// The version of the program, told in `/metrics`.
    public var version = ""

    /// Nothing.
    public init() {}
}
