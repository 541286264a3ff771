import PostcardCrypto
import Foundation
import NIOHTTP1
import PostcardCore
import PostcardFixtures
import PostcardImaging
import PostcardServer
import PostcardTestSupport
import Testing

/// The picture is 64 × 48, red from left to right and green from top to bottom.
@Suite struct ImgproxyServiceTests {
    private static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write(try TestPicture.gradient().encoded(as: .png), as: "a.png")
        try folder.write(try TestPicture.jpeg(), as: "in/a b.jpg")
        try folder.write(try Image(size: .square(8), fill: .white).encoded(as: .png), as: "logo.png")
        try folder.write(try Image(size: .square(10), fill: .black).encoded(as: .png), as: "instead.png")
        try folder.write(Array("no picture".utf8), as: "text.jpg")
        try folder.write(Fixture.small("gif-disposal-2.gif").bytes, as: "moves.gif")
        var framed = try Image(size: PixelSize(width: 40, height: 30), fill: .white)
        try framed.draw(try Image(size: PixelSize(width: 10, height: 6), fill: .black), x: 4, y: 8)
        try folder.write(try framed.encoded(as: .png), as: "framed.png")
        return folder
    }

    private static func run(
        _ change: (inout ServerConfiguration) -> Void = { _ in }, _ test: (RunningServer) async throws -> Void
    ) async throws {
        try await RunningServer.with(try folder(), { change(&$0) }, do: test)
    }

    private static func image(_ server: RunningServer, _ options: String, _ name: String = "a.png") async throws
        -> Image
    {
        let reply = try await server.get("/insecure/\(options)/plain/\(name)")
        try #require(reply.status == 200, "\(reply.text.prefix(300))")
        return try Image(decoding: reply.body)
    }

    @Test func `the gravity determines the cropped part`() async throws {
        let whole = try TestPicture.gradient()
        try await Self.run { server async throws in
            let left = try await Self.image(server, "c:10:48:we")
            #expect(left.size == PixelSize(width: 10, height: 48))
            #expect(left[0, 0] == whole[0, 0])
            let corner = try await Self.image(server, "rs:fill:24:48/g:ea:3:0")
            #expect(corner[23, 47] == whole[60, 47])
            let turned = try await Self.image(server, "rot:90/c:5:5:nowe")
            #expect(turned[0, 0] == whole[0, 47])
            let mirrored = try await Self.image(server, "fl:1:1/c:1:1:soea")
            #expect(mirrored[0, 0] == whole[0, 0])
        }
    }

    @Test func `edges of one color are trimmed, by equal amounts if requested`() async throws {
        try await Self.run { server async throws in
            try await expectEqual(Self.image(server, "t:10", "framed.png").size, PixelSize(width: 10, height: 6))
            try await expectEqual(Self.image(server, "t:10:fff", "framed.png").size, PixelSize(width: 10, height: 6))
            try await expectEqual(Self.image(server, "t:10:000", "framed.png").size, PixelSize(width: 40, height: 30))
            // The edges have 4 pixels on the left, 26 on the right, 8 at the top and 16 at the bottom.
            #expect(try await Self.image(server, "t:10::1:1", "framed.png").size == PixelSize(width: 32, height: 14))
        }
    }

    @Test func `canvases are transparent, or have the background color`() async throws {
        try await Self.run { server async throws in
            let clear = try await Self.image(server, "rs:fit:32:32:0:1/pd:4")
            expectEqual(clear.size, .square(40))
            expectEqual(clear[0, 0].alpha, 0)
            expectEqual(clear[20, 20].alpha, 255)
            let red = try await Self.image(server, "rs:fit:32:32:0:1:nowe/bg:ff0000")
            #expect(red[31, 31] == Color(red: 255, green: 0, blue: 0))
            #expect(red[0, 0] != Color(red: 255, green: 0, blue: 0))
        }
    }

    @Test(arguments: [
        ("wm:1:nowe", 0, 0), ("wm:1:soea", 60, 44), ("wm:1:no:0:10", 32, 14), ("wm:1:soea:2:4", 58, 40),
        ("wm:1", 32, 24),
        ("wm:1:re:8:8", 32, 24), ("wm:1:nowe:-4:-4", 2, 2),
    ])
    func `the watermark in the settings is drawn at the requested position`(option: String, x: Int, y: Int) async throws
    {
        try await Self.run({ $0.watermark = "logo.png" }) { server async throws in
            let image = try await Self.image(server, option)
            #expect(image[x, y] == .white)
            let plain = try await Self.image(server, "wm:0")
            #expect(plain[x, y] != .white)
        }
    }

    @Test func `an error reports that the service has no watermark`() async throws {
        try await Self.run { server async throws in
            let reply = try await server.get("/insecure/wm:1/plain/a.png")
            #expect(reply.status == 400)
            #expect(reply.text.contains("--watermark"))
        }
    }

    @Test(arguments: ["jpg", "webp", "avif"])
    func `the highest quality within max_bytes is found`(format: String) async throws {
        try await Self.run { server async throws in
            let path = "w:640/el:1/pix:1"
            let large = try await server.get("/insecure/\(path)/q:95/plain/in/a%20b.jpg@\(format)")
            let limit = large.body.count * 2 / 3
            let small = try await server.get("/insecure/\(path)/q:95/mb:\(limit)/plain/in/a%20b.jpg@\(format)")
            #expect(small.status == 200)
            #expect(small.body.count <= limit)
            // A result below half the limit would mean a coarse search.
            #expect(small.body.count > limit / 2)
        }
    }

    @Test func `a JPEG is progressive if requested`() async throws {
        func isProgressive(_ file: [UInt8]) -> Bool { zip(file, file.dropFirst()).contains { $0 == (0xFF, 0xC2) } }
        try await Self.run({ $0.writesProgressiveJPEG = true }) { server async throws in
            #expect(try await isProgressive(server.get("/insecure/w:32/plain/in/a%20b.jpg").body))
            #expect(try await isProgressive(server.get("/unsafe/32x/in/a%20b.jpg").body))
            #expect(try await !isProgressive(server.get("/insecure/w:32/jpgo:0/plain/in/a%20b.jpg").body))
        }
        try await Self.run { server async throws in
            #expect(try await !isProgressive(server.get("/insecure/w:32/plain/in/a%20b.jpg").body))
            #expect(try await isProgressive(server.get("/insecure/w:32/jpgo:1/plain/in/a%20b.jpg").body))
        }
    }

    @Test(arguments: [
        ("image/avif,image/webp,*/*", "image/avif"), ("image/webp,*/*", "image/webp"), ("*/*", "image/jpeg"),
        ("image/avif;q=0.5,image/webp,*/*", "image/webp"), ("image/jpeg", "image/jpeg"),
    ])
    func `of the formats in the settings, clients get the best they accept`(accept: String, type: String) async throws {
        try await Self.run({ $0.formats = [.avif, .webp] }) { server async throws in
            for target in ["/insecure/w:32/plain/in/a%20b.jpg", "/unsafe/32x/in/a%20b.jpg"] {
                let reply = try await server.get(target, ["Accept": accept])
                #expect(reply["Content-Type"] == type)
                #expect(reply["Vary"]?.contains("Accept") == true)
            }
        }
    }

    @Test func `the quality of a format comes from the settings`() async throws {
        var sizes: [Int] = []
        for quality in ["jpeg=20", "jpeg=95"] {
            try await Self.run({ $0.qualities = [quality] }) { server async throws in
                sizes.append(try await server.get("/insecure/w:64/plain/in/a%20b.jpg").body.count)
                let own = try await server.get("/insecure/q:50/plain/in/a%20b.jpg").body
                let other = try await server.get("/insecure/fq:jpg:50/plain/in/a%20b.jpg").body
                #expect(own == other)
            }
        }
        #expect(sizes[0] < sizes[1])
    }

    @Test func `client hints are used if the settings allow them`() async throws {
        let hints: HTTPHeaders = ["Sec-CH-DPR": "2", "Sec-CH-Width": "40"]
        try await Self.run({
            $0.usesClientHints = true; $0.presets = ["half=w:10"]
        }) { server async throws in
            for _ in 1...2 {
                let reply = try await server.get("/insecure/f:png/plain/a.png", hints)
                try expectEqual(TestPicture.header(of: reply.body).size.width, 40)
                expectEqual(reply["Vary"]?.contains("Sec-CH-DPR"), true)
                expectEqual(reply["Accept-CH"], "Sec-CH-DPR, Sec-CH-Width")
                // A result cached for one screen is not sent to another.
                let plain = try await server.get("/insecure/f:png/plain/a.png")
                #expect(try TestPicture.header(of: plain.body).size.width == 64)
            }
            let preset = try await server.get("/p/half/a.png", hints)
            #expect(try TestPicture.header(of: preset.body).size.width == 20)
        }
        try await Self.run { server async throws in
            let reply = try await server.get("/insecure/f:png/plain/a.png", hints)
            #expect(try TestPicture.header(of: reply.body).size.width == 64)
            #expect(reply["Accept-CH"] == nil)
        }
    }

    @Test func `the fallback replaces missing and unreadable pictures`() async throws {
        try await Self.run({ $0.fallback = "instead.png" }) { server async throws in
            for name in ["none.png", "text.jpg"] {
                for target in ["/insecure/w:5/plain/\(name)", "/unsafe/5x5/\(name)"] {
                    let reply = try await server.get(target)
                    expectEqual(reply.status, 200)
                    try expectEqual(Image(decoding: reply.body)[2, 2], .black)
                    expectEqual(reply["Cache-Control"], "public, max-age=60")
                }
            }
            // The fallback does not hide errors in the request.
            #expect(try await server.get("/insecure/w:5/none:1/plain/a.png").status == 400)
            #expect(try await server.get("/insecure/plain/http://example.org/a.jpg").status == 403)
        }
    }

    @Test func `files get the name in the URL`() async throws {
        try await Self.run { server async throws in
            for (options, name) in [
                ("fn:photo", "inline; filename=\"photo.webp\""), ("att:1", "attachment; filename=\"a.webp\""),
                ("w:9", "inline; filename=\"a.webp\""),
                ("fn:photo/att:1", "attachment; filename=\"photo.webp\""),
                ("fn:cGhvdG8:1", "inline; filename=\"photo.webp\""),
                ("fn:h%C3%BCtte", "inline; filename=\"h_tte.webp\"; filename*=UTF-8''h%C3%BCtte.webp"),
                (
                    "fn:a%22%0d%0aX-A",
                    "inline; filename=\"a__X-A.webp\"; filename*=UTF-8''a%22%0D%0AX-A.webp"
                ),
            ] {
                let reply = try await server.get("/insecure/\(options)/plain/a.png@webp")
                #expect(reply["Content-Disposition"] == name)
            }
            let reply = try await server.get("/insecure/w:9/plain/in/a%20b.jpg", ["Accept": "image/jpeg"])
            #expect(reply["Content-Disposition"] == "inline; filename=\"a b.jpg\"")
            #expect(try await server.get("/unsafe/9x0/a.png")["Content-Disposition"] == nil)
        }
    }

    @Test(arguments: [("20000x1", "webp", "WebP"), ("70000x1", "jpg", "JPEG"), ("70000x1", "gif", "GIF")])
    func `a side that is too long for the format causes a client error`(
        box: String, format: String, words: String
    ) async throws {
        try await Self.run { server async throws in
            let reply = try await server.get("/unsafe/\(box)/filters:stretch():format(\(format))/a.png")
            #expect(reply.status == 422)
            #expect(reply.text.contains(words), "\(reply.text)")
        }
    }

    @Test func `without a requested format, a format that supports the result's size is used`() async throws {
        let folder = try Self.folder()
        try folder.write(
            Image(size: PixelSize(width: 4, height: 17_000), fill: .black).encoded(as: .png), as: "tall.png")
        try await RunningServer.with(folder, { $0.presets = ["card=w:4"] }) { server async throws in
            for target in ["/unsafe/tall.png", "/insecure/plain/tall.png", "/p/card/tall.png"] {
                // By the second request, the service has learned that WebP does not support the size.
                for _ in 1...2 {
                    let reply = try await server.get(target, ["Accept": "image/avif,image/webp,*/*"])
                    expectEqual(reply.status, 200)
                    expectEqual(reply["Content-Type"], "image/png")
                    try expectEqual(TestPicture.header(of: reply.body).size.height, 17_000)
                }
            }
            let small = try await server.get("/insecure/h:100/plain/tall.png", ["Accept": "image/webp,*/*"])
            #expect(small["Content-Type"] == "image/webp")
            #expect(try await server.get("/insecure/plain/tall.png@webp").status == 422)
        }
    }

    @Test func `an animation stays animated`() async throws {
        try await Self.run { server async throws in
            let reply = try await server.get("/insecure/w:8/pd:2/plain/moves.gif")
            #expect(reply["Content-Type"] == "image/gif")
            let frames = try AnimatedImage(decoding: Fixture.small("gif-disposal-2.gif").bytes).frameCount
            #expect(try AnimatedImage(decoding: reply.body).frameCount == frames)
        }
    }
}

/// Signatures, presets and facts.
@Suite struct ImgproxyAccessTests {
    /// The key, the salt and the signature from an example in imgproxy's documentation.
    private static let key = "943b421c9eb07c830af81030552c86009268de4e532ba2ee2eab8247c6da0881"
    private static let salt = "520f986b998545b4785e0defbc4f3c1203f22de2374a3d53cb7a7fe9fea309c5"
    private static let documented =
        "/m3k5QADfcKPDj-SDI2AIogZbC3FlAXszuwhtWXYqavc/rs:fit:300:300/plain/http://img.example.com/pretty/image.jpg"

    private static let shortKey: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]

    private static func signed(_ path: String, key: [UInt8], salt: [UInt8], below start: String = "") -> String {
        let text = Array("\(start)/\(path)".utf8)
        let code = HMAC<SHA256>.authenticationCode(for: salt + text, using: SymmetricKey(data: key))
        return "\(start)/\(Base64.urlSafe.encode(Array(code)))/\(path)"
    }

    private static func run(
        _ change: (inout ServerConfiguration) -> Void = { _ in }, _ test: (RunningServer) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        try folder.write(try TestPicture.jpeg(), as: "paris/a.jpg")
        try folder.write(try TestPicture.jpeg(), as: "b.jpg")
        try await RunningServer.with(
            folder,
            {
                $0.allowsUnsigned = false
                $0.imgproxyKeys = ["0102030405060708:0304", "\(key):\(salt)"]
                change(&$0)
            }, do: test)
    }

    @Test func `the signature in imgproxy's documentation is accepted, and others are rejected`() async throws {
        try await Self.run { server async throws in
            // The URL is signed, but its host is not allowed.
            #expect(try await server.get(Self.documented).text.contains("--allow-host"))
            #expect(
                try await server.get(Self.documented.replacing("300:300", with: "301:300")).text.contains("signature"))
            for key in [Self.shortKey, [3, 4], []] {
                let target = Self.signed("w:9/plain/b.jpg", key: key, salt: [3, 4])
                #expect(try await server.get(target).status == (key == Self.shortKey ? 200 : 403))
            }
            let target = Self.signed("w:9/plain/b.jpg", key: Self.shortKey, salt: [3, 4])
            // As in imgproxy, the query is ignored; otherwise one picture could have any number of URLs.
            let moved = try await server.get("\(target)?v=2")
            #expect(moved.status == 301 && moved["Location"] == target)
            #expect(try await server.get("/insecure/w:9/plain/b.jpg").status == 403)
            #expect(try await server.get("/_/w:9/plain/b.jpg").status == 403)
        }
    }

    @Test(arguments: ["0102", "0102:03:04:", "xy:01", ":01", "012:01", "0102:03"])
    func `an invalid key prevents the start`(key: String) async throws {
        await #expect(throws: StartupError.self) { try await Self.run({ $0.imgproxyKeys = [key] }) { _ in } }
    }

    @Test func `URLs expire at the specified time`() async throws {
        try await Self.run { server async throws in
            let ended = Self.signed("exp:1000/plain/b.jpg", key: Self.shortKey, salt: [3, 4])
            #expect(try await server.get(ended).status == 410)
            let facts = Self.signed("exp:1000/plain/b.jpg", key: Self.shortKey, salt: [3, 4], below: "/info")
            #expect(try await server.get(facts).status == 410)
        }
    }

    @Test func `presets of both schemes work, and imgproxy presets can be chained`() async throws {
        try await Self.run({ $0.presets = ["wide=w:32", "low=q:20/h:5", "old=20x20"] }) { server async throws in
            func size(_ name: String) async throws -> PixelSize {
                try TestPicture.header(of: try await server.get("/p/\(name)/b.jpg").body).size
            }
            try await expectEqual(size("wide"), PixelSize(width: 32, height: 24))
            try await expectEqual(size("old"), .square(20))
            try await expectEqual(size("wide:low"), PixelSize(width: 7, height: 5))
            try await expectEqual(server.get("/p/wide:old/b.jpg").status, 404)
            let signed = Self.signed("pr:wide:low/plain/b.jpg", key: Self.shortKey, salt: [3, 4])
            #expect(try TestPicture.header(of: try await server.get(signed).body).size.height == 5)
        }
    }

    @Test func `a preset shows only the pictures in its scope`() async throws {
        try await Self.run({
            $0.presets = ["city=w:32 paris/ https://example.org", "any=w:16", "all=20x20 paris/"]
        }) { server async throws in
            for (target, status) in [
                ("/p/city/paris/a.jpg", 200), ("/p/city/b.jpg", 403), ("/p/any/b.jpg", 200), ("/p/all/b.jpg", 403),
                ("/p/city/paris/..%2Fb.jpg", 403), ("/p/any:city/b.jpg", 403), ("/p/all/paris/a.jpg", 200),
                ("/p/city/https://example.org.evil.example/a.jpg", 403),
            ] {
                #expect(try await server.get(target).status == status, "\(target)")
            }
            let signed = Self.signed("pr:city/plain/b.jpg", key: Self.shortKey, salt: [3, 4])
            #expect(try await server.get(signed).status == 403)
        }
    }

    @Test(arguments: ["city=", "city= paris/", "city", "city=w:32 a?b"])
    func `a preset without options, or with an invalid prefix, prevents the start`(preset: String) async throws {
        await #expect(throws: StartupError.self) {
            try await Self.run({ $0.presets = [preset] }) { _ in }
        }
    }

    @Test func `facts about a picture do not contain its location`() async throws {
        let folder = try TemporaryFolder()
        var metadata = Metadata()
        metadata.artist = "Ann"
        metadata.model = "Camera 7"
        metadata.position = .init(latitude: 48.85, longitude: 2.35)
        let red = try Image(size: PixelSize(width: 64, height: 48), fill: Color(red: 200, green: 10, blue: 20))
        let file = try red.encoded(as: .jpeg(quality: 95).withMetadata(metadata))
        try folder.write(file, as: "a.jpg")
        try await RunningServer.with(folder, { $0.imgproxyKeys = ["0102030405060708:02"] }) { server async throws in
            let reply = try await server.get("/info/insecure/plain/a.jpg")
            let facts = try JSONDecoder().decode(Facts.self, from: Data(reply.body))
            #expect(facts.width == 64 && facts.height == 48 && facts.size == file.count && facts.format == "jpeg")
            #expect(facts.exif.artist == "Ann" && facts.exif.model == "Camera 7")
            expectEqual(facts.palette.first?.color.hasPrefix("#c8"), true)
            expectEqual(facts.palette.first?.share, 1)
            expectEqual(facts.hashsums.sha256, SHA256.hash(data: file).map { String(format: $0) }.joined())
            #expect(!reply.text.contains("48.8"))
            #expect(
                try await server.get("/info/insecure/plain/a.jpg", ["If-None-Match": reply["ETag"] ?? ""]).status == 304
            )
            #expect(try await server.get("/info/insecure/plain/none.jpg").status == 404)
            let signed = Self.signed("plain/a.jpg", key: Self.shortKey, salt: [2], below: "/info")
            #expect(try await server.get(signed).status == 200)
            #expect(try await server.get("\(signed)?v=2")["Location"] == signed)
            // A picture's URL does not give access to its facts.
            let picture = Self.signed("plain/a.jpg", key: Self.shortKey, salt: [2])
            #expect(try await server.get(picture).status == 200)
            #expect(try await server.get("/info\(picture)").status == 403)
        }
    }

    @Test func `no cache stores facts longer than their URL is valid`() async throws {
        let end = RunningServer.secondsSince1970 + 7_200
        try await Self.run { server async throws in
            let target = Self.signed("exp:\(end)/plain/b.jpg", key: Self.shortKey, salt: [3, 4], below: "/info")
            let reply = try await server.get(target)
            #expect(reply.status == 200)
            let age = try #require(reply["Cache-Control"]?.split(separator: "=").last.flatMap { Int($0) })
            #expect(age == 7_200)
        }
    }

    private struct Facts: Decodable {
        struct EXIF: Decodable { let artist: String, model: String }
        struct Swatch: Decodable { let color: String, share: Double }
        struct Hashes: Decodable { let sha256: String }
        let format: String, width: Int, height: Int, size: Int
        let exif: EXIF
        let palette: [Swatch]
        let hashsums: Hashes
    }
}

extension String {
    /// Two hexadecimal digits.
    fileprivate init(format byte: UInt8) { self = (byte < 16 ? "0" : "") + String(byte, radix: 16) }
}
