import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOPosix
import PostcardCore
import PostcardLibrary
public import PostcardSources

/// The library over HTTP: finds the operation, lets only those do it who may, and does it where waiting harms nobody.
struct LibraryService: Sendable {
    let library: Library
    /// Refuses requests while the library is away.
    let requirePresence: @Sendable () throws(HTTPError) -> Void
    let isPublic: Bool
    let connections: ConnectionTable
    let threads = LibraryThreads()
    let playableVideos = PlayableVideos()
    let jobs: AlbumJobs
    /// Bytes of the largest file that is taken in.
    let maximumUploadBytes: Int
    let makeSource: PhotoSourceMaker?
    /// The service that knows places; `nil` for none.
    let placeSource: (any PlaceSource)?
    /// Tells the names of places that photos make, without asking anybody.
    let naming: PlaceNaming
    /// The one question at a time that may be asked of it.
    let placeTurns: WeightedSemaphore
    /// Operations at work.
    let admission: WeightedSemaphore
    /// Shares at work.
    let shares: WeightedSemaphore
    /// Pixels of pictures in work, those of the rest of the service too.
    let pixels: WeightedSemaphore
    let decoders: PictureDecoders
    /// Programs that decode videos, those of the rest of the service too.
    let videos: WeightedSemaphore
    /// The longest silence of a stream of events.
    let heartbeat: Duration

    /// Operations at the same time; the threads take turns among them.
    static let maximumOperations = 64
    /// More would wait for longer than a person does.
    static let maximumWaitingForPlaces = 5

    static let operations = withVersions(
        pins + albums + events + jobOperations + photos + journals + places + notes + entries + memes + settings + map
            + gazetteer + deleted + looking + sharing + maintenance)

    /// The operations, each knowing the versions of what is at its address.
    private static func withVersions(_ operations: [LibraryOperation]) -> [LibraryOperation] {
        operations.map { operation in
            var operation = operation
            operation.version =
                operations.lazy.filter { $0.operation.path == operation.operation.path }
                .compactMap(\.version).first
            return operation
        }
    }

    /// Everybody has to ask again, with a token where one is needed, but nothing is sent twice.
    var cacheControl: String { isPublic ? "public, no-cache" : "private, no-cache" }

    /// Answers a request that is permitted. What only reads ends when the client disconnects; a change that was asked for is made.
    ///
    /// - Parameters:
    ///   - path: the values of the path's parameters, decoded.
    ///   - responses: bytes of responses in memory.
    func respond(
        to request: Request, _ operation: LibraryOperation, path: [String: String], on channel: any Channel,
        _ responses: ResponseBudget
    ) async throws -> Response {
        try requirePresence()
        let query = try QueryItems(request.uri.string.drop { $0 != "?" }.dropFirst())
        try query.check(operation.operation.parameters)
        let call = LibraryCall(
            service: self, library: library, operation: operation, request: request, path: path, query: query,
            responses: responses)
        guard operation.operation.method == .get else { return try await respond(call) }
        return try await connections.whileConnected(channel) { try await respond(call) }
    }

    private func respond(_ call: LibraryCall) async throws -> Response {
        try await answering {
            try await admission.with(1) {
                try await withTaskExecutorPreference(threads) { try await call.operation.run(try call.conditioned()) }
            }
        }
    }

    /// Does something with the library, whose errors become responses where clients can do something about them.
    private func answering(_ work: () async throws -> Response) async throws -> Response {
        do {
            return try await work()
        } catch let error as LibraryError {
            throw HTTPError(error) ?? error
        }
    }

    /// Makes a smaller version as soon as there is room for it: of a picture, for its pixels; of a video, for the program, in which a frame
    /// may take long, while others would wait for the pixels.
    func making<Value: Sendable>(
        of kind: Medium.Kind, pixels count: Int, _ make: () async throws -> Value
    ) async throws -> Value {
        try await kind == .video ? videos.with(1, do: make) : pixels.with(count, do: make)
    }

    /// Takes in what was sent as soon as there is room for the processes that decode it: others wait for none of the threads here.
    func taking<Value: Sendable>(
        _ sources: [MediumSource], _ take: () async throws -> Value
    ) async throws -> Value {
        try await decoders.with(sources.map(library.processMemory).max() ?? 0, do: take)
    }

    /// Creates something under an id that the client chose, so that a request which is sent again finds it.
    ///
    /// - Parameters:
    ///   - kind: the kind of what is created.
    ///   - id: the id; a new one when `nil`.
    ///   - reply: makes the response, which has status 200 for what was there already.
    ///   - create: creates it under the id.
    /// - Throws: `HTTPError` with status 409 for the id of something that was deleted; what the others throw.
    func creating<Value: Decodable>(
        _ kind: RecordKind, id: String?, reply: (Value) throws -> Response,
        create: (_ id: String?) async throws -> Value
    ) async throws -> Response {
        try await answering {
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
}

extension LibraryService {
    /// Stops what runs.
    func end() {
        jobs.stopAll()
        playableVideos.stopAll()
        // Nothing is left to do for a thread that does not end.
        threads.pool.shutdownGracefully { _ in }
    }
}

extension HTTPError {
    /// Makes the response to an error of the library; `nil` for one that clients cannot do anything about. Messages of
    /// the library are for its owner: they name its files and the commands of this program.
    init?(_ error: LibraryError) {
        switch error.code {
        case .notFound, .missingBlob: self = .notFound
        case .blank: self = .unprocessable("A text that is needed is blank.", .blank)
        case .invalidValue: self = .unprocessable(Self.message(of: error) ?? "A value is not possible.")
        case .noPosition: self = .unprocessable(error.message, .noPosition)
        case .noOtherPhotos: self.init(.conflict, error.message, .noOtherPhotos)
        case .busy: self = .albumIsBusy
        case .networkDisk: self.init(.forbidden, "This service only reads its library.", .readOnly)
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

    /// The message of an error that is about what the client sent; `nil` when each program has its own words for the way out.
    private static func message(of error: LibraryError) -> String? {
        error.suggestion == nil ? error.message : nil
    }

    /// Makes the response to an error of a source. `source` is its name at the beginning of a sentence.
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

/// Runs work that waits for the disk, on threads of its own: those that answer requests must never wait.
final class LibraryThreads: TaskExecutor {
    /// More than processors, since they mostly wait.
    let pool = NIOThreadPool(numberOfThreads: max(4, System.coreCount))

    init() { pool.start() }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedTaskExecutor()
        // Also when the threads have been told to end: a job that never runs would never be done.
        pool.submit { _ in job.runSynchronously(on: executor) }
    }
}

/// Gives the source of photos that a name stands for (`flickr`, `commons`, or `folder:PATH` from the library's settings), or
/// the best that there is for `nil`.
public typealias PhotoSourceMaker = @Sendable (_ name: String?) throws -> any PhotoSource
