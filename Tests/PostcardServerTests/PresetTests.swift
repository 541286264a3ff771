import Foundation
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
    func `a preset needs no signature`(name: String, width: Int, height: Int, mediaType: String) async throws {
        try await Self.run { server in
            let reply = try await server.get("/p/\(name)/in/a%20b.jpg")
            expectEqual(reply.status, 200)
            expectEqual(reply["Content-Type"], mediaType)
            try expectEqual(TestPicture.header(of: reply.body).size, PixelSize(width: width, height: height))
            let again = try await server.get("/p/\(name)/in/a%20b.jpg", ["If-None-Match": reply["ETag"] ?? ""])
            #expect(again.status == 304)
        }
    }

    @Test(arguments: [
        ("/p/none/in/a%20b.jpg", 404, "Preset not found: \\\"none\\\""),
        ("/p/card/missing.jpg", 404, "Picture not found"),
        ("/p/card/", 400, "picture"), ("/p/card", 404, ""),
        ("/p/card/..%2F..%2Fetc%2Fpasswd", 404, "Picture not found"),
        ("/p/card/http://example.org/a.jpg", 403, "--allow-host"), ("/p/card/library:meme-1", 404, "Picture not found"),
        ("/p/card/../x", 404, "Picture not found"),
    ])
    func `other presets are not found`(target: String, status: Int, words: String) async throws {
        try await Self.run { server in
            let reply = try await server.get(target)
            #expect(reply.status == status)
            #expect(words.isEmpty || reply.text.contains(words), "\(reply.text)")
        }
    }

    @Test func `a picture's name can't add options`() async throws {
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
    func `an invalid preset prevents the start`(presets: [String]) async throws {
        await #expect(throws: StartupError.self) {
            try await RunningServer.with(try TemporaryFolder(), { $0.presets = presets }) { _ in }
        }
    }

    /// Presets of both schemes, for pictures under `web/` on the origin, which redirects URLs with `to=`.
    @Test(
        arguments: [("old", "/web/b.jpg", 200), ("old", "/secret/b.jpg", 403), ("new", "/web/b.jpg", 200)]
            + [("new", "/secret/b.jpg", 403), ("old:new", "/web/b.jpg", 404), ("all", "/secret/b.jpg", 200)])
    func `a redirect or link can't lead outside a preset's sources`(
        preset: String, location: String, status: Int
    ) async throws {
        let picture = try TestPicture.jpeg()
        let origin = try await TestHTTPServer { request in
            guard let location = request.query["to"] else { return TestHTTPReply(body: picture) }
            return TestHTTPReply(status: 302, headers: [(name: "Location", value: location)])
        }
        let folder = try TemporaryFolder()
        for name in ["web/a.jpg", "web/b.jpg", "secret/b.jpg", "logo.png"] { try folder.write(picture, as: name) }
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("web/link.jpg"), withDestinationPath: "..\(location)")
        try await RunningServer.with(
            folder,
            {
                $0.allowsUnsigned = false
                $0.allowedHosts = ["127.0.0.1:\(origin.port)"]
                $0.allowsPrivateAddresses = true
                let scope = "\(origin.address)/web/ web/"
                $0.presets = [
                    "old=20x20/filters:watermark(logo.png,0,0,0) \(scope)", "new=w:20 \(scope)", "all=10x10",
                ]
            }
        ) { server in
            let reply = try await server.get("/p/\(preset)/\(origin.address)/web/a.jpg?to=\(location)")
            #expect(reply.status == status, "\(reply.text.prefix(200))")
            #expect(try await server.get("/p/\(preset)/web/link.jpg").status == status)
            #expect(
                try await server.get("/p/\(preset)/secret/b.jpg").status
                    == (preset == "all" ? 200 : status == 404 ? 404 : 403))
        }
        await origin.stop()
    }
}
