import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import PostcardCore
import PostcardLibrary
import PostcardSources

/// The library over HTTP: finds the operation, lets only those do it who may, and does it where waiting harms nobody.
struct LibraryService: Sendable {
    let library: Library
    /// Refuses requests while the library is away.
    let requirePresence: @Sendable () throws(HTTPError) -> Void
    let isPublic: Bool
    let connections: ConnectionTable
    let threads: LibraryThreads
    let jobs: AlbumJobs
    /// Bytes of the largest file that is taken in.
    let maximumUploadBytes: Int
    let makeSource: PhotoSourceMaker?
    /// The service that knows places; `nil` for none.
    let placeSource: (any PlaceSource)?
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
    /// The time from one look for changes of other programs to the next.
    let lookInterval = Duration.seconds(1)
    /// The longest silence of a stream of events.
    let heartbeat: Duration

    static let operations: [LibraryOperation] =
        withVersions(
            pins + albums + events + jobOperations + photos + journals + places + notes + entries + memes + settings
                + map
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
        _ responses: ResponseRoom
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
        do {
            return try await admission.with(1) {
                try await withTaskExecutorPreference(threads) { try await call.operation.run(try call.conditioned()) }
            }
        } catch let error as LibraryError {
            guard let fault = HTTPError(error) else { throw error }
            throw fault
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
    /// - Throws: `LibraryError` with code `conflict` for the id of something that was deleted; what the others throw.
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
