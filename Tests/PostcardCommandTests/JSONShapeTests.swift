import Foundation
import PostcardImaging
import PostcardTestSupport
import Testing

/// Dates, coordinates and formats have the same shape in the JSON of all commands.
@Suite struct JSONShapeTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() async throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
        var exif = EXIFBlock()
        exif.addText(0x010E, "Tower")
        exif.addPosition(latitude: 48.8584, longitude: 2.2945)
        exif.addText(0x9003, "2025:04:12 07:04:31")
        let picture = try exif.inserted(intoJPEG: TestPicture.gradient(640, 480).encoded(as: .jpeg()))
        try folder.write(picture, as: "photos/tower.jpg")
        for arguments in [
            ["pin", "drop", "48.8584,2.2945", "--name", "Tower"],
            ["album", "open", "Tower", "--source", "folder:\(folder.path("photos"))"],
            ["journal", "new", "Trip"], ["journal", "place", "Trip", "Tower"],
            ["note", "new", "Trip", "--text", "Rain"], ["journal", "add", "Trip", "photos/tower.jpg"],
            ["meme", "photos/tower.jpg", "HI"], ["meme", "photos/tower.jpg", "HO", "-o", "m.png"],
        ] {
            let made = try await postcard.run(arguments)
            #expect(made.status == 0, "\(arguments): \(made.errors)")
        }
        _ = try await postcard.run("note", "new", "Trip", "--text", "Gone")
    }

    private static let dates: Set<String> = ["created", "deleted", "date", "dateTaken"]

    /// Visits every value with its name.
    private func walk(_ value: Any, name: String = "", _ body: (String, Any) throws -> Void) rethrows {
        try body(name, value)
        if let object = value as? [String: Any] {
            for (name, value) in object { try walk(value, name: name, body) }
        } else if let array = value as? [Any] {
            for value in array { try walk(value, name: name, body) }
        }
    }

    /// One test for all commands, since making the library that they list takes nine processes.
    @Test func `dates are ISO 8601, and places are objects`() async throws {
        for command in [
            ["info", "photos/tower.jpg"], ["meme", "list"], ["pin", "list"], ["album", "list"],
            ["album", "list", "Tower"], ["map", "show"], ["journal", "list"], ["journal", "show", "Trip"],
            ["entry", "list"], ["settings", "list"], ["restore"], ["template", "list"],
        ] { try await checkShapes(command) }
    }

    private func checkShapes(_ command: [String]) async throws {
        let result = try await postcard.run(command + ["--json"])
        #expect(result.status == 0, "\(command): \(result.errors)")
        let iso =
            /[0-9]{4}(-[0-9]{2}(-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?(Z|[+-][0-9]{2}:[0-9]{2})?)?)?)?/
        try walk(JSONSerialization.jsonObject(with: Data(result.output))) { name, value in
            if Self.dates.contains(name) {
                let text = try #require(value as? String)
                #expect(text.wholeMatch(of: iso) != nil, "\(command): \(name): \(text)")
                if name == "created" || name == "deleted" { #expect(text.hasSuffix("Z")) }
            }
            if let object = value as? [String: Any], object["latitude"] != nil {
                #expect(Set(object.keys) == ["latitude", "longitude"], "\(name)")
                #expect(["coordinate", "center"].contains(name), "\(name)")
            }
            if name == "format", command[0] == "info" || command[0] == "meme" {
                #expect(["jpeg", "png"].contains(value as? String))
            }
        }
    }

    @Test func `info and album show a photo's date and place in the same way`() async throws {
        struct Fact: Decodable {
            struct Coordinate: Decodable { let latitude: Double, longitude: Double }
            let dateTaken: String?
            let coordinate: Coordinate?
        }
        struct Album: Decodable { let photos: [Fact] }
        let file = try await postcard.run("info", "photos/tower.jpg", "--json").json([Fact].self)
        let album = try await postcard.run("album", "list", "Tower", "--json").json(Album.self)
        #expect(file[0].dateTaken == "2025-04-12T07:04:31")
        #expect(album.photos.map(\.dateTaken) == ["2025-04-12T07:04:31"])
        let (first, second) = (try #require(file[0].coordinate), try #require(album.photos[0].coordinate))
        // An album keeps all digits of the file's fractions.
        #expect(abs(first.latitude - second.latitude) < 1e-6)
        #expect(abs(first.longitude - second.longitude) < 1e-6)
    }
}
