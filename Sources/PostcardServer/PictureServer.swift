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

/// The HTTP service: images by URL as in thumbor and imgproxy, memes as in memegen, and a library as JSON.
///
/// Its metrics are at `/metrics`, and in the `MetricsSystem` of swift-metrics if the application has set one up.
public struct PictureServer: Sendable {
    var configuration: ServerConfiguration
    /// The process that decodes images.
    let isolation: Isolation?
    let logger: Logger
    let userAgent: String
    let photoSource: PhotoSourceMaker?
    let setup: ServiceSetup
    let tickets = SignInTickets()
    /// The token file of `postcard app`; `nil` if another command started the service.
    package var devices: DeviceTokens?
    /// The environment of object storage: profiles and keys.
    var objects = ObjectStorageEnvironment.system
    /// Returns the current time, for timeouts and rate limits.
    var now: @Sendable () -> ContinuousClock.Instant = { .now }
    /// Returns the current time in seconds since 1970.
    var secondsSince1970: @Sendable () -> Int = { Int(Date().timeIntervalSince1970) }
    /// The maximum time that a change waits for another process that is changing the library.
    var lockTimeout = Duration.seconds(10)
    /// The clock for timeouts.
    var clock: any Clock<Duration> = ContinuousClock()
    /// Called before each file call in an image folder or the library, on the same thread.
    var willCall: @Sendable (_ folder: String) -> Void = { _ in }

    /// Creates a service. ``run(handlesSignals:descriptors:onListening:reload:)`` starts it.
    ///
    /// - Parameters:
    ///   - configuration: the settings, which are checked when the service starts.
    ///   - isolation: the process that decodes TIFF, HEIC, AVIF and JPEG XL files, from `Isolation.prepare()`. If `isolation` is `nil`,
    ///     this process decodes the files; use `nil` only for images from trusted clients.
    ///   - logger: receives a line for each request.
    ///   - userAgent: the name that the service sends to servers that it fetches from.
    ///   - photoSource: returns the photo providers for new collections; `nil` if there are none.
    ///   - setup: the information for clients of the web app.
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

    /// Serves requests until the task is canceled or a signal arrives, and then completes running requests.
    ///
    /// If `handlesSignals` is true, SIGTERM and SIGINT shut the service down gracefully, and a second signal ends it immediately. SIGHUP
    /// reloads keys and tokens, or stops a service that was started in a terminal. SIGUSR1, SIGUSR2 and SIGALRM are ignored. After
    /// ``ServerConfiguration/shutdownTimeout``, the method returns even if a thread is still working on an image.
    ///
    /// - Parameters:
    ///   - handlesSignals: true to handle the process's signals.
    ///   - descriptors: listening sockets, such as those that systemd passes, instead of `host` and `port`. The service closes the sockets.
    ///   - onListening: called with the port as soon as connections are accepted.
    ///   - reload: returns the reloaded settings.
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
        // The host determines the names that clients may use.
        var server = self
        let address = ListeningSocket.main(of: try ListeningSocket.addresses(of: descriptors))
        server.configuration.host = address?.ipAddress ?? address?.pathname ?? configuration.host
        server.configuration.port = address?.port ?? 0
        try await server.serve(descriptors.map(ListeningAddress.descriptor), handlesSignals, onListening, reload)
    }

    /// Returns a ticket for signing in a browser once, within 10 minutes, with the permissions of a token. The browser opens
    /// `/app/#t=TICKET`.
    ///
    /// - Parameters:
    ///   - token: the name of the token.
    ///   - onUse: called when a browser signs in with the ticket.
    package func makeTicket(for token: String, onUse: @escaping @Sendable () -> Void = {}) -> String {
        tickets.make(for: token, random: environment.randomBytes, at: environment.now(), onUse: onUse)
    }

    /// Returns a URL for signing in a phone once, within 10 minutes; `nil` if phones can't reach the service.
    package func makeDeviceAddress(port: Int) -> String? {
        guard let devices, devices.host != nil else { return nil }
        return devices.makeAddress(.write, port: port, tickets: tickets, environment)
    }

    /// The time for which a ticket is valid.
    package static let ticketLifetime = SignInTickets.lifetime

    /// Creates the parts of the service, serves requests until the service ends, and then stops the parts.
    private func serve(
        _ addresses: [ListeningAddress], _ handlesSignals: Bool, _ onListening: @escaping @Sendable (Int) -> Void,
        _ reload: (@Sendable () async throws -> ServerConfiguration)?
    ) async throws {
        let threads = ServiceThreads(folderCount: configuration.images.count)
        defer { threads.end() }
        let responder = try responder(threads: threads)
        defer { responder.services.end() }
        warnAboutKeys(responder)
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
                "the limit of open files is too low",
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
                    warnAboutKeys(responder)
                })
            try await signals.run(service)
        } catch let error as IOError where listening.value < addresses.count {
            throw StartupError(
                .cannotListen,
                "Can't listen on \(ListeningAddress.name(configuration)): \(ListeningAddress.reason(error, configuration))"
            )
        } catch is SocketAddressError.UnknownHost {
            throw StartupError.badSetting(
                "Can't listen on \(configuration.host): unknown host name. Choose an address of this machine with --host."
            )
        }
    }

    /// Logs the settings with short keys, or with keys that might have a name by accident.
    private func warnAboutKeys(_ responder: Responder) {
        for setting in responder.access.signatures.settingsWithShortKeys {
            logger.warning(
                "a key has fewer than 16 bytes and could be guessed",
                metadata: [
                    "setting": "\(setting)",
                    "remedy": "openssl rand -hex 32; write :KEY for a key with colons",
                ])
        }
        guard responder.access.signatures.hasNamedKeys else { return }
        logger.info(
            "a named key is the text after the first colon",
            metadata: ["remedy": "write :KEY for a key with colons"])
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
