import Foundation
import NIOHTTP1
import PostcardLibrary
import PostcardPhotos
import PostcardTestSupport
import Testing

@testable import PostcardServer

@Suite struct GazetteerTests {
    /// A service with a single place. It records the requests that it receives.
    private struct OnePlace: PlaceSource {
        let name = "nominatim"
        let notice = "© someone"
        let asked = Shared<[String]>([])
        var error: SourceError?

        private let place = Place(
            source: "nominatim", id: "way/1", name: "Tour Eiffel", coordinate: .tower, address: "Paris")

        func places(matching query: PlaceQuery) async throws -> [Place] {
            asked.change {
                let reach = query.isBounded ? "" : " unbounded"
                $0.append("\(query.text) \(query.center.map { "\($0)" } ?? "-") \(query.radius) \(query.limit)\(reach)")
            }
            if let error { throw error }
            return query.text == "nowhere" ? [] : [place]
        }

        func places(at coordinate: Coordinate, limit: Int) async throws -> [Place] {
            asked.change { $0.append("at \(coordinate) \(limit)") }
            return [place]
        }
    }

    private static func run(
        _ source: OnePlace?, lookups: Settings.PlaceLookups = .on, test: (LibraryLab) async throws -> Void
    ) async throws {
        var setup = ServiceSetup()
        setup.placeSource = source
        try await LibraryLab.run(setup: setup) { lab in
            try lab.library.changeSettings { settings in
                try settings.set(.placeLookups, to: lookups.rawValue)
            }
            try await test(lab)
        }
    }

    @Test func `places are found by name, with their distance and the source's notice`() async throws {
        let source = OnePlace()
        try await Self.run(source) { lab in
            let search = "text=tour+eiffel&near=48.8604999,2.2895&radius=5000&limit=3"
            let found = try await lab.get("/library/gazetteer?\(search)").object
            #expect(found["notice"] as? String == "© someone")
            #expect(found["source"] as? String == "nominatim")
            let place = try #require((found["places"] as? [[String: Any]])?.first)
            #expect(place["name"] as? String == "Tour Eiffel")
            #expect((place["distance"] as? Int ?? 0) > 100)
            // The center is rounded to about 100 m.
            #expect(source.asked.value == ["tour eiffel 48.860000,2.290000 5000.0 3"])
            let none = try await lab.get("/library/gazetteer?text=nowhere").object
            #expect((none["places"] as? [Any])?.isEmpty == true)
        }
    }

    @Test func `unbounded searches reach the place service`() async throws {
        let source = OnePlace()
        try await Self.run(source) { lab in
            _ = try await lab.get("/library/gazetteer?text=louvre&near=48.86,2.29&bounded=false")
            #expect(source.asked.value == ["louvre 48.860000,2.290000 22000.0 10 unbounded"])
            #expect(try await lab.get("/library/gazetteer?text=louvre&near=48.86,2.29&bounded=x").status == 400)
        }
    }

    @Test func `the address at a coordinate is looked up on demand, rounded to 100 m`() async throws {
        let source = OnePlace()
        try await Self.run(source) { lab in
            let found = try await lab.get("/library/gazetteer?at=48.858449,2.294551&online=true").object
            #expect((found["places"] as? [[String: Any]])?.first?["name"] as? String == "Tour Eiffel")
            #expect(source.asked.value == ["at 48.858000,2.295000 10"])
        }
    }

    @Test(arguments: [
        ("48.858449,2.294551", "Paris"), ("50.7127,-1.9872", "Bournemouth"),
        ("-51.2,-72.9", "near Puerto Natales"), ("0,-30", nil),
    ])
    func `the nearest city or town is found offline`(at: String, name: String?) async throws {
        for source in [OnePlace(), nil] {
            for lookups in Settings.PlaceLookups.allCases {
                try await Self.run(source, lookups: lookups) { lab in
                    let found = try await lab.get("/library/gazetteer?at=\(at)").object
                    let places = try #require(found["places"] as? [[String: Any]])
                    #expect(places.map { $0["name"] as? String } == (name == nil ? [] : [name]))
                    #expect(found["source"] as? String == "natural-earth")
                }
            }
            #expect(source?.asked.value.isEmpty != false)
        }
    }

    @Test(arguments: [Settings.PlaceLookups.undecided, .off], ["text=tour+eiffel", "at=48.8584,2.2945&online=true"])
    func `nothing is sent before the library's setting allows it`(
        lookups: Settings.PlaceLookups, query: String
    ) async throws {
        let source = OnePlace()
        try await Self.run(source, lookups: lookups) { lab in
            let refused = try await lab.get("/library/gazetteer?\(query)")
            #expect(refused.status == 403)
            #expect(try refused.object["code"] as? String == "placesNotAllowed")
            #expect(source.asked.value.isEmpty)

            let allowed = try await lab.send(.PATCH, "/library/settings", json: #"{"place-lookups": "on"}"#)
            #expect(try allowed.object["place-lookups"] as? String == "on")
            #expect(try await lab.get("/library/gazetteer?\(query)").status == 200)
            #expect(source.asked.value.count == 1)
        }
    }

    @Test func `a new library does not allow searches yet`() async throws {
        try await LibraryLab.run { lab in
            let settings = try await lab.get("/library/settings").object
            #expect(settings["place-lookups"] as? String == "ask")
        }
    }

    @Test(arguments: ["", "?text=a&at=1,2", "?text=%20", "?at=north", "?text=a&near=x", "?text=a&radius=0", "?at=91,0"])
    func `invalid searches are not sent`(query: String) async throws {
        let source = OnePlace()
        try await Self.run(source) { lab in
            let reply = try await lab.get("/library/gazetteer\(query)")
            #expect(reply.status == 400, "\(reply.text)")
            #expect(source.asked.value.isEmpty)
        }
    }

    @Test func `only clients that can change the library can search online`() async throws {
        let source = OnePlace()
        try await Self.run(source) { lab in
            let reader = try await lab.server.get(
                "/library/gazetteer?text=a", ["Authorization": "Bearer \(LibraryLab.readerToken)"])
            let anonymous = try await lab.server.get("/library/gazetteer?text=a")
            #expect(reader.status == 403)
            #expect(anonymous.status == 401)
            #expect(source.asked.value.isEmpty)
        }
    }

    @Test func `a service without a place search service responds with 501`() async throws {
        try await Self.run(nil) { lab in
            let reply = try await lab.get("/library/gazetteer?text=a")
            #expect(reply.status == 501)
        }
    }

    @Test func `failures reveal no internals`() async throws {
        try await Self.run(OnePlace(error: SourceError(.unreachable, "secret.example refused"))) { lab in
            let reply = try await lab.get("/library/gazetteer?text=a")
            #expect(reply.status == 502)
            #expect(!reply.text.contains("secret"))
        }
    }
}
