import Foundation
import PostcardTestSupport
import Testing

@Suite struct PlaceCommandTests {
    let folder: TemporaryFolder
    let standIn: PlaceStandIn

    init() async throws {
        folder = try TemporaryFolder()
        standIn = try await PlaceStandIn()
    }

    /// The command with one of the services configured.
    private func postcard(_ service: String = "nominatim", _ more: [String: String] = [:]) -> PostcardCommand {
        let settings =
            switch service {
            case "foursquare":
                ["FOURSQUARE_API_KEY": PlaceStandIn.key, "POSTCARD_FOURSQUARE_ENDPOINT": standIn.foursquare]
            case "v3": ["FOURSQUARE_API_KEY": PlaceStandIn.oldKey, "POSTCARD_FOURSQUARE_ENDPOINT": standIn.foursquare3]
            default: ["POSTCARD_NOMINATIM_ENDPOINT": standIn.nominatim]
            }
        return PostcardCommand(in: folder, environment: settings.merging(more) { $1 })
    }

    struct Listing: Decodable {
        struct Place: Decodable {
            let name: String
            let distance: Int?
        }

        let source: String
        let notice: String
        let places: [Place]
    }

    @Test(arguments: [
        ("nominatim", "OpenStreetMap contributors"), ("foursquare", "Powered by Foursquare"),
        ("v3", "Powered by Foursquare"),
    ])
    func `places are listed with their attribution`(service: String, notice: String) async throws {
        let arguments = ["place", "search", "coffee", "--near", "48.8584,2.2945", "--radius", "1000"]
        let table = try await postcard(service).run(arguments)
        #expect(table.status == 0, "\(table.errors)")
        #expect(table.text.contains("Quai Coffee"))
        #expect(table.text.contains(notice))
        let listing = try await postcard(service).run(arguments + ["--json"]).json(Listing.self)
        #expect(listing.notice.contains(notice))
        #expect(listing.places.allSatisfy { 100...500 ~= $0.distance ?? 0 })
        #expect(listing.places.count == 2)
        await standIn.stop()
    }

    @Test func `requests to services use the proxy set in the environment`() async throws {
        // A proxy gets the whole URL.
        let proxy = try await TestHTTPServer { request in
            request.path.hasPrefix("http://places.invalid/") ? .text("[]") : TestHTTPReply(status: 400)
        }
        let result = try await postcard(
            "nominatim", ["POSTCARD_NOMINATIM_ENDPOINT": "http://places.invalid/", "http_proxy": proxy.address]
        ).run("place", "search", "louvre", "--json")
        #expect(result.status == 0, "\(result.errors)")
        await proxy.stop()
        await standIn.stop()
    }

    @Test func `the place at a coordinate is shown`() async throws {
        let result = try await postcard().run("place", "reverse", "48.8584,2.2945")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.text.contains("Tour Eiffel"), "\(result.errors)")
        await standIn.stop()
    }

    @Test func `Nominatim never gets the same request twice`() async throws {
        try folder.write([], as: "home/.profile")
        for words in ["louvre", "louvre", "tour"] {
            #expect(try await postcard().run("place", "search", words).status == 0)
        }
        #expect(await standIn.requests.map { $0.query["q"] } == ["louvre", "tour"])
        await standIn.stop()
    }

    @Test func `processes take turns using Nominatim`() async throws {
        try folder.write([], as: "home/.profile")
        let gate = TestGate()
        await standIn.script([.wait(gate)])
        let first = try postcard().start(["place", "search", "louvre"])
        await gate.waitUntilReached()
        let second = try postcard().start(["place", "search", "tour"])
        #expect(await standIn.requests.count == 1)
        await gate.open()
        let results = try await [first.result(), second.result()]
        #expect(results.map(\.status) == [0, 0])
        let turn = folder.path("home/.cache/postcard/nominatim.turn")
        #expect(try FileManager.default.attributesOfItem(atPath: turn)[.posixPermissions] as? Int == 0o600)
        await standIn.stop()
    }

    struct Mistake: CustomTestStringConvertible {
        let arguments: [String]
        let service: String
        let status: Int32
        let message: String
        var testDescription: String { arguments.joined(separator: " ") }
    }

    @Test(arguments: [
        Mistake(arguments: ["search", "coffee"], service: "foursquare", status: 64, message: "--near"),
        Mistake(arguments: ["search", "zzqx"], service: "nominatim", status: 66, message: "zzqx"),
        Mistake(
            arguments: ["search", "x", "--limit", "51"], service: "nominatim", status: 64, message: "between 1 and 50"),
        Mistake(arguments: ["search", "x", "--near", "far"], service: "nominatim", status: 64, message: "far"),
        Mistake(
            arguments: ["search", "x", "--places", "foursquare"], service: "nominatim", status: 78, message: "KEY"),
        Mistake(arguments: ["reverse", "40,30"], service: "nominatim", status: 66, message: "No place was found"),
        Mistake(
            arguments: ["search", "x", "--places-endpoint", "ftp://x"], service: "nominatim", status: 64,
            message: "http"),
    ])
    func `invalid arguments are explained`(mistake: Mistake) async throws {
        let result = try await postcard(mistake.service).run(["place"] + mistake.arguments)
        #expect(result.status == mistake.status)
        #expect(result.errors.contains(mistake.message), "\(result.errors)")
        await standIn.stop()
    }

    @Test func `a wrong key is reported but not shown`() async throws {
        let result = try await postcard("foursquare", ["FOURSQUARE_API_KEY": "WRONGKEY"]).run(
            "place", "search", "x", "--near", "48.8584,2.2945")
        #expect(result.status == 77)
        #expect(result.errors.contains("Invalid request token"))
        #expect(!result.errors.contains("WRONGKEY"))
        await standIn.stop()
    }
}
