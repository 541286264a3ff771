import CoreMetrics
import Logging
import NIOCore
import NIOPosix
import PlatformFoundation
import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardMemes
import PostcardPhotos
import PostcardSources
import SystemPackage

/// Creates the parts of a service from its settings.
extension PictureServer {
    /// Returns a responder. The responder works without a socket until ``Services/end()``.
    func responder(threads: ServiceThreads) throws -> Responder {
        let environment = environment
        let metrics = ServerMetrics(
            version: setup.version, renderer: RendererVersion.current, application: MetricsSystem.factory)
        let access = try AccessRules(configuration.access, now: environment.now)
        let library = try library()
        let results = try results(threads: threads, metrics: metrics, library: library)
        let presets = try Presets(configuration)
        let app = try app(access, environment)
        let features = APIFeatures(configuration, presets: presets, hasApp: app != nil)
        let endpoints = features.endpoints
        let description = try features.document(of: endpoints).encoded()
        let uploads = admission(.uploadBytes, 4 * configuration.bodyBytes)
        let services = Services(
            settings: configuration.pictures, defaults: try OutputOptions(configuration),
            queueLength: configuration.limits.queueLength, results: results,
            memes: MemeCatalog(
                templates: MemeTemplates(library?.templates ?? TemplateStore(directory: nil)), fonts: MemeFonts(.shared)
            ),
            presets: presets,
            sentPictures: SentPictures(
                byteLimit: max(configuration.limits.sourceBytesInFlight, configuration.maximumSourceBytes),
                now: environment.now, random: environment.randomBytes),
            uploads: uploads, fileThreads: threads.files,
            library: library.map { service(of: $0, beside: results, uploads, environment) }, app: app,
            description: (description, EntityTags.tag(of: description)))
        let log = RequestLog(
            metrics: metrics, logger: quiet, tracer: RequestTrace.installedTracer,
            isSecure: configuration.publicAddress?.hasPrefix("https://") ?? false)
        return Responder(
            services: services, routes: RouteTable(endpoints), access: access, log: log, environment: environment,
            connections: connections,
            responses: ResponseBudget(admission(.responseBytes, configuration.limits.sourceBytesInFlight)),
            maximumURLBytes: configuration.limits.urlBytes)
    }

    /// Returns the permits for a resource, with the queue length and timeout from the settings.
    private func admission(_ resource: Overload, _ total: Int, queueLimit: Int? = nil) -> WeightedSemaphore {
        WeightedSemaphore(
            total: total, of: resource, queueLimit: queueLimit ?? configuration.limits.queueLength,
            timeout: .seconds(configuration.limits.queueSeconds), clock: clock)
    }

    private func service(
        of library: Library, beside results: Results, _ uploads: WeightedSemaphore, _ environment: ServerEnvironment
    ) -> LibraryService {
        LibraryService(
            library: library, version: setup.version, isPublic: configuration.allowsAnonymousReading,
            jobs: AlbumJobs(environment, logger),
            maximumUploadBytes: configuration.limits.uploadBytes, makeSource: photoSource,
            placeSource: setup.placeSource, nearbyPlaces: CityNames.places(at:),
            publicAddress: configuration.pictures.publicAddress ?? "", outline: WorldOutline.outline,
            placeTurns: admission(.places, 1, queueLimit: LibraryService.maximumWaitingForPlaces),
            admission: admission(.library, LibraryService.maximumOperations),
            changes: admission(.library, LibraryService.maximumOperations), uploads: uploads,
            shares: admission(.shares, 1), tracks: admission(.library, 1),
            pixels: results.workshop.pixels, processPermit: results.workshop.processPermit,
            videos: results.source.videos.permits,
            heartbeat: .seconds(configuration.limits.clientSeconds) / 2)
    }

    /// Returns the web app; `nil` if the service has no library, or if the names of the service are unknown. If they are unknown, any web
    /// page could make its name resolve to the service and use the app's session.
    private func app(_ access: AccessRules, _ environment: ServerEnvironment) throws(StartupError) -> AppService? {
        guard configuration.library != nil else { return nil }
        guard access.names.areKnown else {
            logger.notice(
                "the web app is off because the service's name is unknown",
                metadata: ["remedy": "--allowed-name NAME, or publicAddress"])
            return nil
        }
        let folder = configuration.appFolder
        let pages = WebApp(
            folder.isEmpty ? .program : try AppFiles(folder: folder),
            try MapTiles(configuration.tiles))
        return AppService(
            pages: pages, setup: setup, maximumUploadBytes: configuration.limits.uploadBytes, tickets: tickets,
            devices: devices, reloadTokens: { [configuration] in try access.reload(configuration.access) },
            access: access,
            environment: environment, logger: quiet)
    }

    private func library() throws -> Library? {
        guard let directory = configuration.library else { return nil }
        do {
            var environment = Library.Environment.system
            environment.lockTimeout = lockTimeout
            environment.limits.isolation = isolation
            let library = try Library(directory: FilePath(directory), environment: environment)
            if let disk = library.networkDisk {
                logger.warning(
                    "the library is read-only because it is on a network disk", metadata: ["disk": "\(disk)"])
            }
            return library
        } catch {
            throw StartupError(.badFolder, "Can't open the library \(directory): \(error)")
        }
    }

    /// Returns the object that creates results, with its sources, caches and threads.
    private func results(
        threads: ServiceThreads, metrics: ServerMetrics, library: Library?
    ) throws -> Results {
        let (cache, storage) = (try cache(), storage())
        let fetcher = GuardedFetcher(
            policy: .init(
                hosts: configuration.allowedHosts.map(HostPattern.init),
                allowsPrivateAddresses: configuration.allowsPrivateAddresses,
                maximumBytes: configuration.maximumSourceBytes, timeout: .seconds(configuration.limits.fetchSeconds),
                maximumConnections: configuration.limits.fetches),
            resolver: SystemHostResolver(threads: .singleton), userAgent: userAgent, clock: clock)
        let remote = RemotePictures(
            web: fetcher,
            objects: ObjectFetcher(
                storage: storage, maximumBytes: configuration.maximumSourceBytes,
                timeout: .seconds(configuration.limits.fetchSeconds), clock: clock),
            fetching: admission(.fetches, configuration.limits.fetches),
            bytes: admission(.fetchedBytes, configuration.limits.sourceBytesInFlight),
            fetched: FetchedPictures(
                cache: cache, memoryBytes: configuration.maximumSourceBytes,
                lifetimes: .init(
                    web: .seconds(configuration.limits.fetchedSeconds),
                    object: .seconds(configuration.limits.objectSeconds),
                    stale: .seconds(configuration.limits.staleSeconds)),
                now: environment.now, secondsSince1970: environment.secondsSince1970),
            metrics: metrics, now: environment.now,
            wait: { [clock] in try await clock.deadline(after: $0).wait() })
        let source = SourcePictures(
            origins: try configuration.images.map { place in
                try PictureOrigin(place) { calls(in: $0, on: threads) }
            }, remote: remote,
            maximumBytes: configuration.maximumSourceBytes,
            admission: admission(.sourceBytes, configuration.limits.sourceBytesInFlight),
            library: LibraryPictures(
                library: library, calls: calls(in: configuration.library ?? "", on: threads, subject: "The library")),
            baseURL: configuration.baseURL, videos: VideoFrames(clock: clock))
        let workshop = Workshop(
            limits: DecodingLimits(
                pixels: configuration.maximumPixels, bytes: configuration.maximumSourceBytes, isolation: isolation),
            pixels: admission(.pixels, configuration.pixelsInFlight),
            // Enough for 12 megapixels of HEIC on each processor.
            decoders: admission(.decoders, System.coreCount * (320 << 20)),
            sheets: admission(.sheets, max(1, configuration.pixelsInFlight / 4)), threads: threads.pictures,
            metrics: metrics,
            renderingLimit: .seconds(configuration.limits.renderSeconds), now: environment.now)
        return Results(
            source: source, workshop: workshop, memoryBytes: configuration.resultBytes, disk: cache,
            shared: try sharedResults(metrics, in: storage), preferredFormats: try configuration.preferredFormats())
    }

    /// Returns the file calls for a folder.
    private func calls(
        in folder: String, on threads: ServiceThreads, subject: String = "An image folder"
    ) -> FolderCalls {
        let willCall = willCall
        return FolderCalls(in: folder, on: threads.folders, clock: clock, subject: subject) { willCall(folder) }
    }

    /// Returns the object storage client.
    func storage() -> ObjectStorage {
        ObjectStorage(
            environment: objects, userAgent: UserAgent(value: userAgent), connections: configuration.limits.fetches,
            idleTimeout: .seconds(configuration.limits.fetchSeconds), retryPolicy: .prompt(attempts: 3))
    }

    private func sharedResults(_ metrics: ServerMetrics, in storage: ObjectStorage) throws -> SharedResults? {
        guard let place = configuration.results else { return nil }
        return SharedResults(
            try ObjectAddress(prefix: place), storage: storage, metrics: metrics,
            clock: clock, now: environment.now)
    }

    private func cache() throws -> DiskCache? {
        guard let folder = configuration.cache else { return nil }
        do {
            let logger = logger
            return try DiskCache(folder: folder, byteLimit: configuration.cacheBytes) { message in
                logger.warning("cache", metadata: ["problem": "\(message)"])
            }
        } catch let error as StartupError {
            throw error
        } catch {
            throw StartupError(.badFolder, "Can't use the cache folder \(folder): \(error).")
        }
    }

    var environment: ServerEnvironment {
        let (folder, library) = (configuration.cache, configuration.library)
        let numbers = RequestNumbers()
        return ServerEnvironment(
            now: now, clock: clock, secondsSince1970: secondsSince1970, makeID: { numbers.next() },
            randomBytes: { count in
                var generator = SystemRandomNumberGenerator()
                return (0..<count).map { _ in generator.next() }
            },
            isReady: {
                (folder.map(FileManager.default.isWritableFile) ?? true)
                    && (library.map(FileManager.default.isReadableFile) ?? true)
            })
    }

    /// The timeout for checking one bucket at startup.
    private static let storeTimeout = Duration.seconds(5)

    /// Lists one file in each bucket in the `images` setting, so that invalid credentials cause an error at startup, not in the first
    /// requests. An unreachable store only causes a warning, since the outage might end.
    ///
    /// - Throws: `StartupError` with code `badSetting` for a missing bucket, or if the store denies access.
    func checkBuckets(in storage: ObjectStorage) async throws {
        for place in configuration.images where ObjectAddress.isObjectAddress(place) {
            let address = try ObjectAddress(prefix: place)
            do {
                _ = try await withDeadline(Self.storeTimeout, on: clock) {
                    try await storage.list(address, maximumCount: 1, attempts: 1)
                }
            } catch let error as SourceError where ![.unavailable, .unreachable, .rateLimited].contains(error.code) {
                throw StartupError.badSetting(
                    "images, \(place): \(error.message) The credentials need s3:GetObject and s3:ListBucket.")
            } catch {
                logger.warning(
                    "object storage does not respond",
                    metadata: [
                        "images": "\(place)",
                        "error": "\((error as? SourceError)?.message ?? "The request timed out.")",
                    ])
            }
        }
    }
}
