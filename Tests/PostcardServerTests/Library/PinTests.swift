import Foundation
import NIOHTTP1
import PostcardLibrary
import PostcardPhotos
import PostcardTestSupport
import Testing

@testable import PostcardServer

@Suite struct PinTests {
    private static let tower = #"{"coordinate": {"latitude": 48.8584, "longitude": 2.2945}, "name": "Eiffel Tower"}"#

    @Test func `a pin is dropped, changed and deleted`() async throws {
        try await LibraryLab.run { lab in
            let dropped = try await lab.send(.POST, "/library/pins", json: Self.tower)
            #expect(dropped.status == 201)
            let pin: Pin = try dropped.decoded()
            #expect(dropped["Location"] == "/library/pins/\(pin.id)")
            #expect(try lab.library.pin(named: "Eiffel Tower").id == pin.id)
            let renamed = try await lab.send(.PATCH, "/library/pins/\(pin.id)", json: #"{"name": "La tour"}"#)
            #expect(renamed.status == 200)
            #expect(try renamed.object["name"] as? String == "La tour")
            let moved = try await lab.send(
                .PATCH, "/library/pins/\(pin.id)", json: #"{"coordinate": {"latitude": -1, "longitude": 2}}"#)
            try expectEqual(moved.decoded(Pin.self).coordinate, Coordinate(latitude: -1, longitude: 2))
            try await expectEqual(lab.send(.DELETE, "/library/pins/\(pin.id)").status, 204)
            try await expectEqual(lab.get("/library/pins/\(pin.id)").status, 404)
            #expect(try lab.library.pins().isEmpty)
        }
    }

    @Test func `the list matches the output of the command`() async throws {
        try await LibraryLab.run { lab in
            _ = try lab.library.addPin(at: Coordinate(latitude: 1.5, longitude: 2), name: "Ärger")
            let reply = try await lab.get("/library/pins")
            #expect(reply.body == Array(try ListingEncoder.encode(try lab.library.pins())))
            let map = try await lab.get("/library/pins.geojson")
            #expect(map["Content-Type"] == "application/geo+json")
            #expect(map.body == Array(try ListingEncoder.encode(PinCollection(lab.library.pins(), in: lab.library))))
        }
    }

    @Test func `changes by another process are visible`() async throws {
        try await LibraryLab.run { lab in
            #expect(try await lab.get("/library/pins").list.isEmpty)
            let pin = try lab.library.addPin(at: Coordinate(latitude: 1, longitude: 2))
            #expect(try await lab.get("/library/pins").list.count == 1)
            try lab.library.delete([pin.id])
            #expect(try await lab.get("/library/pins").list.isEmpty)
        }
    }

    @Test func `an unchanged list is not sent again`() async throws {
        try await LibraryLab.run { lab in
            let first = try await lab.get("/library/pins")
            let tag = try #require(first["ETag"])
            #expect(first["Cache-Control"] == "private, no-cache")
            let second = try await lab.get("/library/pins", ["If-None-Match": tag])
            #expect(second.status == 304)
            #expect(second.body.isEmpty)
            _ = try lab.library.addPin(at: Coordinate(latitude: 1, longitude: 2))
            #expect(try await lab.get("/library/pins", ["If-None-Match": tag]).status == 200)
        }
    }

    @Test(arguments: [
        ("{", 400), ("", 400), ("[]", 422), ("3", 422), ("{}", 422), (#"{"name": "a"}"#, 422),
        (#"{"coordinate": {"latitude": 91, "longitude": 0}}"#, 422),
        (#"{"coordinate": {"latitude": "1", "longitude": 0}}"#, 422),
        (#"{"coordinate": null}"#, 422),
        (#"{"coordinate": {"latitude": 1, "longitude": 0}, "nmae": "a"}"#, 422),
        (#"{"coordinate": {"latitude": 1, "longitude": 0}, "name": 7}"#, 422),
        (#"{"name": null, "name": "a", "coordinate": {"latitude": 1, "longitude": 0}}"#, 422),
    ])
    func `an invalid body is rejected`(body: String, status: Int) async throws {
        try await LibraryLab.run { lab in
            let reply = try await lab.send(.POST, "/library/pins", json: body)
            #expect(reply.status == status)
            #expect(reply["Content-Type"] == "application/problem+json")
            #expect(try lab.library.pins().isEmpty)
        }
    }

    @Test func `a pin is dropped where a photo was taken`() async throws {
        try await LibraryLab.run { lab in
            let photo = try TestPicture.jpeg(80, 60, latitude: 48.8584, longitude: 2.2945, title: "Tower")
            let dropped = try await lab.sendForm(.POST, "/library/pins", [.photo(photo)])
            #expect(dropped.status == 201)
            let pin: Pin = try dropped.decoded()
            #expect(abs(pin.coordinate.latitude - 48.8584) < 0.0001)
            #expect(pin.name == "Tower")
            #expect(pin.isFromPhoto == true)
            let chosen = try await lab.send(
                .POST, "/library/pins", json: #"{"coordinate": {"latitude": 1, "longitude": 2}}"#)
            #expect(try chosen.decoded(Pin.self).isFromPhoto == nil)
            let named = try await lab.sendForm(.POST, "/library/pins", [.field("name", "Lawn"), .photo(photo)])
            #expect(try named.decoded(Pin.self).name == "Lawn")
            for (parts, status) in [
                ([.photo(try TestPicture.jpeg())], 422), ([.photo([1, 2, 3])], 415), ([], 422),
                ([.photo(photo), .photo(photo)], 422), ([.field("place", "a"), .photo(photo)], 422),
            ] as [([LibraryLab.Part], Int)] {
                #expect(try await lab.sendForm(.POST, "/library/pins", parts).status == status)
            }
            #expect(try lab.library.pins().count == 3)
        }
    }

    @Test func `a body of another type is rejected`() async throws {
        try await LibraryLab.run { lab in
            let reply = try await lab.server.get(
                "/library/pins",
                [
                    "Authorization": "Bearer \(LibraryLab.token)",
                    "Content-Type": "application/x-www-form-urlencoded",
                ], method: .POST, body: Array(Self.tower.utf8))
            #expect(reply.status == 415)
            #expect(reply["Accept"] == "application/json, multipart/form-data")
        }
    }

    @Test func `a large body is rejected`() async throws {
        try await LibraryLab.run { lab in
            let body = #"{"name": ""# + String(repeating: "a", count: 1 << 20) + "\"}"
            let reply = try await lab.send(.POST, "/library/pins", json: body)
            #expect(reply.status == 413)
        }
    }

    @Test(arguments: [
        "/library", "/library/", "/library/nothing", "/library/pins/", "/library/pins/pin-0/album/x",
        "/library/pins/%2e%2e", "/library/%70ins/..", "/library/pins%2Fpin-0", "/library/pins/%FF",
    ])
    func `other URLs are not found`(target: String) async throws {
        try await LibraryLab.run { lab in
            let status = try await lab.get(target).status
            #expect(status == 404)
        }
    }

    @Test func `405 lists the allowed methods`() async throws {
        try await LibraryLab.run { lab in
            let reply = try await lab.send(.PUT, "/library/pins", json: Self.tower)
            #expect(reply.status == 405)
            #expect(reply["Allow"] == "GET, HEAD, POST")
        }
    }

    @Test(arguments: [
        "limit=0", "limit=201", "limit=x", "limit=1&limit=2", "limti=3", "cursor=!", "cursor=YQ", "a=%FF",
    ])
    func `an invalid query is rejected`(query: String) async throws {
        try await LibraryLab.run { lab in
            let status = try await lab.get("/library/pins?\(query)").status
            #expect(status == 400)
        }
    }

    @Test func `paging continues correctly when the list changes`() async throws {
        try await LibraryLab.run { lab in
            var pins: [Pin] = []
            for number in 0..<7 {
                pins.append(try lab.library.addPin(at: Coordinate(latitude: Double(number), longitude: 0)))
            }
            var target: String? = "/library/pins?limit=2"
            var seen: [String] = []
            while let page = target {
                let reply = try await lab.get(page)
                let items: [Pin] = try reply.decoded()
                #expect(items.count <= 2)
                seen += items.map(\.id.rawValue)
                // Later items keep their places when earlier ones change.
                if seen.count == 2 { try lab.library.delete([pins[0].id]) }
                if seen.count == 4 { try lab.library.delete([pins[3].id]) }
                target = reply["Link"].map { link in
                    #expect(link.hasSuffix(">; rel=\"next\""))
                    return String(link.dropFirst().prefix { $0 != ">" })
                }
            }
            #expect(seen.starts(with: pins[0...3].map(\.id.rawValue)))
            #expect(Set(seen).isSuperset(of: [pins[5].id.rawValue, pins[6].id.rawValue]))
        }
    }

    @Test func `a service without a library does not have its URLs`() async throws {
        try await RunningServer.with(try TemporaryFolder()) { server in
            let status = try await server.get("/library/pins").status
            #expect(status == 404)
        }
    }

    @Test func `a missing library causes a startup error`() async throws {
        await #expect(throws: StartupError.self) {
            try await LibraryLab.run({ $0.library? += "/nowhere" }) { _ in }
        }
    }
}
