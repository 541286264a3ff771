import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOPosix
import PostcardCore
import PostcardLibrary
public import PostcardSources

/// The HTTP API of a library: its routes, and the permits, threads and jobs that they share. ``LibraryCall`` runs a route.
struct LibraryService: Sendable {
    let library: Library
    let isPublic: Bool
    /// The threads that read, at least four even on small machines, since they mostly wait.
    let threads = LibraryThreads(count: max(4, System.coreCount))
    /// The threads that change the library, which may wait for another process that changes it.
    let changeThreads = LibraryThreads(count: 16)
    let playableVideos = PlayableVideos()
    let jobs: AlbumJobs
    /// The largest uploaded file in bytes.
    let maximumUploadBytes: Int
    let makeSource: PhotoSourceMaker?
    /// The service for place names; `nil` for none.
    let placeSource: (any PlaceSource)?
    /// Returns the city or town that names a place, offline.
    let nearbyPlaces: @Sendable (Coordinate) -> PlaceListing
    /// The permit for the one request at a time to the service for place names.
    let placeTurns: WeightedSemaphore
    /// The permits of operations that read.
    let admission: WeightedSemaphore
    /// The permits of operations that change the library.
    let changes: WeightedSemaphore
    /// The permits of running shares.
    let shares: WeightedSemaphore
    /// The permits for pixels of pictures in work, which the whole service shares.
    let pixels: WeightedSemaphore
    /// Returns a permit for a decoding process of some bytes of memory, of those that the whole service shares.
    let processPermit: @Sendable (_ memory: Int) async throws -> WeightedSemaphore.Permit?
    /// The permits of programs that decode videos, which the whole service shares.
    let videos: WeightedSemaphore
    /// The longest silence of a stream of events.
    let heartbeat: Duration

    /// The largest number of operations of a kind at a time, which share fewer threads.
    static let maximumOperations = 64
    /// The longest queue for place names; more would wait longer than a person does.
    static let maximumWaitingForPlaces = 5

    static let routes = withVersions(
        pins + albums + events + jobRoutes + photos + journals + places + notes + entries + memes + settings + map
            + gazetteer + deleted + peeks + sharing + maintenance)

    /// Returns the routes, each with the version of the resource at its path, as the path's GET defines it.
    private static func withVersions(_ routes: [LibraryRoute]) -> [LibraryRoute] {
        routes.map { route in
            var route = route
            route.version =
                routes.lazy.filter { $0.operation.path == route.operation.path }.compactMap(\.version).first
            return route
        }
    }

    /// The function that names places offline.
    var naming: PlaceNaming { { [nearbyPlaces] in nearbyPlaces($0).places.first?.place.name } }

    /// The value of `Cache-Control`: clients have to revalidate each response, with a token where one is needed.
    var cacheControl: String { isPublic ? "public, no-cache" : "private, no-cache" }

    /// Makes a rendition when its permits are free: pixels for a picture, a program for a video. Videos take no pixels, since a frame may take long
    /// and other pictures would wait.
    func withRenditionPermit<Value: Sendable>(
        for kind: Medium.Kind, pixels count: Int, _ make: () async throws -> Value
    ) async throws -> Value {
        try await kind == .video ? videos.with(1, do: make) : pixels.with(count, do: make)
    }

    /// Adds uploaded files when a permit for decoding processes is free, so that waiting takes none of the threads.
    func withDecodingPermit<Value: Sendable>(
        for sources: [MediumSource], _ add: () async throws -> Value
    ) async throws -> Value {
        let process = try await processPermit(sources.map(library.processMemory).max() ?? 0)
        defer { withExtendedLifetime(process) {} }
        return try await add()
    }

    /// Creates a record under an id that the client may have chosen, so that a repeated request finds it.
    ///
    /// - Parameters:
    ///   - kind: the kind of the record.
    ///   - id: the id; `nil` for a new one.
    ///   - reply: makes the response, whose status becomes 200 for an existing record.
    ///   - create: creates the record under the id.
    /// - Throws: `HTTPError` with status 409 for the id of a deleted record; the errors of the closures.
    func creating<Value: Decodable>(
        _ kind: RecordKind, id: String?, reply: (Value) throws -> Response,
        create: (_ id: String?) async throws -> Value
    ) async throws -> Response {
        do {
            return try reply(try await create(id))
        } catch let error as LibraryError where error.code == .conflict {
            guard let id, let record = try library.index.record(RecordKey(kind, id)) else { throw error }
            var response = try reply(try record.decode())
            response.status = .ok
            return response
        }
    }
}

extension LibraryService {
    /// Stops jobs and threads.
    func end() {
        jobs.stopAll()
        playableVideos.stopAll()
        // Threads that do not end in time are left.
        for threads in [threads, changeThreads] { threads.pool.shutdownGracefully { _ in } }
    }
}

extension HTTPError {
    /// Makes the error of a response from an error of the library; `nil` for one that clients cannot act on. Most messages are replaced, since they
    /// have paths and commands for the library's owner.
    init?(_ error: LibraryError) {
        switch error.code {
        case .notFound, .missingBlob: self = .notFound
        case .blank: self = .unprocessable("A text that is needed is blank.", .blank)
        case .invalidValue: self = .unprocessable(Self.message(of: error) ?? "A value is not possible.")
        case .noPosition: self = .unprocessable(error.message, .noPosition)
        case .noOtherPhotos: self.init(.conflict, error.message, .noOtherPhotos)
        case .busy:
            self.init(
                .serviceUnavailable, "Another program is changing the library. Try again later.", .libraryBusy,
                retryAfter: 5)
        case .downloading: self = .albumIsBusy
        case .networkDisk, .readOnlyFileSystem: self.init(.forbidden, "This service only reads its library.", .readOnly)
        case .preconditionFailed: self = .otherVersion
        case .ambiguous, .conflict:
            self.init(.conflict, Self.message(of: error) ?? "It does not fit what is there already.")
        case .tooLarge: self.init(.contentTooLarge, "The file is larger than this service takes.")
        case .unsupported:
            self.init(.unsupportedMediaType, "The file is neither a picture nor a video that can be read here.")
        case .noSpace:
            self.init(
                .init(code: 507, reasonPhrase: "Insufficient Storage"), "There is no room left for more.")
        default: return nil
        }
    }

    static let albumIsBusy = HTTPError(
        .conflict, "The album is being downloaded, by this service or another program.", .busy, retryAfter: 5)

    /// Returns the message of an error about the client's values; `nil` for one with a suggestion, which is about commands.
    private static func message(of error: LibraryError) -> String? {
        error.suggestion == nil ? error.message : nil
    }

    /// Makes the error of a response from an error of a photo provider or another service. `source` is its name at the beginning of a sentence.
    init(_ error: SourceError, of source: String) {
        switch error.code {
        case .rateLimited: self.init(.badGateway, "\(source) asks to come back later.", .providerBusy, retryAfter: 60)
        case .keyRefused, .refused: self.init(.badGateway, "\(source) refuses this service.", .providerRefused)
        case .unavailable, .unreachable: self.init(.badGateway, "\(source) cannot be reached.", .providerUnreachable)
        case .gone: self.init(.badGateway, "None of the photos that were found could be downloaded.", .providerFailed)
        case .badQuery: self = .unprocessable("\(source) does not understand the question.")
        default: self.init(.badGateway, "\(source) gave an answer that cannot be used.", .providerFailed)
        }
        cause = error.message
    }
}

/// A task executor with threads of its own for work that waits for the disk, so that event loops never wait.
final class LibraryThreads: TaskExecutor {
    let pool: NIOThreadPool

    init(count: Int) {
        pool = NIOThreadPool(numberOfThreads: count)
        pool.start()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedTaskExecutor()
        // The job also runs after the shutdown of the threads, since its task would never end otherwise.
        pool.submit { _ in job.runSynchronously(on: executor) }
    }
}

/// A function that returns the photo provider with a name (`flickr`, `commons`, or `folder:PATH` of the library's settings), or the best available
/// one for `nil`.
public typealias PhotoSourceMaker = @Sendable (_ name: String?) throws -> any PhotoSource
