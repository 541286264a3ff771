import PlatformFoundation
import PlatformLibc
import PostcardDisk
import PostcardPhotos
import SystemPackage

/// A place service that only one of this user's processes queries at a time. This way, Nominatim's limit of one request per second applies
/// to all of the processes together.
struct SerializedPlaceSource: PlaceSource {
    private let source: any PlaceSource
    private let cacheFolder: @Sendable () -> FilePath?
    private let now: @Sendable () -> Date

    var name: String { source.name }
    var notice: String { source.notice }

    init(
        _ source: any PlaceSource, cacheFolder: @escaping @Sendable () -> FilePath?, now: @escaping @Sendable () -> Date
    ) {
        self.source = source
        self.cacheFolder = cacheFolder
        self.now = now
    }

    func places(matching query: PlaceQuery) async throws -> [Place] {
        try await serialized { try await source.places(matching: query) }
    }

    func places(at coordinate: Coordinate, limit: Int) async throws -> [Place] {
        try await serialized { try await source.places(at: coordinate, limit: limit) }
    }

    /// Runs `body` in only one process at a time. A lock file in the cache folder ensures this. The file's modification date is the time at
    /// which the last request ended. If the cache folder is missing, processes don't wait for each other.
    private func serialized(_ body: () async throws -> [Place]) async throws -> [Place] {
        // Only this user may open the file: other users could hold the lock forever.
        let file = cacheFolder().flatMap {
            try? OpenFile($0.appending("\(name).turn"), .writingOrCreating, mode: 0o600)
        }
        _ = try? file?.lock(isWaiting: true)
        // The file is empty if it has just been created. A date in the future means that the clock was set back.
        if let last = try? file?.status(), last.size > 0 {
            let age = now().timeIntervalSince1970 - last.modified
            if 0..<1 ~= age { usleep(UInt32((1 - age) * 1e6)) }
        }
        defer { _ = try? file?.write([UInt8(ascii: "\n")], at: 0) }
        return try await body()
    }
}
