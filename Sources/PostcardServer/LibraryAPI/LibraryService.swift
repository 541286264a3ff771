import NIOCore
import NIOPosix
import PostcardCore
import PostcardLibrary
public import PostcardPhotos

/// The HTTP API of a library: its endpoints, and the permits, threads and jobs that they share.
struct LibraryService: Sendable {
    var library: Library
    /// The version of the program. The format of responses depends on the version.
    let version: String
    let isPublic: Bool
    /// The threads that read the library: at least four even on small machines, since they mostly wait.
    let threads = LibraryThreads(count: max(4, System.coreCount))
    /// The threads that change the library, which might wait for another process that is changing it.
    let changeThreads = LibraryThreads(count: 16)
    let playableVideos = PlayableVideos()
    let jobs: AlbumJobs
    /// The maximum size of an uploaded file in bytes.
    let maximumUploadBytes: Int
    let makeSource: PhotoSourceMaker?
    /// The place search service; `nil` if there is none.
    let placeSource: (any PlaceSource)?
    /// Returns the city or town to name a place after. Works offline.
    let nearbyPlaces: @Sendable (Coordinate) -> PlaceListing
    /// The URL at which clients reach the service, without a trailing slash; empty if it is unknown.
    let publicAddress: String
    /// The land on the maps of shared pages.
    let outline: MapOutline
    /// The permit for the place search service, which gets one request at a time.
    let placeTurns: WeightedSemaphore
    /// The permits for operations that read.
    let admission: WeightedSemaphore
    /// The permits for operations that change the library.
    let changes: WeightedSemaphore
    /// The permits for bytes of uploads in memory, shared by the whole service.
    let uploads: WeightedSemaphore
    /// The permits for shares in progress.
    let shares: WeightedSemaphore
    /// The permit for adding tracks. One request at a time has its tracks in memory, and uses the places of earlier ones.
    let tracks: WeightedSemaphore
    /// The permits for the pixels of images that are being processed, shared by the whole service.
    let pixels: WeightedSemaphore
    /// Returns a permit for a decoding process that needs `memory` bytes. The whole service shares these permits.
    let processPermit: @Sendable (_ memory: Int) async throws -> WeightedSemaphore.Permit?
    /// The permits for programs that decode videos, shared by the whole service.
    let videos: WeightedSemaphore
    /// The maximum time between bytes of an event stream.
    let heartbeat: Duration

    /// The maximum number of concurrent reads, and of concurrent changes. These operations share a smaller number of threads.
    static let maximumOperations = 64
    /// The maximum number of waiting place searches. Users would not wait for a longer queue.
    static let maximumWaitingForPlaces = 5

    static let endpoints = withVersions(
        pins + albums + events + jobRoutes + photos + journals + trackFiles + places + notes + entries + memes
            + templates + settings
            + map + gazetteer + deleted + peeks + sharing + links + maintenance)

    /// Returns the endpoints, each with the function that returns the version of the resource at its path. The GET endpoint of the path
    /// defines that function.
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

    /// The value of `Cache-Control`: clients must revalidate each response, with a token if one is required.
    var cacheControl: String { isPublic ? "public, no-cache" : "private, no-cache" }

    /// Creates a rendition when a permit is available: for a picture's pixels, or for a video decoder. Videos do not use pixel permits,
    /// since a frame can take a long time and pictures would have to wait.
    func withRenditionPermit<Value: Sendable>(
        for kind: Medium.Kind, pixels count: Int, _ make: () async throws -> Value
    ) async throws -> Value {
        try await kind == .video ? videos.with(1, do: make) : pixels.with(count, do: make)
    }

    /// Adds uploaded files when a permit for decoding processes is available. No thread is blocked in the meantime.
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
        // Does not wait for the threads to end.
        for threads in [threads, changeThreads] { threads.pool.shutdownGracefully { _ in } }
    }
}

/// A function that returns the photo provider with the given name (`flickr`, `commons`, or `folder:PATH` from the library's settings), or
/// the best available provider for `nil`.
public typealias PhotoSourceMaker = @Sendable (_ name: String?) throws -> any PhotoSource
