import ArgumentParser
import Dispatch
import Logging
import PlatformLibc
import PostcardCommands
import PostcardLibrary
import PostcardServer
import PostcardSources
import Synchronization

/// The process of a service, whichever command started it.
enum ServiceProcess {
    /// Makes a service and its log.
    ///
    /// - Throws: `StartupError` for a service of places that is not known or lacks its key.
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
        setup.photoSources = SourceOptions.namesSetUp
        setup.readsVideos = Library.readsVideos
        setup.version = Postcard.version
        if !configuration.places.isEmpty {
            guard let service = PlaceSourceOptions.Service(rawValue: configuration.places) else {
                throw StartupError.badSetting(
                    "places is \(configuration.places); it can be nominatim or foursquare (--places).")
            }
            do {
                setup.placeSource = try PlaceSourceOptions.parse(["--places", service.rawValue]).makeSource()
            } catch {
                throw StartupError.badSetting("\(error)")
            }
        }
        var server = PictureServer(
            configuration, logger: logger, userAgent: "\(ServiceAddress.userAgent)",
            photoSource: { name in try SourceOptions.parse([]).makeSource(setting: name) }, setup: setup)
        server.devices = devices
        return (server, logger)
    }

    /// Seconds for the last steps after the time that requests have, and for all after a second signal.
    private static let (lastSeconds, hurriedSeconds) = (5, 4)
    private static let isStopping = Mutex(false)

    /// Has the process end some time after SIGTERM and SIGINT, whatever is stuck then: the service ends itself, but for that it takes
    /// threads that decoders, disks or programs may hold for ever. Here it takes none of them.
    static func limitStopping(_ configuration: ServerConfiguration) {
        let queue = DispatchQueue(label: "stopping")
        for number in [SIGTERM, SIGINT] {
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                // It lasts as long as its handler has a reference to it, which is for ever.
                withExtendedLifetime(source) {}
                let isSecond = isStopping.withLock { isStopping in
                    defer { isStopping = true }
                    return isStopping
                }
                let drain = number == SIGTERM ? configuration.drainSeconds : 0
                let usual = [drain, configuration.shutdownSeconds, lastSeconds].map { min($0, 1 << 30) }.reduce(0, +)
                queue.asyncAfter(deadline: .now() + .seconds(isSecond ? hurriedSeconds : usual)) { end() }
            }
            source.resume()
        }
    }

    /// Ends the process as soon as the log is written.
    static func end() -> Never {
        Library.killVideoPrograms()
        ServeLogHandler.writer.finish()
        // Steps of pictures that did not stop are left as they are: nothing of them is on the disk.
        _exit(0)
    }

    /// The failure of a command whose service could not start.
    static func failure(_ error: StartupError) -> Failure {
        ServeLogHandler.writer.finish()
        return Failure(error.code == .cannotListen ? .unavailable : .badSettings, error.message)
    }
}
