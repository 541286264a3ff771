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

    @Test func `a page has the pictures in it and tells how many`() async throws {
        let result = try await postcard.run("share", "Trip", "--to", "trip.html", "--title", "A <trip>")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.text == "trip.html: 1 item, 1 on the map\n")
        let page = String(decoding: try folder.read("trip.html"), as: UTF8.self)
        #expect(page.contains("data:image/jpeg;base64,"))
        #expect(page.contains("A &lt;trip&gt;"))
    }

    @Test func `a folder has the files without their positions, unless asked for`() async throws {
        for (options, tells) in [([], false), (["--positions", "all"], true)] {
            let name = tells ? "all" : "places"
            let result = try await postcard.run(["share", "Trip", "--to", name] + options)
            #expect(result.status == 0, "\(result.errors)")
            let file = try #require(try folder.files().first { $0.hasPrefix("\(name)/files/") && $0.hasSuffix(".jpg") })
            #expect(try (TestPicture.header(of: folder.read(file)).metadata.position != nil) == tells)
            #expect(result.errors.contains("1 position left out") == !tells, "\(result.errors)")
        }
    }

    @Test func `nothing is replaced without being asked to`() async throws {
        try folder.write(Array("mine".utf8), as: "trip.html")
        let refused = try await postcard.run("share", "Trip", "--to", "trip.html")
        #expect(refused.status == 73)
        #expect(try folder.read("trip.html") == Array("mine".utf8))
        #expect(try await postcard.run("share", "Trip", "--to", "trip.html", "--force").status == 0)
    }

    @Test(
        arguments: [(["nosuch", "--to", "x.html"], 66), (["Trip", "--to", "x.pdf"], 64), (["Trip"], 64)]
            as [([String], Int32)])
    func `a mistake makes no file`(arguments: [String], status: Int32) async throws {
        let before = try folder.files()
        #expect(try await postcard.run(["share"] + arguments).status == status)
        #expect(try folder.files() == before)
    }
}
