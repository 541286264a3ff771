import Foundation
import PostcardFixtures
import PostcardPhotos
import PostcardSources
import PostcardTestSupport
import Synchronization
import Testing

/// Place search with Nominatim and Foursquare, over loopback.
struct PlaceSourceTests {
    private enum Service: String, CaseIterable {
        case nominatim, foursquare, foursquare3
    }

    private struct Lab {
        let standIn: PlaceStandIn
        let clock: InstantClock

        func source(_ service: Service, key: String? = nil) throws -> any PlaceSource {
            let client = HTTPClient(
                userAgent: UserAgent(version: "1.0", contact: "https://example.org/"))
            let clock = RequestClock(clock, random: { 0.5 })
            switch service {
            case .nominatim:
                return NominatimSource(
                    endpoint: try #require(URL(string: standIn.nominatim)), client: client, clock: clock)
            case .foursquare:
                return FoursquareSource(
                    apiKey: APIKey(key ?? PlaceStandIn.key), endpoint: URL(string: standIn.foursquare),
                    client: client, clock: clock)
            case .foursquare3:
                return FoursquareSource(
                    apiKey: APIKey(key ?? PlaceStandIn.oldKey), endpoint: URL(string: standIn.foursquare3),
                    client: client, clock: clock)
            }
        }
    }

    private func run(_ test: (Lab) async throws -> Void) async throws {
        let lab = Lab(standIn: try await PlaceStandIn(), clock: InstantClock())
        do {
            try await test(lab)
        } catch {
            await lab.standIn.stop()
            throw error
        }
        await lab.standIn.stop()
    }

    private let tower: Coordinate

    init() throws { tower = try Coordinate(latitude: 48.8584, longitude: 2.2945) }

    @Test(arguments: [
        (-17.0, 179.95, ["179.856,-16.91,180.0,-17.09", "-180.0,-16.91,-179.956,-17.09"]),
        (-17.0, -179.95, ["-180.0,-16.91,-179.856,-17.09", "179.956,-16.91,180.0,-17.09"]),
        (0.0, 10.0, ["9.91,0.09,10.09,-0.09"]),
    ])
    func `near the antimeridian, Nominatim is searched on both sides`(
        latitude: Double, longitude: Double, boxes: [String]
    ) async throws {
        let asked = Mutex<[String]>([])
        let server = try await TestHTTPServer { request in
            let box = request.query["viewbox"] ?? ""
            asked.withLock { $0.append(box) }
            return .text(
                #"[{"lat":"\#(latitude)","lon":"\#(longitude)","display_name":"\#(box)"}]"#,
                contentType: "application/json")
        }
        let source = NominatimSource(
            endpoint: try #require(URL(string: server.address)),
            client: HTTPClient(userAgent: UserAgent(version: "1.0", contact: "https://example.org/")),
            clock: RequestClock(InstantClock(), random: { 0.5 }))
        let center = try Coordinate(latitude: latitude, longitude: longitude)
        let places = try await source.places(matching: PlaceQuery(text: "coffee", center: center, radius: 10_000))
        await server.stop()
        expectEqual(asked.withLock { $0 }, boxes)
        expectEqual(places.map(\.address), boxes)
    }

    @Test(arguments: Service.allCases)
    private func `places are found around a point`(service: Service) async throws {
        try await run { lab in
            let query = PlaceQuery(text: "coffee", center: tower, radius: 1_000)
            let places = try await lab.source(service).places(matching: query)
            #expect(Set(places.map(\.name)) == ["Quai Coffee", "Coffee Mars"])
            let place = try #require(places.first { $0.name == "Quai Coffee" })
            try expectEqual(place.coordinate, Coordinate(latitude: 48.8606, longitude: 2.2962))
            expectEqual(place.address, "1 Quai Branly, Paris, France")
            expectEqual(place.categories, ["cafe"])
            #expect(!place.id.isEmpty)
            #expect(place.page != nil)
        }
    }

    @Test(arguments: Service.allCases)
    private func `the limit is respected`(service: Service) async throws {
        try await run { lab in
            let query = PlaceQuery(text: "paris", center: tower, limit: 3)
            let places = try await lab.source(service).places(matching: query)
            #expect(places.count == 3)
        }
    }

    @Test(arguments: Service.allCases)
    private func `the place at a coordinate is found`(service: Service) async throws {
        try await run { lab in
            let places = try await lab.source(service).places(at: tower, limit: 2)
            #expect(places.first?.name == "Tour Eiffel")
            #expect(places.count == (service == .nominatim ? 1 : 2))
        }
    }

    @Test(arguments: Service.allCases)
    private func `an empty result causes no error`(service: Service) async throws {
        try await run { lab in
            let source = try lab.source(service)
            let sea = try Coordinate(latitude: 40, longitude: -30)
            let places = try await source.places(at: sea, limit: 5)
            #expect(places.isEmpty)
            let matches = try await source.places(matching: PlaceQuery(text: "zzqx", center: tower))
            #expect(matches.isEmpty)
        }
    }

    @Test func `Nominatim gets one request per second`() async throws {
        try await run { lab in
            let source = try lab.source(.nominatim)
            for _ in 0..<3 { _ = try await source.places(matching: PlaceQuery(text: "tour")) }
            #expect(lab.clock.sleeps == [.seconds(1), .seconds(1)])
            #expect(await lab.standIn.requests.allSatisfy { $0.headers["user-agent"]?.hasPrefix("Postcard/") == true })
        }
    }

    @Test(arguments: [(22_000.0, "1.999,49.056,2.601,48.660"), (500, "2.293166,48.862497,2.306834,48.853503")])
    func `the edges of a large search area have three decimals`(radius: Double, box: String) async throws {
        try await run { lab in
            let center = try Coordinate(latitude: 48.858, longitude: 2.3)
            _ = try await lab.source(.nominatim).places(
                matching: PlaceQuery(text: "coffee", center: center, radius: radius))
            let sent = await lab.standIn.requests.first?.query["viewbox"] ?? ""
            let edges = sent.split(separator: ",").compactMap { Double($0) }
            #expect(edges == box.split(separator: ",").compactMap { Double($0) })
        }
    }

    @Test func `an unbounded search finds places everywhere, nearby places first`() async throws {
        let places =
            PlaceStandIn.paris.reversed() + [
                PlaceStandIn.Place("Coffee Soho", kind: "cafe", address: "Soho, London, England", at: 51.5128, -0.1305)
            ]
        let standIn = try await PlaceStandIn(places.reversed())
        let lab = Lab(standIn: standIn, clock: InstantClock())
        let found = try await lab.source(.nominatim).places(
            matching: PlaceQuery(text: "coffee", center: tower, isBounded: false))
        let sent = await standIn.requests.map(\.query)
        await standIn.stop()
        #expect(found.map(\.name) == ["Quai Coffee", "Coffee Mars", "Coffee Soho"])
        // A precision of about 10 km is enough to rank places, and reveals little about the user.
        #expect(sent.map { $0["viewbox"] } == ["2.0,49.1,2.6,48.7"])
        #expect(sent.allSatisfy { $0["bounded"] == nil })
    }

    @Test func `Nominatim needs no center`() async throws {
        try await run { lab in
            let places = try await lab.source(.nominatim).places(matching: PlaceQuery(text: "louvre"))
            #expect(places.count == 1)
            let error = await #expect(throws: SourceError.self) {
                try await lab.source(.foursquare).places(matching: PlaceQuery(text: "louvre"))
            }
            #expect(error?.code == .badQuery)
            #expect(await lab.standIn.requests.count == 1)
        }
    }

    @Test(arguments: [Service.foursquare, .foursquare3])
    private func `a wrong key is rejected but not shown`(service: Service) async throws {
        let key = service == .foursquare ? "WRONGKEY" : "fsq3wrong"
        try await run { lab in
            let error = await #expect(throws: SourceError.self) {
                try await lab.source(service, key: key).places(at: tower, limit: 1)
            }
            expectEqual(error?.code, .keyRefused)
            expectEqual(error?.message.contains("Invalid request token"), true)
            expectEqual(error?.message.contains(key), false)
        }
    }

    @Test(arguments: [("null", 1), (#""2025-11-30""#, 0), ("20251130", 0), ("true", 0), ("{}", 0)])
    func `a closed place is skipped`(date: String, count: Int) async throws {
        try await run { lab in
            let record = #"{"fsq_place_id":"a","name":"b","latitude":48.8,"longitude":2.2,"date_closed":\#(date)}"#
            await lab.standIn.script([.json(#"{"results":[\#(record)]}"#)])
            let places = try await lab.source(.foursquare).places(at: tower, limit: 1)
            #expect(places.count == count)
        }
    }

    @Test(arguments: [
        (429, SourceError.Code.rateLimited, 5), (503, .unavailable, 5), (403, .refused, 1), (400, .badReply, 1),
    ])
    func `an error from Nominatim is reported`(status: Int, code: SourceError.Code, requests: Int) async throws {
        try await run { lab in
            await lab.standIn.script(Array(repeating: .status(status), count: 5))
            let error = await #expect(throws: SourceError.self) {
                try await lab.source(.nominatim).places(matching: PlaceQuery(text: "x"))
            }
            #expect(error?.code == code)
            #expect(await lab.standIn.requests.count == requests)
        }
    }

    @Test(arguments: [
        (Service.nominatim, "nominatim/search-tower.json", 1), (.nominatim, "nominatim/search-poole.json", 1),
        (.nominatim, "nominatim/search-empty.json", 0), (.foursquare, "foursquare/search-page-1.json", 2),
        (.foursquare, "foursquare/search-closed-place.json", 0), (.foursquare, "foursquare/search-empty.json", 0),
        (.foursquare3, "foursquare/v3-search.json", 2), (.foursquare3, "foursquare/v3-search-empty.json", 0),
    ])
    private func `recorded responses are read`(service: Service, name: String, least: Int) async throws {
        try await run { lab in
            await lab.standIn.script([.json(Fixture.replies(name).text)])
            let places = try await lab.source(service).places(matching: PlaceQuery(text: "x", center: tower))
            #expect(least == 0 ? places.count <= 1 : places.count >= least)
            #expect(places.allSatisfy { !$0.name.isEmpty && !$0.address.isEmpty })
        }
    }
}
