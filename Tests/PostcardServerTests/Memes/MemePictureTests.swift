import NIOHTTP1
import PostcardFixtures
import PostcardImaging
import PostcardServer
import PostcardTestSupport
import Testing

/// The template verdict has 1200 × 1000 pixels and places for two texts.
@Suite struct MemePictureTests {
    private static func run(_ test: (RunningServer) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        try folder.write(try TestPicture.jpeg(), as: "in/a.jpg")
        try folder.write(Fixture.small("gif-disposal-2.gif").bytes, as: "moves.gif")
        try await RunningServer.with(folder, do: test)
    }

    @Test(arguments: [
        ("png", "image/png"), ("jpg", "image/jpeg"), ("jpeg", "image/jpeg"), ("webp", "image/webp"),
        ("gif", "image/gif"), ("avif", "image/avif"),
    ])
    func extensionNamesTheFormat(name: String, mediaType: String) async throws {
        try await Self.run { server in
            let reply = try await server.get("/images/verdict/No/Yes.\(name)?width=60", ["Accept": "image/webp"])
            #expect(reply.status == 200)
            #expect(reply["Content-Type"] == mediaType)
            #expect(reply["Vary"] == nil)
            #expect(try TestPicture.header(of: reply.body).format.mediaType == mediaType)
        }
    }

    @Test(arguments: [
        ("", 600, 500), ("?width=60", 60, 50), ("?height=60", 72, 60), ("?width=60&height=60", 60, 60),
        ("?width=30&height=90", 30, 90), ("?width=0&height=10", 12, 10),
    ])
    func sizeIsThatOfMemegen(query: String, width: Int, height: Int) async throws {
        try await Self.run { server in
            let reply = try await server.get("/images/verdict/No/Yes.jpg\(query)")
            #expect(try TestPicture.header(of: reply.body).size == PixelSize(width: width, height: height))
        }
    }

    @Test func wordsMakeADifference() async throws {
        try await Self.run { server in
            var seen: Set<[UInt8]> = []
            let paths = [
                "verdict.png", "verdict/No/Yes.png", "verdict/No/No.png", "verdict/No.png", "verdict/_/No.png",
                "verdict/No/Yes.png?color=red", "verdict/No/Yes.png?color=fff,000", "verdict/No/Yes.png?layout=top",
                "custom/No/Yes.png?background=in/a.jpg",
                "custom/No/Yes.png?background=in/a.jpg&style=band", "custom/No.png?background=in/a.jpg&style=poster",
            ]
            for path in paths {
                let reply = try await server.get("/images/\(path)\(path.contains("?") ? "&" : "?")width=60")
                #expect(reply.status == 200, "\(path): \(reply.text.prefix(200))")
                #expect(seen.insert(reply.body).inserted, "\(path)")
            }
        }
    }

    @Test func surplusLinesAndDefaultsMakeNone() async throws {
        try await Self.run { server in
            let usual = try await server.get("/images/verdict/No/Yes.png?width=60").body
            for path in [
                "verdict/No/Yes/More.png", "verdict/No/Yes.png?style=default", "verdict/No/Yes.png?layout=default",
                "verdict/No/Yes.png?font=thick", "verdict/No/Yes.png?font=impact",
                "verdict/No/Yes.png?token=x&frames=3",
            ] {
                let target = "/images/\(path)\(path.contains("?") ? "&" : "?")width=60"
                #expect(try await server.get(target).body == usual, "\(path)")
            }
        }
    }

    @Test(arguments: [
        ("nothing/a.png", 404, "There is no template"), ("nothing.png", 404, "template"),
        ("nothing/a", 404, "template"),
        ("..%2F..%2Fetc/a.png", 404, "template"), ("verdict/a.exe", 422, "exe"), ("verdict/a.tiff", 422, "tiff"),
        ("verdict/a.png?style=other", 422, "style"), ("custom/a.png?background=in/a.jpg&style=other", 422, "style"),
        ("verdict/a.png?font=none-such", 422, "/fonts"), ("verdict/a.png?color=noir", 422, "colour"),
        ("verdict/a.png?color=red,red,red", 422, "two colours"), ("verdict/a.png?layout=left", 422, "layout"),
        ("verdict/a.png?width=9", 422, "width"), ("verdict/a.png?height=-5", 422, "height"),
        ("verdict/a.png?width=x", 422, "width"), ("verdict/a.png?width=20000&height=20000", 422, ""),
        ("verdict/a.png?scale=9", 422, "scale"), ("verdict/a.png?center=2,2", 422, "center"),
        ("custom/a.png", 422, "background"), ("custom/a.png?background=missing.jpg", 404, "picture"),
        ("custom/a.png?background=http://169.254.169.254/a.png", 403, "--allow-host"),
        ("custom/a.png?background=..%2F..%2Fetc%2Fpasswd", 404, "picture"), ("custom", 405, "POST"),
        ("verdict/\(String(repeating: "a", count: 201)).png", 414, "200 bytes"),
    ])
    func whatIsWrongHasTheStatusOfMemegen(path: String, status: Int, words: String) async throws {
        try await Self.run { server in
            let reply = try await server.get("/images/\(path)")
            #expect(reply.status == status)
            #expect(reply["Content-Type"] == "application/problem+json")
            #expect(reply.text.contains(words), "\(reply.text)")
        }
    }

    @Test(arguments: [
        ("verdict/with-dashes/a%2Fb.png", 301, "/images/verdict/with_dashes/a~sb.png"),
        ("verdict/no%20underscore.jpg?width=90", 301, "/images/verdict/no_underscore.jpg?width=90"),
        ("verdict/%E6%97%A5%3F/_.png", 301, "/images/verdict/%E6%97%A5~q.png"),
        ("verdict/a/b", 302, "/images/verdict/a/b.png"), ("verdict/wait...", 302, "/images/verdict/wait....png"),
        ("leaking-boat", 302, "/images/leaking-boat/Production_is_down/At_least_the_tea_is_hot.png"),
    ])
    func otherSpellingsLeadToTheUsualOne(path: String, status: Int, location: String) async throws {
        try await Self.run { server in
            let reply = try await server.get("/images/\(path)")
            #expect(reply.status == status)
            #expect(reply["Location"] == location)
            let small = location + (location.contains("?") ? "" : "?width=60")
            #expect(try await server.get(small).status == 200)
        }
    }

    @Test func memeHasATagAndNoBodyForHead() async throws {
        try await Self.run { server in
            let whole = try await server.get("/images/verdict/No/Yes.jpg?width=60")
            let tag = try #require(whole["ETag"])
            let again = try await server.get("/images/verdict/No/Yes.jpg?width=60", ["If-None-Match": tag])
            #expect(again.status == 304)
            let head = try await server.get("/images/verdict/No/Yes.jpg?width=60", method: .HEAD)
            #expect(head["Content-Length"] == "\(whole.body.count)")
            #expect(head.body.isEmpty)
            #expect(head["Cache-Control"] == "public, max-age=86400")
            #expect(try await server.get("/images/verdict/No/Yes!.jpg?width=60")["ETag"] != tag)
        }
    }

    /// Of a parameter that comes twice the first value counts.
    @Test func everyMeaningHasATagOfItsOwn() async throws {
        try await Self.run { server in
            func tag(_ query: String) async throws -> String {
                try #require(try await server.get("/images/verdict/No.png?width=60&\(query)")["ETag"])
            }
            let both = try await tag("color=red,blue")
            #expect(try await tag("color=red&color=blue") != both)
            #expect(try await tag("color=red&color=blue") == tag("color=red"))
            #expect(try await tag("color=&color=red") == tag("color=red"))
            #expect(try await tag("color=,red") != tag("color=red"))
            #expect(try await tag("layout=top&layout=default") == tag("layout=top"))
        }
    }

    @Test func memeIsMadeOnce() async throws {
        let folder = try TemporaryFolder()
        try await RunningServer.with(folder, { $0.cache = folder.path("cache") }) { server in
            let first = try await server.get("/images/verdict/No/Yes.jpg?width=60").body
            #expect(try await server.get("/images/verdict/No/Yes.jpg?width=60").body == first)
            let metrics = try await server.get("/metrics").text
            #expect(metrics.contains("postcard_cache_misses_total 1\n"))
            #expect(metrics.contains("postcard_cache_hits_total 1\n"))
            #expect(metrics.contains("{route=\"memes\",status=\"200\"} 2\n"))
        }
    }

    @Test func movingPictureKeepsMoving() async throws {
        try await Self.run { server in
            let reply = try await server.get("/images/custom/Hi.gif?background=moves.gif&width=32")
            let original = try AnimatedImage(decoding: Fixture.small("gif-disposal-2.gif").bytes)
            #expect(try AnimatedImage(decoding: reply.body).frameCount == original.frameCount)
        }
    }

    @Test func picturesOfAllowedHostsLieBeneathAndUpon() async throws {
        let picture = try Image(size: .square(40), fill: Color(red: 250, green: 0, blue: 0)).encoded(.png)
        let origin = try await TestHTTPServer { _ in TestHTTPReply(body: picture) }
        try await RunningServer.with(
            try TemporaryFolder(),
            {
                $0.allowedHosts = ["127.0.0.1:\(origin.port)"]
                $0.allowsPrivateAddresses = true
            }
        ) { server in
            let address = "\(origin.address)/a.png"
            let beneath = try Image(
                decoding: try await server.get("/images/custom/Hi.png?background=\(address)&width=200").body)
            #expect(beneath.size == .square(200))
            #expect(beneath[100, 100] == Color(red: 250, green: 0, blue: 0))
            // 120 × 100 pixels; the middle of the overlay is where the parameter says.
            let upon = try Image(
                decoding: try await server.get(
                    "/images/verdict.png?style=\(address)&center=0.5,0.4&scale=0.2&width=120"
                ).body)
            #expect(upon[60, 40] == Color(red: 250, green: 0, blue: 0))
            #expect(upon[60, 80] != Color(red: 250, green: 0, blue: 0))
        }
        await origin.stop()
    }
}
