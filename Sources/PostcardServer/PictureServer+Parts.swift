import CoreMetrics
import Logging
import NIOPosix
import PlatformFoundation
import PostcardImaging
import PostcardLibrary
import PostcardMemes
import PostcardSources
import SystemPackage

/// The parts of a service, made of its settings.
extension PictureServer {
    /// Answers requests without a socket, until ``Responder/end()``.
    func responder(threads: NIOThreadPool, fileThreads: NIOThreadPool) throws -> Responder {
        let metrics = ServerMetrics(version: setup.version, application: MetricsSystem.factory)
        let access = try AccessRules(configuration, now: environment.now)
        let opened = try library()
        let pictures = try pictures(threads: threads, metrics: metrics, library: opened)
        let library = LibraryService(
            opened, configuration, access: access, pixels: pictures.admission, decoders: pictures.decoders,
            videos: pictures.source.videos.permits, makeSource: photoSource, placeSource: setup.placeSource,
            logger: logger, environment: environment)
        let presets = try Presets(configuration)
        let app = try WebApp(
            configuration, names: access.names, setup: setup, tickets: tickets, logger: logger)
        let features = APIFeatures(configuration, presets: presets, hasApp: app != nil)
        return Responder(
            pictures: pictures,
            memes: MemeCatalogue(
                templates: MemeTemplates(opened?.templates ?? TemplateStore(directory: nil)),
                fonts: MemeFonts(.shared)),
            presets: presets,
            uploads: admission(.uploadBytes, 4 * configuration.maximumBodyBytes),
            responses: ResponseRoom(admission(.responseBytes, configuration.sourceBytesInFlight)),
            fileThreads: fileThreads,
            keys: Reloadable(try URLSignatures(configuration)),
            configuration: configuration, metrics: metrics, connections: connections, environment: environment,
            access: access, library: library,
            sentPictures: SentPictures(
                byteLimit: configuration.sourceBytesInFlight, now: environment.now, random: environment.randomBytes),
            app: app,
            routes: RouteTable(features.operations), description: try ServiceDescription(OpenAPIDocument(features)),
            logger: quiet, tracer: RequestTrace.installedTracer)
    }

    private func admission(_ resource: Overload, _ total: Int) -> WeightedSemaphore {
        WeightedSemaphore(
            total: total, of: resource, queueLimit: configuration.queueLength,
            timeout: .seconds(configuration.queueSeconds))
    }

    private func library() throws -> Library? {
        guard !configuration.library.isEmpty else { return nil }
        do {
            let library = try Library(directory: FilePath(configuration.library))
            if let disk = library.networkDisk {
                logger.warning(
                    "the library is only read, for its disk is one of the network", metadata: ["disk": "\(disk)"])
            }
            return library
        } catch {
            throw StartupError(.badFolder, "The library \(configuration.library) cannot be opened: \(error)")
        }
    }

    private func pictures(
        threads: NIOThreadPool, metrics: ServerMetrics, library: Library?
    ) throws -> PictureService {
        let cache = try cache()
        let fetcher = GuardedFetcher(
            policy: .init(
                hosts: configuration.allowedHosts.map(HostPattern.init),
                allowsPrivateAddresses: configuration.allowsPrivateAddresses,
                maximumBytes: configuration.maximumSourceBytes, timeout: .seconds(configuration.fetchSeconds),
                maximumConnections: configuration.maximumFetches),
            resolver: SystemHostResolver(threads: .singleton), userAgent: userAgent)
        let remote = RemotePictures(
            web: fetcher,
            objects: ObjectFetcher(
                storage: storage(attempts: 3), maximumBytes: configuration.maximumSourceBytes,
                timeout: .seconds(configuration.fetchSeconds)),
            fetching: admission(.fetches, configuration.maximumFetches),
            bytes: admission(.fetchedBytes, configuration.sourceBytesInFlight),
            fetched: FetchedPictures(
                cache: cache, memoryBytes: configuration.maximumSourceBytes,
                lifetimes: .init(
                    web: .seconds(configuration.fetchedSeconds), object: .seconds(configuration.objectSeconds),
                    stale: .seconds(configuration.staleSeconds)),
                now: environment.now, secondsSince1970: environment.secondsSince1970),
            metrics: metrics, now: environment.now)
        let source = SourcePictures(
            origins: try configuration.images.map { try PictureOrigin($0) }, remote: remote,
            maximumBytes: configuration.maximumSourceBytes,
            admission: admission(.sourceBytes, configuration.sourceBytesInFlight),
            library: LibraryPictures(library: library), baseURL: configuration.baseURL)
        return PictureService(
            source: source, cache: cache, results: try results(metrics),
            limits: DecodingLimits(pixels: configuration.maximumPixels, bytes: configuration.maximumSourceBytes),
            admission: admission(.pixels, configuration.pixelsInFlight),
            decoders: PictureDecoders { admission(.decoders, $0) },
            sheets: admission(.sheets, max(1, configuration.pixelsInFlight / 4)),
            defaults: try OutputDefaults(configuration),
            threads: threads, metrics: metrics, renderingLimit: .seconds(configuration.renderSeconds),
            now: environment.now)
    }

    /// A client for object storage.
    func storage(attempts: Int) -> ObjectStorage {
        ObjectStorage(
            environment: objects, userAgent: UserAgent(value: userAgent), connections: configuration.maximumFetches,
            retryPolicy: .prompt(attempts: attempts))
    }

    private func results(_ metrics: ServerMetrics) throws -> SharedResults? {
        guard !configuration.results.isEmpty else { return nil }
        return SharedResults(
            try PictureBucket(configuration.results).prefix, storage: storage(attempts: 1), metrics: metrics,
            now: environment.now)
    }

    private func cache() throws -> DiskCache? {
        guard !configuration.cache.isEmpty else { return nil }
        do {
            let logger = logger
            return try DiskCache(folder: configuration.cache, byteLimit: configuration.cacheBytes) { message in
                logger.warning("cache", metadata: ["problem": "\(message)"])
            }
        } catch let error as StartupError {
            throw error
        } catch {
            throw StartupError(.badFolder, "The cache folder \(configuration.cache) cannot be used: \(error).")
        }
    }

    var environment: ServerEnvironment {
        let (folder, library) = (configuration.cache, configuration.library)
        let numbers = RequestNumbers()
        return ServerEnvironment(
            now: { ContinuousClock().now }, secondsSince1970: { Int(Date().timeIntervalSince1970) },
            makeID: { numbers.next() },
            randomBytes: { count in
                var generator = SystemRandomNumberGenerator()
                return (0..<count).map { _ in generator.next() }
            },
            isReady: {
                (folder.isEmpty || FileManager.default.isWritableFile(atPath: folder))
                    && (library.isEmpty || FileManager.default.isReadableFile(atPath: library))
            })
    }
}
