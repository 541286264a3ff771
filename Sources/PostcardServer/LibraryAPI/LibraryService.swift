import NIOCore
import NIOPosix
import PostcardCore
import PostcardLibrary
public import PostcardPhotos

/// The HTTP API of a library: its endpoints, and the permits, threads and jobs that they share.
struct LibraryService: Sendable {
    var library: Library
    /// The version of the program, on which the form of responses depends.
    let version: String
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

    static let endpoints = withVersions(
        pins + albums + events + jobRoutes + photos + journals + places + notes + entries + memes + settings + map
            + gazetteer + deleted + peeks + sharing + maintenance)

    /// Returns the endpoints, each with the version of the resource at its path, as the path's GET defines it.
    private static func withVersions(_ endpoints: [Endpoint<LibraryService>]) -> [Endpoint<LibraryService>] {
        endpoints.map { endpoint in
            var endpoint = endpoint
            endpoint.version =
                endpoints.lazy.filter { $0.operation.path == endpoint.operation.path }.compactMap(\.version).first
            return endpoint
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

/// A function that returns the photo provider with a name (`flickr`, `commons`, or `folder:PATH` of the library's settings), or the best available
/// one for `nil`.
public typealias PhotoSourceMaker = @Sendable (_ name: String?) throws -> any PhotoSource
