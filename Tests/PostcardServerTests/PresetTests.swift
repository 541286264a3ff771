import NIOHTTP1
import PostcardImaging
import PostcardServer
import PostcardTestSupport
import Testing

@Suite struct PresetTests {
    private static func run(_ test: (RunningServer) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        try folder.write(try TestPicture.jpeg(), as: "in/a b.jpg")
        try folder.write(try TestPicture.jpeg(10, 10), as: "32x24/filters:quality(1)/a.jpg")
        try await RunningServer.with(
            folder,
            {
                $0.allowsUnsigned = false
                $0.presets = ["card=20x20/smart/filters:format(png)", "small=fit-in/16x16"]
            }, do: test)
    }

    @Test(arguments: [("card", 20, 20, "image/png"), ("small", 16, 12, "image/jpeg")])
    func presetNeedsNoSignature(name: String, width: Int, height: Int, mediaType: String) async throws {
        try await Self.run { server in
            let reply = try await server.get("/p/\(name)/in/a%20b.jpg")
            #expect(reply.status == 200)
            #expect(reply["Content-Type"] == mediaType)
            #expect(try TestPicture.header(of: reply.body).size == PixelSize(width: width, height: height))
            let again = try await server.get("/p/\(name)/in/a%20b.jpg", ["If-None-Match": reply["ETag"] ?? ""])
            #expect(again.status == 304)
        }
    }

    @Test(arguments: [
        ("/p/none/in/a%20b.jpg", 404, "no preset \\\"none\\\""), ("/p/card/missing.jpg", 404, "picture"),
        ("/p/card/", 400, "picture"), ("/p/card", 404, ""), ("/p/card/..%2F..%2Fetc%2Fpasswd", 404, "picture"),
        ("/p/card/http://example.org/a.jpg", 403, "--allow-host"), ("/p/card/library:meme-1", 404, "picture"),
        ("/p/card/../x", 404, "picture"),
    ])
    func othersAreNotFound(target: String, status: Int, words: String) async throws {
        try await Self.run { server in
            let reply = try await server.get(target)
            #expect(reply.status == status)
            #expect(reply.text.contains(words), "\(reply.text)")
        }
    }

    @Test func nameOfAPictureAddsNoOptions() async throws {
        try await Self.run { server in
            let reply = try await server.get("/p/small/32x24/filters:quality(1)/a.jpg")
            #expect(try TestPicture.header(of: reply.body).size == .square(10))
            #expect(try await server.get("/p/small/32x24/in/a%20b.jpg").status == 404)
        }
    }

    @Test(arguments: [
        ["card"], ["=32x32"], ["a b=32x32"], ["card=32x32", "card=16x16"], ["card=filters:sepia()"],
        ["card=what/32x32"],
        ["card=32x32/filters:quality(80)/more"],
    ])
    func wrongPresetStopsTheStart(presets: [String]) async throws {
        await #expect(throws: StartupError.self) {
            try await RunningServer.with(try TemporaryFolder(), { $0.presets = presets }) { _ in }
        }
    }
}
