package import PlatformFoundation
import PostcardDisk
package import PostcardPhotos

/// A cache in a folder for a place service's responses. The cache avoids repeated requests, as Nominatim's usage policy requires. A
/// response that can't be stored or read is requested again.
package struct PlaceCache: PlaceSource {
    private struct Entry: Codable {
        let query: String
        let asked: Date
        let places: [Place]
    }

    /// The name of the service.
    package var name: String { source.name }
    /// The attribution of the service.
    package var notice: String { source.notice }

    private let source: any PlaceSource
    private let folder: URL
    private let scope: String
    private let now: @Sendable () -> Date

    /// The lifetime of a response in seconds, which is long because maps change slowly.
    private static let lifetime = 30.0 * 86_400

    /// Makes a cache for a service.
    ///
    /// - Parameters:
    ///   - folder: the folder for responses, which is created when the first response is stored.
    ///   - scope: a string that identifies everything that responses depend on besides the query, such as the URL of the server.
    package init(_ source: any PlaceSource, in folder: URL, scope: String, now: @escaping @Sendable () -> Date) {
        self.source = source
        self.folder = folder
        self.scope = scope
        self.now = now
    }

    /// Returns stored places, or places from the service; see `PlaceSource.places(matching:)`.
    package func places(matching query: PlaceQuery) async throws -> [Place] {
        let center = query.center.map { "\($0)" } ?? "anywhere"
        let reach = query.isBounded ? "" : " unbounded"
        return try await places(to: "search \(query.limit) \(query.radius) \(center)\(reach) \(query.text)") {
            try await source.places(matching: query)
        }
    }

    /// Returns stored places, or places from the service; see `PlaceSource.places(at:limit:)`.
    package func places(at coordinate: Coordinate, limit: Int) async throws -> [Place] {
        try await places(to: "reverse \(limit) \(coordinate)") {
            try await source.places(at: coordinate, limit: limit)
        }
    }

    private func places(to query: String, fetchedBy fetch: () async throws -> [Place]) async throws -> [Place] {
        let query = "\(name) \(scope) \(query)"
        let file = folder.appending(path: "\(String(StableHash(Array(query.utf8)).value, radix: 16)).json")
        let present = now()
        if let data = try? Data(contentsOf: file), let known = try? JSONDecoder().decode(Entry.self, from: data),
            known.query == query, 0..<Self.lifetime ~= present.timeIntervalSince(known.asked)
        {
            return known.places
        }
        let places = try await fetch()
        try? keep(Entry(query: query, asked: present, places: places), in: file)
        return places
    }

    /// Stores a response, and removes expired responses.
    private func keep(_ entry: Entry, in file: URL) throws {
        let files = FileManager.default
        // Other users of the machine must not be able to read this user's searches.
        try files.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for name in try files.contentsOfDirectory(atPath: folder.path) {
            let path = folder.appending(path: name).path
            let changed = try files.attributesOfItem(atPath: path)[.modificationDate] as? Date
            if let changed, entry.asked.timeIntervalSince(changed) > Self.lifetime {
                try files.removeItem(atPath: path)
            }
        }
        try JSONEncoder().encode(entry).write(to: file, options: .atomic)
    }
}
