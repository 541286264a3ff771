import PlatformFoundation
import PlatformLibc
import PostcardDisk
import PostcardSources
import SystemPackage

/// A place service that is asked by one process at a time: its one request a second is for all users and processes together, as
/// Nominatim's is.
struct PlaceSourceInTurn: PlaceSource {
    let source: any PlaceSource

    var name: String { source.name }
    var notice: String { source.notice }

    func places(matching query: PlaceQuery) async throws -> [Place] {
        try await inTurn { try await source.places(matching: query) }
    }

    func places(at coordinate: Coordinate, limit: Int) async throws -> [Place] {
        try await inTurn { try await source.places(at: coordinate, limit: limit) }
    }

    /// Asks after the others. A file that is locked meanwhile says whose turn it is, and when the last one ended; where there is no folder
    /// for it, everybody asks at their own pace.
    private func inTurn(_ body: () async throws -> [Place]) async throws -> [Place] {
        // Another user who could open it could lock it, and let nobody have a turn.
        let file = CacheFolder.make().flatMap {
            try? OpenFile($0.appending("\(name).turn"), .writingOrCreating, mode: 0o600)
        }
        _ = try? file?.lock(isWaiting: true)
        // A new file is no turn that ended; nor is one of the future, when the clock was turned back.
        if let last = try? file?.status(), last.size > 0 {
            let age = Date().timeIntervalSince1970 - last.modified
            if 0..<1 ~= age { usleep(UInt32((1 - age) * 1e6)) }
        }
        defer { _ = try? file?.write([UInt8(ascii: "\n")], at: 0) }
        return try await body()
    }
}
