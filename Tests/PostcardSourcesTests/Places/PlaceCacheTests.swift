import Foundation
import PostcardPhotos
import PostcardSources
import PostcardTestSupport
import Synchronization
import Testing

/// Responses from a place service that are kept in a folder.
struct PlaceCacheTests {
    /// A service that records its requests.
    private final class CountingSource: PlaceSource {
        let name = "counting"
        let notice = "Places by Counting"
        private let log = Mutex<[String]>([])
        let error: SourceError?

        init(error: SourceError? = nil) { self.error = error }

        var requests: [String] { log.withLock { $0 } }

        private func respond(_ request: String, _ coordinate: Coordinate) throws -> [Place] {
            log.withLock { $0.append(request) }
            if let error { throw error }
            return [Place(source: name, id: request, name: "“\(request)”", coordinate: coordinate)]
        }

        func places(matching query: PlaceQuery) async throws -> [Place] {
            try respond("\(query.text) \(query.limit)", try Coordinate(latitude: 1, longitude: 2))
        }

        func places(at coordinate: Coordinate, limit: Int) async throws -> [Place] {
            try respond("at \(limit)", coordinate)
        }
    }

    private let folder: TemporaryFolder
    private let source = CountingSource()
    private let day = 86_400.0

    init() throws { folder = try TemporaryFolder() }

    private func cache(
        _ source: (any PlaceSource)? = nil, scope: String = "here", after seconds: Double = 0
    ) -> PlaceCache {
        let present = Date.now.addingTimeInterval(seconds)
        return PlaceCache(source ?? self.source, in: folder.url.appending(path: "places"), scope: scope) { present }
    }

    @Test func `the same request is sent once`() async throws {
        let query = PlaceQuery(text: "Fushimi Inari", limit: 3)
        let first = try await cache().places(matching: query)
        let second = try await cache().places(matching: query)
        expectEqual(first, second)
        expectEqual(first.map(\.name), ["“Fushimi Inari 3”"])
        expectEqual(source.requests, ["Fushimi Inari 3"])
    }

    @Test func `different requests are all sent`() async throws {
        let center = try Coordinate(latitude: 35, longitude: 135)
        let queries = [
            PlaceQuery(text: "temple"), PlaceQuery(text: "Temple"), PlaceQuery(text: "temple", limit: 11),
            PlaceQuery(text: "temple", center: center), PlaceQuery(text: "temple", center: center, radius: 500),
            PlaceQuery(text: "temple", center: center, isBounded: false),
        ]
        for query in queries + queries { _ = try await cache().places(matching: query) }
        #expect(source.requests.count == queries.count)
    }

    @Test func `the places at each coordinate are cached separately`() async throws {
        let first = try Coordinate(latitude: 35, longitude: 135)
        let second = try Coordinate(latitude: 35.1, longitude: 135)
        for coordinate in [first, second, first, second] {
            let places = try await cache().places(at: coordinate, limit: 1)
            #expect(places.map(\.coordinate) == [coordinate])
        }
        #expect(source.requests.count == 2)
    }

    @Test func `a response from one server is not used for another`() async throws {
        let query = PlaceQuery(text: "tower")
        _ = try await cache(scope: "https://a.example/").places(matching: query)
        _ = try await cache(scope: "https://b.example/").places(matching: query)
        #expect(source.requests.count == 2)
    }

    @Test(arguments: [(29.0, 1), (31.0, 2)])
    func `a response is kept for thirty days`(days: Double, count: Int) async throws {
        let query = PlaceQuery(text: "tower")
        _ = try await cache().places(matching: query)
        _ = try await cache(after: days * day).places(matching: query)
        #expect(source.requests.count == count)
    }

    @Test func `a response from the future is not trusted`() async throws {
        let query = PlaceQuery(text: "tower")
        _ = try await cache(after: 5 * day).places(matching: query)
        _ = try await cache().places(matching: query)
        #expect(source.requests.count == 2)
    }

    @Test(arguments: ["", "{", "null", #"{"question":"another","asked":0,"places":[]}"#])
    func `a damaged response is requested again`(content: String) async throws {
        let query = PlaceQuery(text: "tower")
        let places = try await cache().places(matching: query)
        let kept = folder.url.appending(path: "places")
        for name in try FileManager.default.contentsOfDirectory(atPath: kept.path) {
            try Data(content.utf8).write(to: kept.appending(path: name))
        }
        #expect(try await cache().places(matching: query) == places)
        #expect(source.requests.count == 2)
        _ = try await cache().places(matching: query)
        #expect(source.requests.count == 2, "The new response replaces the damaged one.")
    }

    @Test func `a failure is not kept`() async throws {
        let failing = CountingSource(error: SourceError(.unreachable, "The server is away."))
        let query = PlaceQuery(text: "tower")
        for _ in 0..<2 {
            await #expect(throws: SourceError.self) { try await cache(failing).places(matching: query) }
        }
        #expect(failing.requests.count == 2)
        #expect(try await cache().places(matching: query).count == 1)
    }

    @Test func `a folder that is not writable disables only the cache`() async throws {
        try Data().write(to: folder.url.appending(path: "places"))
        for _ in 0..<2 { #expect(try await cache().places(matching: PlaceQuery(text: "tower")).count == 1) }
        #expect(source.requests.count == 2)
    }

    @Test func `responses are private, and old ones are removed`() async throws {
        _ = try await cache().places(matching: PlaceQuery(text: "first"))
        let kept = folder.url.appending(path: "places").path
        let permissions = try FileManager.default.attributesOfItem(atPath: kept)[.posixPermissions] as? Int
        #expect(permissions == 0o700)
        _ = try await cache(after: 40 * day).places(matching: PlaceQuery(text: "second"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: kept).count == 1)
    }

    @Test func `the name and notice come from the service`() {
        #expect(cache().name == "counting")
        #expect(cache().notice == "Places by Counting")
    }
}
