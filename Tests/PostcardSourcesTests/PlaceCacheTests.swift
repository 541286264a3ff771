import Foundation
import PostcardSources
import PostcardTestSupport
import Synchronization
import Testing

@Suite struct PlaceCacheTests {
    /// Gives one place, and counts what it is asked.
    private final class Source: PlaceSource {
        let name: String
        let notice = "Data by people."
        private let state = Mutex<(questions: Int, error: SourceError?)>((0, nil))

        init(_ name: String = "stand-in") { self.name = name }

        var questions: Int { state.withLock(\.questions) }

        func fail(with error: SourceError?) { state.withLock { $0.error = error } }

        private func answer() throws -> [Place] {
            let error = state.withLock { state in
                state.questions += 1
                return state.error
            }
            if let error { throw error }
            return [
                Place(
                    source: name, id: "way/1", name: "Tower", coordinate: try Coordinate(latitude: 1, longitude: 2),
                    address: "Street 1", categories: ["Tower"], page: URL(string: "https://a.example"))
            ]
        }

        func places(matching query: PlaceQuery) async throws -> [Place] { try answer() }
        func places(at coordinate: Coordinate, limit: Int) async throws -> [Place] { try answer() }
    }

    private let folder: TemporaryFolder
    private let source = Source()
    private static let day = 86_400.0

    init() throws { folder = try TemporaryFolder() }

    private func cache(
        _ source: Source? = nil, scope: String = "", after seconds: Double = 0, in name: String = "cache"
    ) -> PlaceCache {
        let present = Date(timeIntervalSince1970: 1_790_000_000 + seconds)
        return PlaceCache(source ?? self.source, in: folder.url.appending(path: name), scope: scope) { present }
    }

    private let query = PlaceQuery(text: "tower")

    @Test func `the same question is asked once, and answered alike`() async throws {
        let first = try await cache().places(matching: query)
        #expect(first.map(\.name) == ["Tower"])
        #expect(try await cache().places(matching: query) == first)
        #expect(source.questions == 1)
        #expect(cache().name == "stand-in")
        #expect(cache().notice == "Data by people.")
    }

    @Test(arguments: [(29.9 * day, 1), (30 * day, 2), (-1, 2)]) func `an answer is good for thirty days`(
        seconds: Double, questions: Int
    ) async throws {
        _ = try await cache().places(matching: query)
        // A clock that was put back says nothing of how old an answer is.
        _ = try await cache(after: seconds).places(matching: query)
        #expect(source.questions == questions)
    }

    @Test func `each question has an answer of its own`() async throws {
        let place = try Coordinate(latitude: 1, longitude: 2)
        let queries = [
            PlaceQuery(text: "tower"), PlaceQuery(text: "bridge"), PlaceQuery(text: "tower", limit: 3),
            PlaceQuery(text: "tower", center: place), PlaceQuery(text: "tower", center: place, radius: 500),
        ]
        for _ in 0..<2 {
            for query in queries { _ = try await cache().places(matching: query) }
            for limit in [1, 2] { _ = try await cache().places(at: place, limit: limit) }
            _ = try await cache(scope: "https://other.example").places(matching: query)
        }
        #expect(source.questions == 8)
        let other = Source("other")
        #expect(try await cache(other).places(matching: query).map(\.source) == ["other"])
    }

    @Test func `an error is not kept`() async throws {
        source.fail(with: SourceError(.unreachable, "no connection"))
        await #expect(throws: SourceError.self) { try await cache().places(matching: query) }
        source.fail(with: nil)
        #expect(try await cache().places(matching: query).count == 1)
        #expect(source.questions == 2)
    }

    @Test(arguments: ["", "{}", "[1", #"{"question":"another one","asked":811692800,"places":[]}"#])
    func `a file that holds no answer to the question is asked anew`(content: String) async throws {
        _ = try await cache().places(matching: query)
        let name = try #require(try folder.files().first)
        try folder.write(Array(content.utf8), as: name)
        #expect(try await cache().places(matching: query).count == 1)
        #expect(try await cache().places(matching: query).count == 1)
        #expect(source.questions == 2)
        #expect(try folder.files() == [name])
    }

    @Test func `what cannot be kept is answered all the same`() async throws {
        try folder.write([1], as: "file")
        for _ in 0..<2 { #expect(try await cache(in: "file/cache").places(matching: query).count == 1) }
        #expect(source.questions == 2)
    }

    @Test func `answers that are too old are removed, and nobody else reads them`() async throws {
        _ = try await cache().places(matching: query)
        let old = try #require(try folder.files().first)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_790_000_000 - 31 * Self.day)],
            ofItemAtPath: folder.path(old))
        _ = try await cache().places(matching: PlaceQuery(text: "bridge"))
        #expect(try folder.files().count == 1)
        #expect(try !folder.files().contains(old))
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("cache"))
        #expect(attributes[.posixPermissions] as? Int == 0o700)
    }
}
