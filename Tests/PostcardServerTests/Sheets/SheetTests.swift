import NIOHTTP1
import PostcardFixtures
import PostcardImaging
import PostcardTestSupport
import Testing

@testable import PostcardServer

/// Each picture has one color and 60 × 40 pixels.
@Suite struct SheetTests {
    private static let colors = [
        "red": Color(red: 200, green: 30, blue: 30), "green": Color(red: 30, green: 160, blue: 30),
        "blue": Color(red: 30, green: 30, blue: 200),
    ]

    private static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for (name, color) in colors {
            let image = try Image(size: PixelSize(width: 60, height: 40), fill: color)
            try folder.write(try image.encoded(as: .png), as: "in/\(name).png")
        }
        try folder.write(Array("no picture".utf8), as: "text.jpg")
        try folder.write(Fixture.small("hostile-60000x60000.png").bytes, as: "bomb.png")
        try folder.write(Fixture.small("hostile-truncated.png").bytes, as: "cut.png")
        return folder
    }

    private static func run(
        _ change: (inout ServerConfiguration) -> Void = { _ in }, _ test: (RunningServer) async throws -> Void
    ) async throws {
        try await RunningServer.with(try folder(), change, do: test)
    }

    private static func target(_ names: [String], _ rest: String = "", to path: String = "/sheet.png") -> String {
        path + "?" + names.map { "picture=in/\($0).png" }.joined(separator: "&") + rest
    }

    @Test func `pictures are in order`() async throws {
        try await Self.run { server in
            let reply = try await server.get(Self.target(["red", "blue", "green", "red"], "&columns=3&tile=30x20"))
            #expect(reply.status == 200, "\(reply.text.prefix(300))")
            let image = try Image(decoding: reply.body)
            // Tiles of 30 × 20, with 8 pixels between and around them.
            expectEqual(image.size, PixelSize(width: 8 + 3 * 38, height: 8 + 2 * 28))
            expectEqual(image[8 + 15, 8 + 10], Self.colors["red"])
            expectEqual(image[8 + 38 + 15, 8 + 10], Self.colors["blue"])
            expectEqual(image[8 + 76 + 15, 8 + 10], Self.colors["green"])
            expectEqual(image[8 + 15, 8 + 28 + 10], Self.colors["red"])
            expectEqual(image[4, 4], .white)
            expectEqual(image[8 + 38 + 15, 8 + 28 + 10], .white)
        }
    }

    @Test(arguments: [
        ("", 272, 212), ("&tile=100", 116, 116), ("&tile=100x50", 116, 66), ("&captions=names", 272, 212 + 26),
        ("&columns=100", 272, 212), ("&captions=none", 272, 212),
    ])
    func `the parameters determine the size`(rest: String, width: Int, height: Int) async throws {
        try await Self.run { server in
            let reply = try await server.get(Self.target(["red"], rest))
            #expect(try TestPicture.header(of: reply.body).size == PixelSize(width: width, height: height))
        }
    }

    @Test func `captions are file names`() async throws {
        try await Self.run { server in
            let red = try await server.get(Self.target(["red"], "&captions=names"))
            let image = try Image(decoding: red.body)
            let ink = (16..<256).contains { x in (196..<222).contains { image[x, $0] != .white } }
            #expect(ink)
            #expect(try await server.get(Self.target(["blue"], "&captions=names")).body != red.body)
        }
    }

    @Test(arguments: [
        ("/sheet", "*/*", "image/jpeg", true), ("/sheet", "image/webp,*/*", "image/webp", true),
        ("/sheet", "image/png", "image/png", true), ("/sheet.png", "image/webp", "image/png", false),
        ("/sheet.jpg", "*/*", "image/jpeg", false), ("/sheet.jpeg", "*/*", "image/jpeg", false),
        ("/sheet.webp", "*/*", "image/webp", false), ("/sheet.avif", "*/*", "image/avif", false),
    ])
    func `the file extension or Accept header determines the format`(
        path: String, accept: String, type: String, varies: Bool
    )
        async throws
    {
        try await Self.run { server in
            let reply = try await server.get(Self.target(["red", "blue"], "&tile=20", to: path), ["Accept": accept])
            expectEqual(reply.status, 200)
            expectEqual(reply["Content-Type"], type)
            expectEqual(reply["Vary"], (varies ? "Accept" : nil))
            try expectEqual(TestPicture.header(of: reply.body).format.mediaType, type)
        }
    }

    @Test func `a sheet is cached and has an entity tag`() async throws {
        let folder = try Self.folder()
        try await RunningServer.with(folder, { $0.cache = folder.path("cache") }) { server in
            let target = Self.target(["red", "blue"], "&tile=20")
            let first = try await server.get(target)
            let tag = try #require(first["ETag"])
            #expect(first["Cache-Control"] == "public, max-age=86400")
            #expect(try await server.get(target).body == first.body)
            #expect(try await server.get("/metrics").text.contains("postcard_cache_hits_total 1\n"))
            #expect(try await server.get(target, ["If-None-Match": tag]).status == 304)
            let head = try await server.get(target, method: .HEAD)
            #expect((head.status, head.body, head["ETag"]) == (200, [], tag))
            #expect(head["Content-Length"] == "\(first.body.count)")
            for other in [
                Self.target(["blue", "red"], "&tile=20"), Self.target(["red", "blue"], "&tile=21"),
                Self.target(["red", "blue", "red"], "&tile=20"),
                Self.target(["red", "blue"], "&tile=20&captions=names"),
                Self.target(["red", "blue"], "&tile=20&columns=1"),
            ] { #expect(try await server.get(other)["ETag"] != tag, "\(other)") }
            let blue = try Image(size: PixelSize(width: 60, height: 40), fill: .black).encoded(as: .png)
            try folder.write(blue, as: "in/blue.png")
            #expect(try await server.get(target)["ETag"] != tag)
        }
    }

    @Test(arguments: [
        ("", 422, "needs pictures"), ("?picture=", 422, "needs pictures"),
        ("?picture=x.jpg", 404, "Picture 1, x.jpg: "),
        ("?picture=in/red.png&picture=x.jpg", 404, "Picture 2, x.jpg: "),
        ("?picture=in/red.png&picture=text.jpg", 415, "Picture 2, text.jpg: "),
        ("?picture=in/red.png&picture=bomb.png", 422, "Picture 2, bomb.png: "),
        ("?picture=in/red.png&picture=cut.png", 422, "Picture 2, cut.png: "),
        ("?picture=..%2Fred.png", 404, "Picture 1"), ("?picture=library:pin-000000000000", 404, "Album not found"),
        ("?picture=http://example.org/a.jpg", 403, "Picture 1, http://example.org/a.jpg: "),
        ("?picture=in/red.png&columns=0", 422, "columns"), ("?picture=in/red.png&columns=101", 422, "columns"),
        ("?picture=in/red.png&columns=two", 422, "columns"), ("?picture=in/red.png&tile=15", 422, "tile"),
        ("?picture=in/red.png&picture=", 422, "needs pictures"), ("?picture=in/red.png&tile=", 422, "tile"),
        ("?picture=in/red.png&tile=2001", 422, "tile"), ("?picture=in/red.png&tile=20x", 422, "tile"),
        ("?picture=in/red.png&captions=yes", 422, "captions"), ("?picture=in/red.png&color=red", 400, "color"),
        ("?picture=in/red.png&signature=a&columns=2", 400, "signature"), ("?picture=%FF", 400, "UTF-8"),
        (".gif?picture=in/red.png", 422, "gif"), (".exe?picture=in/red.png", 422, "exe"),
        ("/x?picture=in/red.png", 404, "nothing"), ("s?picture=in/red.png", 404, "nothing"),
    ])
    func `an error message explains the reason`(rest: String, status: Int, words: String) async throws {
        try await Self.run { server in
            let reply = try await server.get("/sheet\(rest)")
            #expect(reply.status == status, "\(reply.text)")
            #expect(reply.text.contains(words), "\(reply.text)")
            #expect(reply["Content-Type"] == "application/problem+json")
        }
    }

    @Test func `the size of a sheet is limited`() async throws {
        try await Self.run({ $0.limits.pixelsInFlight = 4_000_000 }) { server in
            func status(_ count: Int, _ rest: String) async throws -> Int {
                let names = Array(repeating: "red", count: count)
                return try await server.get(Self.target(names, rest)).status
            }
            let most = try await status(100, "&tile=16")
            #expect(most == 200)
            #expect(try await status(101, "&tile=16") == 422)
            // A sheet can have a quarter of the pixels in flight.
            try await expectEqual(status(1, "&tile=880"), 200)
            try await expectEqual(status(1, "&tile=890"), 422)
            try await expectEqual(status(100, "&columns=1&tile=16x200"), 422)
        }
    }

    @Test func `other methods are rejected`() async throws {
        try await Self.run { server in
            let reply = try await server.post("/sheet", json: "{}")
            #expect(reply.status == 405)
            #expect(reply["Allow"] == "GET, HEAD")
        }
    }
}
