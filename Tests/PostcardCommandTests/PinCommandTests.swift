import Foundation
import PostcardTestSupport
import Testing

@Suite struct PinCommandTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
    }

    struct Pin: Decodable {
        struct Place: Decodable {
            let latitude: Double
            let longitude: Double
        }

        struct Origin: Decodable {
            let source: String
            let notice: String
        }

        let id: String
        let name: String
        let coordinate: Place
        let origin: Origin?
    }

    private func pins() async throws -> [Pin] { try await postcard.run("pin", "list", "--json").json() }

    @Test(arguments: [
        "48.8584,2.2945", "48°51'30.24\"N 2°17'40.2\"E", "geo:48.8584,2.2945;u=35",
        "https://www.openstreetmap.org/?mlat=48.8584&mlon=2.2945#map=17/48/2",
        "https://www.google.com/maps/@48.8584,2.2945,17z",
    ])
    func `a pin can be dropped with every notation`(text: String) async throws {
        let dropped = try await postcard.run("pin", "drop", text)
        #expect(dropped.status == 0, "\(dropped.errors)")
        let pin = try #require(try await pins().first)
        #expect(abs(pin.coordinate.latitude - 48.8584) < 1e-6)
        #expect(abs(pin.coordinate.longitude - 2.2945) < 1e-6)
    }

    @Test(arguments: [
        ["48.8584,", "2.2945"], ["48.8584", "2.2945"], ["-33.8568,", "151.2153"], ["48,8584", "2,2945"],
    ])
    func `a coordinate needs no quotation marks`(words: [String]) async throws {
        let dropped = try await postcard.run(["pin", "drop"] + words)
        expectEqual(dropped.status, 0)
        let pin = try #require(try await pins().first)
        expectEqual(pin.coordinate.latitude, words[0].hasPrefix("-") ? -33.8568 : 48.8584)
    }

    @Test(arguments: [
        ("https://www.google.com/maps/place/Eiffel+Tower/@48.8584,2.2945,17z/data=x", "Eiffel Tower"),
        ("https://www.google.com/maps/place/Caf%C3%A9/@48.8584,2.2945,17z", "Café"),
        ("https://www.google.com/maps/place/48.8584,2.2945/@48.8584,2.2945,17z", ""),
    ])
    func `a link to a place in Google Maps names the pin`(link: String, name: String) async throws {
        expectEqual(try await postcard.run("pin", "drop", link).status, 0)
        try await expectEqual(pins().map(\.name), [name])
        let named = try await postcard.run("pin", "drop", link, "--name", "Here")
        expectEqual(named.status, 0)
        try await expectEqual(Set(pins().map(\.name)), [name, "Here"])
    }

    @Test func `a pin with the same name within 50 meters is the same pin`() async throws {
        for (coordinate, count) in [("48.8584,2.2945", 1), ("48.85837,2.29448", 1), ("48.8594,2.2945", 2)] {
            expectEqual(try await postcard.run("pin", "drop", coordinate, "--name", "Eiffel Tower").status, 0)
            try await expectEqual(pins().count, count)
        }
        // The coordinate that `pin list` shows also identifies a pin.
        let edited = try await postcard.run("pin", "edit", "48.859400,2.294500", "North of it")
        expectEqual(edited.status, 0)
        try await expectEqual(pins().map(\.name).sorted(), ["Eiffel Tower", "North of it"])
    }

    @Test func `a photo drops a pin where it was taken`() async throws {
        let path = try folder.write(
            TestPicture.jpeg(latitude: -33.8568, longitude: 151.2153, title: "Opera"), as: "opera.jpg")
        let dropped = try await postcard.run("pin", "drop", "--photo", path)
        #expect(dropped.status == 0, "\(dropped.errors)")
        let pin = try #require(try await pins().first)
        #expect(pin.name == "Opera")
        #expect(abs(pin.coordinate.latitude + 33.8568) < 1e-4)
        #expect(abs(pin.coordinate.longitude - 151.2153) < 1e-4)
    }

    @Test func `a search drops a pin with its attribution`() async throws {
        let standIn = try await PlaceStandIn()
        let postcard = PostcardCommand(in: folder, environment: ["POSTCARD_NOMINATIM_ENDPOINT": standIn.nominatim])
        let dropped = try await postcard.run("pin", "drop", "--search", "louvre")
        #expect(dropped.status == 0, "\(dropped.errors)")
        #expect(dropped.errors.contains("OpenStreetMap contributors"))
        let pin = try #require(try await pins().first)
        #expect(pin.name == "Louvre")
        #expect(pin.origin?.source == "nominatim")
        #expect(try await postcard.run("pin", "list").text.contains("OpenStreetMap contributors"))
        #expect(try await postcard.run("pin", "list", "--geojson").text.contains("OpenStreetMap contributors"))
        let none = try await postcard.run("pin", "drop", "--search", "zzqx")
        #expect(none.status == 66)
        await standIn.stop()
    }

    @Test func `pins are renamed and moved`() async throws {
        _ = try await postcard.run("pin", "drop", "48.8584,2.2945", "--name", "Tower")
        #expect(try await postcard.run("pin", "rename", "Tower", "La dame").status == 0)
        #expect(try await postcard.run("pin", "move", "la dame", "--", "-33.8568,151.2153").status == 0)
        let pin = try #require(try await pins().first)
        expectEqual(pin.name, "La dame")
        expectEqual(pin.coordinate.latitude, -33.8568)
        expectEqual(pin.coordinate.longitude, 151.2153)
        try await expectEqual(pins().count, 1)
    }

    @Test func `GeoJSON has the longitude first`() async throws {
        _ = try await postcard.run("pin", "drop", "48.8584,2.2945", "--name", "Tower")
        struct Collection: Decodable {
            struct Feature: Decodable {
                struct Geometry: Decodable {
                    let type: String
                    let coordinates: [Double]
                }

                struct Properties: Decodable {
                    let name: String
                    let album: String
                }

                let type: String
                let geometry: Geometry
                let properties: Properties
            }

            let type: String
            let features: [Feature]
        }
        let collection = try await postcard.run("pin", "list", "--geojson").json(Collection.self)
        #expect(collection.type == "FeatureCollection")
        #expect(collection.features.map(\.type) == ["Feature"])
        let feature = try #require(collection.features.first)
        expectEqual(feature.geometry.type, "Point")
        expectEqual(feature.geometry.coordinates, [2.2945, 48.8584])
        expectEqual(feature.properties.name, "Tower")
        expectEqual(feature.properties.album, "empty")
    }

    @Test func `the map remembers its view`() async throws {
        #expect(try await postcard.run("map", "set", "10,20", "--span", "0.5,0.8").status == 0)
        let shown = try await postcard.run("map", "show")
        #expect(shown.text.contains("10.000000,20.000000"))
        #expect(shown.text.contains("0.5 x 0.8"))
        _ = try await postcard.run("pin", "drop", "10.2,20.3", "--name", "Inside")
        _ = try await postcard.run("pin", "drop", "10.2,20.5", "--name", "Outside")
        let pins = try await postcard.run("map", "show").text
        #expect(pins.contains("1 of 2 pins"))
        #expect(pins.contains("Inside"))
        #expect(!pins.contains("Outside"))
        #expect(try await postcard.run("map", "set", "--pins").text.contains("10.200000,20.400000"))
        #expect(try await postcard.run("library", "compact").status == 0)
    }

    struct Mistake: CustomTestStringConvertible {
        let arguments: [String]
        let status: Int32
        let message: String
        var testDescription: String { arguments.joined(separator: " ") }
    }

    @Test(arguments: [
        Mistake(arguments: ["pin", "drop"], status: 64, message: "--search WORDS"),
        Mistake(arguments: ["pin", "drop", "1,2", "--search", "x"], status: 64, message: "Specify one of these"),
        Mistake(arguments: ["pin", "drop", "1,2", "--near", "1,2"], status: 64, message: "--near needs"),
        Mistake(arguments: ["pin", "drop", "--photo", "none.jpg"], status: 66, message: "none.jpg"),
        Mistake(arguments: ["pin", "drop", "--photo", "plain.jpg"], status: 65, message: "no GPS"),
        Mistake(arguments: ["pin", "drop", "--photo", "text.jpg"], status: 65, message: "text.jpg"),
        Mistake(arguments: ["pin", "rename", "Rome", "Roma"], status: 66, message: "pin list"),
        Mistake(arguments: ["pin", "move", "Here", "nowhere"], status: 64, message: "nowhere"),
        Mistake(arguments: ["pin", "list", "--json", "--geojson"], status: 64, message: "not both"),
        Mistake(arguments: ["map", "set"], status: 64, message: "--pins"),
        Mistake(arguments: ["map", "set", "1,2", "--span", "0"], status: 64, message: "0.05"),
    ])
    func `invalid arguments are explained`(mistake: Mistake) async throws {
        _ = try await postcard.run("pin", "drop", "1,2", "--name", "Here")
        try folder.write(TestPicture.jpeg(), as: "plain.jpg")
        try folder.write(Array("Not a picture.".utf8), as: "text.jpg")
        let result = try await postcard.run(mistake.arguments)
        #expect(result.status == mistake.status)
        #expect(result.errors.contains(mistake.message), "\(result.errors)")
        #expect(try await pins().count == 1)
    }
}
