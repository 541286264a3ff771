import NIOHTTP1
import PostcardFixtures
import PostcardImaging
import PostcardServer
import PostcardTestSupport
import Testing

/// The verdict template has 1200 × 1000 pixels and slots for two texts.
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
    func `the file extension sets the format`(name: String, mediaType: String) async throws {
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
    func `the size is the same as in memegen`(query: String, width: Int, height: Int) async throws {
        try await Self.run { server in
            let reply = try await server.get("/images/verdict/No/Yes.jpg\(query)")
            #expect(try TestPicture.header(of: reply.body).size == PixelSize(width: width, height: height))
        }
    }

    @Test func `the text changes the picture`() async throws {
        try await Self.run { server in
            var seen: Set<[UInt8]> = []
            let paths = [
                "verdict.png", "verdict/No/Yes.png", "verdict/No/No.png", "verdict/No.png", "verdict/_/No.png",
                "verdict/No/Yes.png?color=red", "verdict/No/Yes.png?color=fff,000", "verdict/No/Yes.png?layout=top",
                "verdict/No/Yes.png?vertical=true", "verdict/No/Yes.png?bubble=0.5,0.5",
                "verdict/No/Yes.png?effect=rainbow", "verdict/No/Yes.png?effect=rainbow,deep-fried",
                "verdict/No/Yes.png?effect=arc", "verdict/No/Yes.png?effect=arc,rainbow",
                "custom/No/Yes.png?background=in/a.jpg&bubble=0.3,0.3",
                "custom/No/Yes.png?background=in/a.jpg&bubble=0.3,0.3,0.7,0.7",
                "custom/No/Yes/Why.png?background=in/a.jpg&bubble=0.3,0.3",
                "custom/No/Yes.png?background=in/a.jpg",
                "custom/No/Yes.png?background=in/a.jpg&vertical=true",
                "custom/No/Yes.png?background=in/a.jpg&style=band", "custom/No.png?background=in/a.jpg&style=poster",
            ]
            for path in paths {
                let reply = try await server.get("/images/\(path)\(path.contains("?") ? "&" : "?")width=60")
                #expect(reply.status == 200, "\(path): \(reply.text.prefix(200))")
                #expect(seen.insert(reply.body).inserted, "\(path)")
            }
        }
    }

    /// Underscores are doubled in URLs, and slashes are ~s.
    @Test func `marks are applied unless the URL contains plain`() async throws {
        try await Self.run { server in
            var seen: Set<[UInt8]> = []
            for line in ["a_b", "*a*_b", "__a__-b", "[red]a[~s]_b", "*a*_b.png?plain=true", "__a__-b.png?plain=1"] {
                let path = line.contains("?") ? line : "\(line).png?plain=false"
                let reply = try await server.get("/images/verdict/_/\(path)&width=60")
                #expect(reply.status == 200, "\(path): \(reply.text.prefix(200))")
                #expect(seen.insert(reply.body).inserted, "\(path)")
            }
            let snake = try await server.get("/images/verdict/snake__case__name.png?width=60").body
            #expect(try await server.get("/images/verdict/snake__case__name.png?width=60&plain=true").body == snake)
        }
    }

    @Test func `extra lines and default values do not change the picture`() async throws {
        try await Self.run { server in
            let usual = try await server.get("/images/verdict/No/Yes.png?width=60").body
            for path in [
                "verdict/No/Yes/More.png", "verdict/No/Yes.png?style=default", "verdict/No/Yes.png?layout=default",
                "verdict/No/Yes.png?font=thick", "verdict/No/Yes.png?font=impact",
                "verdict/No/Yes.png?token=x&frames=3", "verdict/No/Yes.png?layout=bottom&scale=9&center=2,2",
                "verdict/No/Yes.png?font=string&style=string", "verdict/No/Yes.png?font=comic",
            ] {
                let target = "/images/\(path)\(path.contains("?") ? "&" : "?")width=60"
                #expect(try await server.get(target).body == usual, "\(path)")
            }
        }
    }

    @Test(arguments: [
        ("nothing/a.png", 404, "Template not found"), ("nothing.png", 404, "template"),
        ("nothing/a", 404, "template"),
        ("..%2F..%2Fetc/a.png", 404, "template"), ("verdict/a.exe", 422, "exe"), ("verdict/a.tiff", 422, "tiff"),
        ("verdict/a.png?style=other", 422, "style"), ("custom/a.png?background=in/a.jpg&style=other", 422, "style"),
        ("verdict/a.png?effect=neon", 422, "deep-fried"), ("verdict/a.png?bubble=left", 422, "x,y"),
        ("verdict/a.png?bubble=0.1,0.1,0.2", 422, "x,y"),
        ("verdict/a/b.png?bubble=0.1,0.1,0.2,0.2,0.3,0.3", 422, "one for each"),
        ("verdict/a.png?font=none-such", 422, "/fonts"), ("verdict/a.png?color=noir", 422, "color"),
        ("verdict/a.png?width=9", 422, "width"), ("verdict/a.png?height=-5", 422, "height"),
        ("verdict/a.png?width=x", 422, "width"), ("verdict/a.png?width=20000&height=20000", 422, ""),
        ("custom/a.png", 422, "background"), ("custom/a.png?background=missing.jpg", 415, "Picture not found"),
        ("custom/a.png?background=http://169.254.169.254/a.png", 415, "--allow-host"),
        ("custom/a.png?background=..%2F..%2Fetc%2Fpasswd", 415, "Picture not found"), ("custom", 405, "POST"),
        ("verdict/\(String(repeating: "a", count: 201)).png", 414, "200 bytes"),
    ])
    func `errors have the same status as in memegen`(path: String, status: Int, words: String) async throws {
        try await Self.run { server in
            let reply = try await server.get("/images/\(path)", ["Accept": "application/json"])
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
    func `other spellings redirect to the usual one`(path: String, status: Int, location: String) async throws {
        try await Self.run { server in
            let reply = try await server.get("/images/\(path)")
            #expect(reply.status == status)
            #expect(reply["Location"] == location)
            let small = location + (location.contains("?") ? "" : "?width=60")
            #expect(try await server.get(small).status == 200)
        }
    }

    @Test(arguments: [
        ("nothing/a.png", 404, "image/png"), ("verdict/a.exe", 422, "image/png"),
        ("verdict/a.jpg?width=9", 422, "image/jpeg"), ("verdict/a.gif?font=none-such", 422, "image/gif"),
        ("custom/a.webp?background=missing.jpg", 415, "image/webp"), ("nothing/a", 404, "image/png"),
        ("string/a.png", 200, "image/png"), ("custom/a.jpg?background=string", 200, "image/jpeg"),
        ("verdict/\(String(repeating: "a", count: 201)).jpg", 414, "image/jpeg"),
    ])
    func `clients that do not want JSON get errors as pictures`(
        path: String, status: Int, mediaType: String
    ) async throws {
        try await Self.run { server in
            for accept in ["*/*", "image/webp,image/*,*/*;q=0.8"] {
                let reply = try await server.get("/images/\(path)", ["Accept": accept])
                expectEqual(reply.status, status)
                expectEqual(reply["Content-Type"], mediaType)
                expectEqual(reply["Cache-Control"], "no-store")
                let header = try TestPicture.header(of: reply.body)
                #expect(header.format.mediaType == mediaType)
                #expect(header.size == PixelSize(width: 600, height: 400))
            }
        }
    }

    @Test(arguments: [
        ("verdict/test.jpg/", 302, "/images/verdict/test.jpg"),
        ("verdict/a.png?watermark=x&width=9", 302, "/images/verdict/a.png?width=9"),
        ("verdict/a/b.png?style=animated&width=90", 301, "/images/verdict/a/b.gif?width=90"),
        ("verdict.png?style=animated", 301, "/images/verdict.gif"),
        ("verdict/fish_&_chips.png", 301, "/images/verdict/fish_~a_chips.png"),
        ("verdict/a=b&c=d.png", 301, "/images/verdict/a%3Db~ac%3Dd.png"),
        ("verdict/a//b.png", 301, "/images/verdict/a/_/b.png"),
        ("verdict/it%E2%80%99s/%E2%80%9Cok%E2%80%9D.png", 301, "/images/verdict/it%27s/%27%27ok%27%27.png"),
        ("verdict/1%E2%80%932.png", 301, "/images/verdict/1--2.png"),
    ])
    func `other spellings redirect to the canonical one`(path: String, status: Int, location: String) async throws {
        try await Self.run { server in
            let reply = try await server.get("/images/\(path)")
            #expect(reply.status == status)
            #expect(reply["Location"] == location)
        }
    }

    @Test(arguments: [
        "/verdict.png", "/verdict", "/verdict/No.jpg", "/images/preview.jpg?template=verdict&text[]=No",
    ])
    func `URLs of memegen's first version and of its editors' previews are unknown`(target: String) async throws {
        try await Self.run { server in
            let reply = try await server.get(target)
            #expect(reply.status == 404)
        }
    }

    @Test(arguments: [
        ("", 200), ("?status=201", 201), ("?status=404", 404), ("?status=204", 200), ("?status=500", 200),
        ("?status=302", 200), ("?status=x", 200), ("?status=99999999999999999999", 200),
    ])
    func `the URL can set the status`(query: String, status: Int) async throws {
        try await Self.run { server in
            let reply = try await server.get("/images/verdict/No.png\(query)")
            #expect(reply.status == status)
            #expect(reply["Content-Type"] == "image/png")
        }
    }

    @Test(arguments: [
        // Two lines appear one after the other; with one line or none, the image is still.
        ("verdict/No/Yes.gif", [1_200, 2_400, 2_400]), ("verdict/No.gif", []), ("verdict.gif", []),
        ("verdict/No/Yes.gif?start=0.5", [2_500, 2_500]), ("verdict/No.gif?start=0.5&stop=0.7", [2_500, 1_250, 1_250]),
        ("verdict/No/Yes.gif?start=0,0.5", [2_500, 2_500]), ("verdict/_/Yes.gif?start=0,0.5", [2_500, 2_500]),
        ("verdict/No/Yes.gif?frames=2", [2_400, 2_400]), ("verdict/No/Yes.gif?start=x", [1_200, 2_400, 2_400]),
        ("verdict/No/Yes.gif?start=nan,inf", [1_200, 2_400, 2_400]),
        ("verdict/No/Yes.gif?frames=-1", [1_200, 2_400, 2_400]),
    ])
    func `lines of a GIF appear and disappear`(path: String, delays: [Int]) async throws {
        try await Self.run { server in
            let reply = try await server.get("/images/\(path)\(path.contains("?") ? "&" : "?")width=60")
            let animation = try AnimatedImage(decoding: reply.body)
            #expect(animation.delays == (delays.isEmpty ? [0] : delays))
            var frames = try animation.frames()
            var seen: [[UInt8]] = []
            while let frame = try frames.next() { seen.append(try frame.image.encoded(as: .png)) }
            for (one, next) in zip(seen, seen.dropFirst()) { #expect(one != next) }
        }
    }

    @Test(arguments: [("gif", 1, 1), ("gif", 2, 2), ("gif", 1_000_000, 0), ("webp", 2, 2), ("webp", 0, 0)])
    func `frames of an animation are dropped evenly, and its duration stays the same`(
        format: String, most: Int, count: Int
    ) async throws {
        try await Self.run { server in
            let original = try AnimatedImage(decoding: Fixture.small("gif-disposal-2.gif").bytes)
            let reply = try await server.get("/images/custom/Hi.\(format)?background=moves.gif&width=32&frames=\(most)")
            #expect(reply["Content-Type"] == "image/\(format)")
            let animation = try AnimatedImage(decoding: reply.body)
            #expect(animation.frameCount == (count == 0 ? original.frameCount : count))
            let duration = original.delays.reduce(0, +)
            #expect(animation.delays.reduce(0, +) == duration)
        }
    }

    @Test func `a meme has an entity tag, and no body for HEAD`() async throws {
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

    /// For a repeated parameter, the first value is used.
    @Test func `every distinct meme has its own entity tag`() async throws {
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

    @Test func `a meme is rendered once`() async throws {
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

    @Test func `an animation stays animated`() async throws {
        try await Self.run { server in
            let reply = try await server.get("/images/custom/Hi.gif?background=moves.gif&width=32")
            let original = try AnimatedImage(decoding: Fixture.small("gif-disposal-2.gif").bytes)
            #expect(try AnimatedImage(decoding: reply.body).frameCount == original.frameCount)
        }
    }

    @Test func `pictures from allowed hosts can be base images and overlays`() async throws {
        let picture = try Image(size: .square(40), fill: Color(red: 250, green: 0, blue: 0)).encoded(as: .png)
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
            // The meme has 120 × 100 pixels, and `center` sets the center of the overlay.
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
