import Foundation
import NIOHTTP1
import PostcardLibrary
import PostcardSources
import PostcardTestSupport
import Testing

@testable import PostcardServer

@Suite struct GazetteerTests {
    /// A service that knows one place, and notes what it was asked.
    private struct OnePlace: PlaceSource {
        let name = "nominatim"
        let notice = "© somebody"
        let asked = Shared<[String]>([])
        var error: SourceError?

        private let place = Place(
            source: "nominatim", id: "way/1", name: "Tour Eiffel", coordinate: .tower, address: "Paris")

        func places(matching query: PlaceQuery) async throws -> [Place] {
            asked.change {
                $0.append("\(query.text) \(query.center.map { "\($0)" } ?? "-") \(query.radius) \(query.limit)")
            }
            if let error { throw error }
            return query.text == "nowhere" ? [] : [place]
        }

        func places(at coordinate: Coordinate, limit: Int) async throws -> [Place] {
            asked.change { $0.append("at \(coordinate) \(limit)") }
            return [place]
        }
    }

    private static func run(_ source: OnePlace?, test: (LibraryLab) async throws -> Void) async throws {
        var setup = ServiceSetup()
        setup.placeSource = source
        try await LibraryLab.run(setup: setup, test: test)
    }

    @Test func `places are found by name, with their distance and the notice of the source`() async throws {
        let source = OnePlace()
        try await Self.run(source) { lab in
            let found = try await lab.get("/library/gazetteer?text=tour+eiffel&near=48.86,2.29&radius=5000&limit=3")
                .object
            #expect(found["notice"] as? String == "© somebody")
            #expect(found["source"] as? String == "nominatim")
            let place = try #require((found["places"] as? [[String: Any]])?.first)
            #expect(place["name"] as? String == "Tour Eiffel")
            #expect((place["distance"] as? Int ?? 0) > 100)
            #expect(source.asked.value == ["tour eiffel 48.860000,2.290000 5000.0 3"])
            let none = try await lab.get("/library/gazetteer?text=nowhere").object
            #expect((none["places"] as? [Any])?.isEmpty == true)
        }
    }

    @Test func `what is at a coordinate is told`() async throws {
        let source = OnePlace()
        try await Self.run(source) { lab in
            let found = try await lab.get("/library/gazetteer?at=48.8584,2.2945").object
            #expect((found["places"] as? [[String: Any]])?.first?["distance"] as? Int == 0)
            #expect(source.asked.value == ["at 48.858400,2.294500 10"])
        }
    }

    @Test(arguments: ["", "?text=a&at=1,2", "?text=%20", "?at=north", "?text=a&near=x", "?text=a&radius=0", "?at=91,0"])
    func `what cannot be asked is not asked`(query: String) async throws {
        let source = OnePlace()
        try await Self.run(source) { lab in
            let reply = try await lab.get("/library/gazetteer\(query)")
            #expect(reply.status == 400, "\(reply.text)")
            #expect(source.asked.value.isEmpty)
        }
    }

    @Test func `others are asked for those who may change the library alone`() async throws {
        let source = OnePlace()
        try await Self.run(source) { lab in
            let reader = try await lab.server.get(
                "/library/gazetteer?text=a", ["Authorization": "Bearer \(LibraryLab.readerToken)"])
            let anybody = try await lab.server.get("/library/gazetteer?text=a")
            #expect(reader.status == 403)
            #expect(anybody.status == 401)
            #expect(source.asked.value.isEmpty)
        }
    }

    @Test func `a service without one says so`() async throws {
        try await Self.run(nil) { lab in
            let reply = try await lab.get("/library/gazetteer?text=a")
            #expect(reply.status == 501)
        }
    }

    @Test func `failures tell nothing of the inside`() async throws {
        try await Self.run(OnePlace(error: SourceError(.unreachable, "secret.example refused"))) { lab in
            let reply = try await lab.get("/library/gazetteer?text=a")
            #expect(reply.status == 502)
            #expect(!reply.text.contains("secret"))
        }
    }
}
