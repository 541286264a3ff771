import PlatformLibc
import PostcardSources
import SystemPackage

/// A place service that is asked by one process at a time.
struct PlaceSourceInTurn: PlaceSource {
    let source: any PlaceSource

    var name: String { source.name }
    var notice: String { source.notice }

    func places(matching query: PlaceQuery) async throws -> [Place] {
        let turn = PlaceTurn(named: name)
        defer { turn?.end() }
        return try await source.places(matching: query)
    }

    func places(at coordinate: Coordinate, limit: Int) async throws -> [Place] {
        let turn = PlaceTurn(named: name)
        defer { turn?.end() }
        return try await source.places(at: coordinate, limit: limit)
    }
}

/// The right to ask a service whose one request a second is for all users and processes together, as Nominatim's is. A lock
/// file says whose turn it is, and when the last one ended.
struct PlaceTurn {
    private let file: FileDescriptor

    /// Waits for the turn; `nil` when there is no folder for such a file: then everybody asks at their own pace.
    init?(named name: String) {
        guard let folder = CacheFolder.make(),
            let file = try? FileDescriptor.open(
                folder.appending("\(name).turn"), .readWrite, options: [.create, .closeOnExec],
                permissions: [.ownerReadWrite])
        else { return nil }
        self.file = file
        while flock(file.rawValue, LOCK_EX) != 0, errno == EINTR {}
        var status = stat()
        var now = timespec()
        guard fstat(file.rawValue, &status) == 0, clock_gettime(CLOCK_REALTIME, &now) == 0 else { return }
        // A new file is no turn that ended; nor is one of the future, when the clock was turned back.
        guard status.st_size > 0 else { return }
        let last = status.st_mtim
        let age = (now.tv_sec - last.tv_sec) * 1_000_000 + (now.tv_nsec - last.tv_nsec) / 1_000
        if 0..<1_000_000 ~= age { usleep(UInt32(1_000_000 - age)) }
    }

    /// Ends the turn and notes when that was.
    func end() {
        _ = try? file.writeAll(toAbsoluteOffset: 0, [UInt8(ascii: "\n")])
        try? file.close()
    }
}
