import Foundation
import PostcardImaging
import PostcardTestSupport
import Testing

/// `postcard share`.
@Suite struct ShareCommandTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() async throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
        try folder.write(TestPicture.jpeg(320, 240, latitude: 48.8584, longitude: 2.2945), as: "a.jpg")
        _ = try await postcard.run("journal", "new", "Trip")
        _ = try await postcard.run("journal", "place", "Trip", "48.8584,2.2945", "--name", "Tower")
        _ = try await postcard.run("entry", "new", "a.jpg", "--text", "Above", "--journal", "Trip", "--place", "Tower")
    }

    @Test func `a page contains the pictures and reports their number`() async throws {
        let result = try await postcard.run("share", "Trip", "--to", "trip.html", "--title", "A <trip>")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.text == "trip.html: 1 item, 1 on the map\n")
        let page = String(decoding: try folder.read("trip.html"), as: UTF8.self)
        #expect(page.contains("data:image/jpeg;base64,"))
        #expect(page.contains("A &lt;trip&gt;"))
    }

    @Test func `a folder contains the files without their positions, unless requested`() async throws {
        for (options, tells) in [([], false), (["--positions", "all"], true)] {
            let name = tells ? "all" : "places"
            let result = try await postcard.run(["share", "Trip", "--to", name] + options)
            #expect(result.status == 0, "\(result.errors)")
            let file = try #require(try folder.files().first { $0.hasPrefix("\(name)/files/") && $0.hasSuffix(".jpg") })
            #expect(try (TestPicture.header(of: folder.read(file)).metadata.position != nil) == tells)
            #expect(result.errors.contains("Positions removed from the files: 1.") == !tells, "\(result.errors)")
        }
    }

    private static let exact = "To include exact positions: --positions all\n"

    @Test(
        arguments: [
            (
                "places",
                "Positions removed from the files: 2.\nPlaces rounded to 200 m on the map: 1.\n\(Self.exact)"
            ),
            ("none", "Positions removed from the files: 2.\n\(Self.exact)"), ("all", ""),
        ])
    func `removed and rounded positions are counted`(positions: String, sentence: String) async throws {
        for (name, latitude) in [("a", 48.859744), ("b", 48.861)] {
            var exif = EXIFBlock()
            exif.addText(0x9003, "2025:06:09 10:00:00")
            exif.addPosition(latitude: latitude, longitude: 2.294184)
            let photo = try exif.inserted(intoJPEG: TestPicture.gradient(9, 9).encoded(as: .jpeg()))
            try folder.write(photo, as: "in/\(name).jpg")
        }
        #expect(try await postcard.run("library", "import", "in").status == 0)
        let result = try await postcard.run("share", "Paris, 9 June 2025", "--to", "out.html", "--positions", positions)
        #expect(result.status == 0)
        #expect(result.errors == sentence)
        let report = try await postcard.run(
            "share", "Paris, 9 June 2025", "--to", "out.html", "--positions", positions, "--force", "--json")
        struct Report: Decodable { let withheldPositions: Int, roundedPlaces: Int }
        let counts: Report = try report.json()
        #expect(counts.withheldPositions == (positions == "all" ? 0 : 2))
        #expect(counts.roundedPlaces == (positions == "places" ? 1 : 0))
    }

    @Test func `a pin is marked if its position is from a photo`() async throws {
        let pin = try await postcard.run("pin", "drop", "--photo", "a.jpg", "--json")
        #expect(pin.text.contains("\"isFromPhoto\""), "\(pin.text)")
        #expect(try await !postcard.run("pin", "drop", "1,2", "--json").text.contains("isFromPhoto"))
    }

    @Test func `nothing is replaced without --force`() async throws {
        try folder.write(Array("mine".utf8), as: "trip.html")
        let refused = try await postcard.run("share", "Trip", "--to", "trip.html")
        expectEqual(refused.status, 73)
        try expectEqual(folder.read("trip.html"), Array("mine".utf8))
        try await expectEqual(postcard.run("share", "Trip", "--to", "trip.html", "--force").status, 0)
    }

    @Test(
        arguments: [(["nosuch", "--to", "x.html"], 66), (["Trip", "--to", "x.pdf"], 64), (["Trip"], 64)]
            as [([String], Int32)])
    func `invalid arguments create no file`(arguments: [String], status: Int32) async throws {
        let before = try folder.files()
        #expect(try await postcard.run(["share"] + arguments).status == status)
        #expect(try folder.files() == before)
    }
}
