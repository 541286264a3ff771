import HummingbirdCore
public import Logging
import NIOCore
import NIOPosix
import PlatformFoundation
public import PostcardImaging
import PostcardMemes
import PostcardPhotos
import PostcardSources
import ServiceLifecycle
import SystemPackage
import UnixSignals

/// The HTTP service: pictures by URL in the scheme of thumbor, memes in that of memegen, and a library as JSON.
///
/// Its metrics are at `/metrics`, and in the `MetricsSystem` of swift-metrics where the application has set one up.
public struct PictureServer: Sendable {
    var configuration: ServerConfiguration
    /// The process that decodes pictures.
    let isolation: Isolation?
    let logger: Logger
    let userAgent: String
    let photoSource: PhotoSourceMaker?
    let setup: ServiceSetup
    let tickets = SignInTickets()
    /// The token file of `postcard app`; `nil` for other services.
    package var devices: DeviceTokens?
    /// The environment of object storage: profiles and keys.
    var objects = ObjectStorageEnvironment.system
    /// Returns the time of timeouts and rates.
    var now: @Sendable () -> ContinuousClock.Instant = { .now }
    /// Returns the time of day, in seconds since 1970.
    var secondsSince1970: @Sendable () -> Int = { Int(Date().timeIntervalSince1970) }
    /// The longest time that a change waits for another process that changes the library.
    var lockTimeout = Duration.seconds(10)
    /// The clock of timeouts.
    var clock: any Clock<Duration> = ContinuousClock()
    /// Called on the thread before each file call in a folder of pictures or the library.
    var willCall: @Sendable (_ folder: String) -> Void = { _ in }

    /// Makes a service, which ``run(handlesSignals:descriptors:onListening:reload:)`` starts.
    ///
    /// - Parameters:
    ///   - configuration: the settings, which are checked at the start.
    ///   - isolation: the process that decodes TIFF, HEIC, AVIF and JPEG XL files, of `Isolation.prepare()`. With `nil` they are decoded in
    ///     this process, for pictures of trusted clients only.
    ///   - logger: receives a line for each request.
    ///   - userAgent: the name of the service for the servers that it fetches from.
    ///   - photoSource: returns the photo providers of new collections; `nil` for none.
    ///   - setup: the facts for clients of the web app.
    public init(
        _ configuration: ServerConfiguration, isolation: Isolation?, logger: Logger, userAgent: String = "Postcard",
        photoSource: PhotoSourceMaker? = nil, setup: ServiceSetup = ServiceSetup()
    ) {
        self.configuration = configuration
        self.isolation = isolation
        self.logger = logger
        self.userAgent = userAgent
        self.photoSource = photoSource
        self.setup = setup
    }

    /// Serves requests until the task is cancelled or a signal arrives; then completes the running requests.
    ///
    /// With `handlesSignals`, SIGTERM and SIGINT shut the service down gracefully, and a second one at once. SIGHUP reads keys and tokens again, or
    /// stops a service whose terminal is gone. SIGUSR1, SIGUSR2 and SIGALRM are ignored. After the shutdown time of the settings the method returns,
    /// even while a thread still works on a picture.
    ///
    /// - Parameters:
    ///   - handlesSignals: true to handle signals of the process.
    ///   - descriptors: listening sockets, as systemd passes them, instead of the address in the settings. The service closes them.
    ///   - onListening: receives the port as soon as connections are accepted.
    ///   - reload: reads the settings again.
    /// - Throws: ``StartupError``.
    public func run(
        handlesSignals: Bool = true, descriptors: [CInt] = [],
        onListening: @escaping @Sendable (_ port: Int) -> Void = { _ in },
        reload: (@Sendable () async throws -> ServerConfiguration)? = nil
    ) async throws {
        try configuration.validate()
        guard !descriptors.isEmpty else {
            return try await serve(ListeningAddress.all(configuration), handlesSignals, onListening, reload)
        }
        // The names by which the service may be called follow from the host.
        var server = self
        let address = ListeningSocket.main(of: try ListeningSocket.addresses(of: descriptors))
        server.configuration.host = address?.ipAddress ?? address?.pathname ?? configuration.host
        server.configuration.port = address?.port ?? 0
        try await server.serve(descriptors.map(ListeningAddress.descriptor), handlesSignals, onListening, reload)
    }

    /// Makes a ticket that signs a browser in once, within 10 minutes, with the rights of a token: `/app/#t=TICKET`.
    ///
    /// - Parameters:
    ///   - token: the name of the token.
    ///   - onUse: called when a browser has signed in with the ticket.
    package func makeTicket(for token: String, onUse: @escaping @Sendable () -> Void = {}) -> String {
        tickets.make(for: token, random: environment.randomBytes, at: environment.now(), onUse: onUse)
    }

    /// Makes an address that signs a phone in once, within 10 minutes; returns `nil` where phones cannot reach the service.
    package func makeDeviceAddress(port: Int) -> String? {
        guard let devices, devices.host != nil else { return nil }
        return devices.makeAddress(.write, port: port, tickets: tickets, environment)
    }

    /// The time for which a ticket is valid.
    package static let ticketLifetime = SignInTickets.lifetime

    /// Makes the parts of the service, listens until the end, and then stops them.
    private func serve(
        _ addresses: [ListeningAddress], _ handlesSignals: Bool, _ onListening: @escaping @Sendable (Int) -> Void,
        _ reload: (@Sendable () async throws -> ServerConfiguration)?
    ) async throws {
        let threads = ServiceThreads(folderCount: configuration.images.count)
        defer { threads.end() }
        let responder = try responder(threads: threads)
        defer { responder.services.end() }
        tellOfKeys(responder)
        try await checkBuckets(in: responder.services.results.source.remote.objects.storage)
        let publishing = responder.log.metrics.isObserved ? Task { try await responder.publishMetrics() } : nil
        defer { publishing?.cancel() }
        do {
            try await listen(responder, on: addresses, handlesSignals, onListening, reload)
        } catch {
            await responder.services.results.shared?.end()
            throw error
        }
        await responder.services.results.shared?.end()
    }

    /// Serves requests over sockets.
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
        let listening = Reloadable(0)
        let http = HTTP1Channel(responder: responder.serve, configuration: connectionSettings(responder))
        let listeners = addresses.enumerated().map { index, address in
            Listener(
                address: address, http: http, maximumConnections: max(1, connections / addresses.count),
                onListening: { server in
                    listening.change { $0 += 1 }
                    if index == 0 { onListening(server.localAddress?.port ?? 0) }
                },
                logger: quiet)
        }
        var group = ServiceGroupConfiguration(services: listeners, logger: quiet)
        group.maximumGracefulShutdownDuration = configuration.shutdownTimeout
        let service = ServiceGroup(configuration: group)
        do {
            guard handlesSignals else { return try await service.run() }
            let signals = SignalHandling(
                logger: logger, drainTime: configuration.drainDuration,
                drain: { responder.isDraining.value = true }, shutdownTime: configuration.shutdownTimeout,
                reload: {
                    guard let changed = try await reload?() else { return }
                    try changed.validate()
                    try responder.access.reload(changed.access)
                    tellOfKeys(responder)
                })
            try await signals.run(service)
        } catch let error as IOError where listening.value < addresses.count {
            throw StartupError(
                .cannotListen,
                "Cannot listen on \(ListeningAddress.name(configuration)): \(ListeningAddress.reason(error, configuration))"
            )
        } catch is SocketAddressError.UnknownHost {
            throw StartupError.badSetting(
                "There is no host \(configuration.host) to listen on. Name an address of this machine (--host).")
        }
    }

    /// Logs the settings whose keys are short, or could have a name by accident.
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

    let connections = ConnectionTable()

    /// The logger for the framework, without messages below `info`.
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
