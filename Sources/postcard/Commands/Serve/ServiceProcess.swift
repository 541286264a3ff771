import ArgumentParser
import Logging
import PlatformLibc
import PostcardLibrary
import PostcardServer
import PostcardSources

/// The process of a service, whichever command started it.
enum ServiceProcess {
    /// Makes a service and its log.
    ///
    /// - Throws: `StartupError` for a service of places that is not known or lacks its key.
    static func prepare(
        _ configuration: ServerConfiguration, logLevel: Logger.Level
    ) throws -> (server: PictureServer, logger: Logger) {
        let logger = Logger(label: "postcard") { _ in
            var handler = ServeLogHandler()
            handler.logLevel = logLevel
            return handler
        }
        MemoryAllocation.reuse()
        let agent = UserAgent(version: Postcard.version, contact: Postcard.contact)
        var setup = ServiceSetup()
        setup.photoSources = SourceOptions.namesSetUp
        setup.readsVideos = Library.readsVideos
        setup.version = Postcard.version
        if !configuration.places.isEmpty {
            guard let service = PlaceSourceOptions.Service(rawValue: configuration.places) else {
                throw StartupError(
                    .badSetting, "places is \(configuration.places); it can be nominatim or foursquare (--places).")
            }
            do {
                setup.placeSource = try PlaceSourceOptions.parse(["--places", service.rawValue]).makeSource()
            } catch {
                throw StartupError(.badSetting, "\(error)")
            }
        }
        let server = PictureServer(
            configuration, logger: logger, userAgent: "\(agent)",
            photoSource: { name in try SourceOptions.parse([]).makeSource(setting: name) }, setup: setup)
        return (server, logger)
    }

    /// Ends the process as soon as the log is written.
    static func end() -> Never {
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
