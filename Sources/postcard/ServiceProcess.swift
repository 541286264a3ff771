import Dispatch
import Logging
import PlatformLibc
import PostcardCommands
import PostcardLibrary
import PostcardServer
import PostcardSources
import Synchronization

/// Starts and ends a service's process, for all commands that run a service.
enum ServiceProcess {
    /// Makes a service and its logger.
    ///
    /// - Throws: `StartupError` for an unknown place search service, or a missing key for it.
    static func prepare(
        _ configuration: ServerConfiguration, logLevel: Logger.Level, devices: DeviceTokens? = nil
    ) throws -> (server: PictureServer, logger: Logger) {
        let logger = Logger(label: "postcard") { _ in
            var handler = ServeLogHandler()
            handler.logLevel = logLevel
            return handler
        }
        MemoryAllocation.reuse()
        var setup = ServiceSetup()
        let providers = PhotoProviders()
        setup.photoSources = providers.names
        setup.readsVideos = MediaTools.system.areInstalled
        setup.version = Postcard.version
        if let places = configuration.places, places != "none" {
            guard let service = PhotoProviders.PlaceService(rawValue: places) else {
                throw StartupError.badSetting(
                    "places is \(places); it must be nominatim, foursquare or none (--places).")
            }
            do {
                setup.placeSource = try providers.placeSource(service)
            } catch {
                throw StartupError.badSetting(Failure(error).description)
            }
        }
        var server = PictureServer(
            configuration, isolation: try Postcard.requiredIsolation, logger: logger,
            userAgent: "\(WebClient.userAgent)",
            photoSource: { name in
                do throws(ProviderError) { return try providers.photoSource(named: name) } catch {
                    throw Failure(error)
                }
            }, setup: setup)
        server.devices = devices
        return (server, logger)
    }

    /// The seconds allowed for the last steps after the shutdown time, and the seconds allowed after a second signal.
    private static let (lastSeconds, hurriedSeconds) = (5, 4)
    private static let isStopping = Mutex(false)

    /// Ends the process some time after SIGTERM or SIGINT, even if threads are stuck in decoders, disks or programs. The service's shutdown
    /// needs these threads, but this timer has a separate queue.
    static func limitStopping(_ configuration: ServerConfiguration) {
        let queue = DispatchQueue(label: "stopping")
        for number in [SIGTERM, SIGINT] {
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                // The handler keeps its signal source alive.
                withExtendedLifetime(source) {}
                let isSecond = isStopping.withLock { isStopping in
                    defer { isStopping = true }
                    return isStopping
                }
                let drain = number == SIGTERM ? configuration.drainDuration : .zero
                let times = [drain, configuration.shutdownTimeout, .seconds(lastSeconds)]
                let usual = times.map { min($0.wholeSeconds, 1 << 30) }.reduce(0, +)
                queue.asyncAfter(deadline: .now() + .seconds(isSecond ? hurriedSeconds : usual)) { end() }
            }
            source.resume()
        }
    }

    /// Ends the process after writing the log.
    static func end() -> Never {
        MediaTool.killAll()
        ServeLogHandler.writer.finish()
        // Unfinished work on pictures can be abandoned, because it has written nothing to disk.
        _exit(0)
    }

    /// Returns the failure of a command whose service could not start.
    static func failure(_ error: StartupError) -> Failure {
        ServeLogHandler.writer.finish()
        return Failure(error.code == .cannotListen ? .unavailable : .badSettings, error.message)
    }
}
