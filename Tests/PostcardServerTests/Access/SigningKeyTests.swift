import PostcardCrypto
import Foundation
import Logging
import NIOHTTP1
import PostcardCore
import PostcardTestSupport
import Testing

@testable import PostcardServer

/// Two tenants: Ann, with images in paris/ and at the origin's /ann/, and Bob, with images in rome/ and at /bob/.
@Suite struct SigningKeyTests {
    /// The kinds of signed URLs, each with a URL of an image.
    enum Scheme: String, CaseIterable, Sendable {
        case thumbor, meta, thumborWatermark, imgproxy, imgproxyBase64, facts, sheet, meme, memeOverlay

        /// Returns a URL for reading an image, without the signature.
        fileprivate func target(_ name: String, own: String) -> String {
            let encoded = PercentEncoding.encode(name)
            return switch self {
            case .thumbor: "32x/\(encoded)"
            case .meta: "meta/32x/\(encoded)"
            case .thumborWatermark: "32x/filters:watermark(\(encoded),0,0,0)/\(own)"
            case .imgproxy, .facts: "/w:32/plain/\(encoded)"
            case .imgproxyBase64: "/w:32/\(Base64.urlSafe.encode(Array(name.utf8)))"
            case .sheet: "/sheet?picture=\(own)&picture=\(encoded)&tile=20"
            case .meme: "/images/custom/a.png?background=\(encoded)&width=40"
            case .memeOverlay: "/images/custom/a.png?background=\(own)&width=40&style=\(encoded)"
            }
        }

        /// Returns the URL, signed with a key.
        fileprivate func signed(_ name: String, own: String = "paris/a.jpg", by key: String) -> String {
            let target = target(name, own: own)
            switch self {
            case .thumbor, .meta, .thumborWatermark: return "/\(SigningKeyTests.code(target, key))/\(target)"
            case .imgproxy, .imgproxyBase64: return "/\(SigningKeyTests.code(target, key))\(target)"
            case .facts: return "/info/\(SigningKeyTests.code("/info\(target)", key))\(target)"
            case .sheet, .meme, .memeOverlay:
                return "\(target)&signature=\(SigningKeyTests.code(target, key))"
            }
        }

        var takesFiles: Bool { self != .memeOverlay }
    }

    private static let (ann, bob, whole) = ("the key of Ann", "the key of Bob", "the key of all")

    fileprivate static func code(_ text: String, _ key: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: SymmetricKey(data: Data(key.utf8)))
        return Base64.urlSafe.encode(Array(code))
    }

    /// Runs a service, and an origin that sends an image for every path, and redirects paths that contain `to=`.
    private static func run(
        _ change: (inout ServerConfiguration) -> Void = { _ in }, lines: Shared<[String]> = Shared([]),
        _ test: (RunningServer, _ origin: String) async throws -> Void
    ) async throws {
        let picture = try TestPicture.jpeg()
        let origin = try await TestHTTPServer { request in
            guard let place = request.query["to"] else { return TestHTTPReply(body: picture) }
            return TestHTTPReply(status: 302, headers: [(name: "Location", value: place)])
        }
        let folder = try TemporaryFolder()
        for name in ["paris/a.jpg", "rome/b.jpg", "logo.jpg"] { try folder.write(picture, as: name) }
        let logger = Logger(label: "test") { _ in RecordingLogHandler(lines: lines) }
        let address = "http://127.0.0.1:\(origin.port)"
        try await RunningServer.with(
            folder,
            {
                $0.allowsUnsigned = false
                $0.allowedHosts = ["127.0.0.1:\(origin.port)", "localhost:\(origin.port)"]
                $0.allowsPrivateAddresses = true
                $0.cache = folder.path("cache")
                $0.watermark = "logo.jpg"
                $0.keys = [
                    "ann:\(ann):paris/ \(address)/ann/", "bob:\(bob):rome/ \(address)/bob/", whole,
                ]
                $0.imgproxyKeys = [
                    "ann:\(hexadecimal(ann)):00:paris/ \(address)/ann/", "\(hexadecimal(whole)):00",
                ].map { $0.replacing(":00", with: ":") }
                change(&$0)
            }, logger: logger
        ) { try await test($0, address) }
        await origin.stop()
    }

    private static func hexadecimal(_ text: String) -> String {
        text.utf8.map { String($0, radix: 16) }.joined()
    }

    @Test(arguments: Scheme.allCases)
    func `keys with prefixes sign only for matching images, and other keys sign for all images`(scheme: Scheme)
        async throws
    {
        try await Self.run { server, origin in
            if scheme.takesFiles {
                #expect(try await server.get(scheme.signed("paris/a.jpg", by: Self.ann)).status == 200)
            }
            #expect(try await server.get(scheme.signed("\(origin)/ann/a.jpg", by: Self.ann)).status == 200)
            for name in scheme.takesFiles ? ["rome/b.jpg", "\(origin)/bob/a.jpg"] : ["\(origin)/bob/a.jpg"] {
                #expect(try await server.get(scheme.signed(name, by: Self.whole)).status == 200)
                let reply = try await server.get(scheme.signed(name, by: Self.ann))
                // memegen's preview always shows an allowed image.
                #expect(reply.status == 403, "\(name)")
                #expect(!reply.text.contains("rome/ ") && !reply.text.contains("paris/ "))
            }
        }
    }

    @Test func `the error contains the name of the image, but no prefix`() async throws {
        try await Self.run { server, _ in
            let reply = try await server.get(Scheme.thumbor.signed("rome/b.jpg", by: Self.ann))
            #expect(reply["Content-Type"] == "application/problem+json")
            #expect(reply.text.contains("is not valid for the picture rome/b.jpg"))
            #expect(reply.text.contains("paris") == false)
        }
    }

    @Test(arguments: [
        "paris/../rome/b.jpg", "paris/..%2Frome/b.jpg", "./rome/b.jpg", "rome/b.jpg?paris/", "paris?/../rome/b.jpg",
        "ORIGIN/ann/../bob/a.jpg", "ORIGIN/ann/%2e%2e/bob/a.jpg", "ORIGIN//bob/a.jpg", "ORIGIN/ann%2F..%2Fbob/a.jpg",
        "ORIGIN/bob/a.jpg?/ann/", "ORIGIN/bob/a.jpg#/ann/", "ORIGIN/annex/a.jpg", "LOCALHOST/ann/a.jpg",
        "ORIGIN/ann/%252e%252e/bob/a.jpg",
    ])
    func `no spelling of a name bypasses a prefix`(name: String) async throws {
        try await Self.run { server, origin in
            let name = name.replacing("ORIGIN", with: origin)
                .replacing("LOCALHOST", with: origin.replacing("127.0.0.1", with: "localhost"))
            for scheme in Scheme.allCases where scheme.takesFiles {
                let reply = try await server.get(scheme.signed(name, by: Self.ann))
                #expect(reply.status == 403, "\(scheme) \(reply.text.prefix(200))")
            }
        }
    }

    @Test(arguments: [("/ann/b.jpg", 200), ("/bob/b.jpg", 403), ("/ann/../bob/b.jpg", 403)])
    func `redirects can't leave a prefix`(path: String, status: Int) async throws {
        try await Self.run { server, origin in
            let name = "\(origin)/ann/a.jpg?to=\(path)"
            #expect(try await server.get(Scheme.thumbor.signed(name, by: Self.ann)).status == status)
            #expect(try await server.get(Scheme.thumbor.signed(name, by: Self.whole)).status == 200)
            // The image is cached now, but Ann's key still may not sign for it.
            let reply = try await server.get(Scheme.thumbor.signed(name, by: Self.ann))
            #expect(reply.status == status)
            if status == 403 { #expect(reply.text.contains("leads to a different location")) }
        }
    }

    @Test(arguments: [("paris/link.jpg", "../rome/b.jpg", 403), ("paris/link.jpg", "a.jpg", 200)])
    func `symbolic links can't leave a prefix`(name: String, target: String, status: Int) async throws {
        let folder = Shared("")
        try await Self.run({ settings in
            let path = settings.images[0]
            folder.change { $0 = path }
        }) { server, _ in
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder.value)/\(name)", withDestinationPath: target)
            for scheme in [Scheme.thumbor, .imgproxy, .facts, .sheet] {
                #expect(try await server.get(scheme.signed(name, by: Self.ann)).status == status, "\(scheme)")
                #expect(try await server.get(scheme.signed(name, by: Self.whole)).status == 200, "\(scheme)")
                // The image is cached now, but Ann's key still may not sign for it.
                #expect(try await server.get(scheme.signed(name, by: Self.ann)).status == status, "\(scheme)")
            }
        }
    }

    @Test func `images from settings need no prefix`() async throws {
        try await Self.run({ $0.fallback = "rome/b.jpg" }) { server, _ async throws in
            let marked = "/wm:0.5/plain/paris/a.jpg"
            #expect(try await server.get("/\(Self.code(marked, Self.ann))\(marked)").status == 200)
            let fallback = Scheme.thumbor.signed("paris/none.jpg", by: Self.ann)
            #expect(try await server.get(fallback).status == 200)
        }
    }

    @Test func `cached responses, 304 and HEAD are checked and logged too`() async throws {
        let lines = Shared<[String]>([])
        var settings = ServerConfiguration()
        try await Self.run({ settings = $0 }, lines: lines) { server, origin in
            let target = Scheme.thumbor.signed("paris/a.jpg", by: Self.ann)
            // The result is rendered, then read from the cache, and then sent as a ready response.
            var tag = ""
            for _ in 0..<4 { tag = try #require(try await server.get(target)["ETag"]) }
            #expect(try await server.get(target, ["If-None-Match": tag]).status == 304)
            #expect(try await server.get(target, method: .HEAD).status == 200)
            #expect(try await !server.get("/metrics").text.contains("results_total{from=\"ready\"} 0\n"))
            #expect(try await server.get(Scheme.thumbor.signed("rome/b.jpg", by: Self.ann)).status == 403)
            #expect(try await server.get(Scheme.thumbor.signed("rome/b.jpg", by: Self.whole)).status == 200)
            var requests = lines.value.filter { $0.hasPrefix("request ") && $0.contains("route=thumbor") }
            #expect(requests.count == 8)
            #expect(requests.removeLast().contains("key=- "))
            #expect(requests.allSatisfy { $0.contains("key=ann ") })
            // Keys are reloaded: first without Ann's key, then with a different prefix for it.
            settings.keys = ["bob:\(Self.bob):rome/"]
            try server.reload(settings)
            #expect(try await server.get(target).status == 403)
            settings.keys = ["ann:\(Self.ann):rome/"]
            try server.reload(settings)
            try await expectEqual(server.get(target).status, 403)
            try await expectEqual(server.get(target, ["If-None-Match": tag]).status, 403)
            try await expectEqual(server.get(target, method: .HEAD).status, 403)
            settings.keys = ["ann:"]
            #expect(throws: StartupError.self) { try server.reload(settings) }
            #expect(try await server.get(Scheme.thumbor.signed("rome/b.jpg", by: Self.ann)).status == 200)
        }
    }

    @Test func `the service signs with the first key whose prefixes match`() async throws {
        try await Self.run({
            $0.keys.removeLast()
            $0.tokens = ["carl:\(LibraryLab.token)"]
        }) { server, origin in
            let headers: HTTPHeaders = ["Authorization": "Bearer \(LibraryLab.token)"]
            for (background, key) in [("paris/a.jpg", Self.ann), ("rome/b.jpg", Self.bob)] {
                let json = #"{"background": "\#(background)", "text": ["a"]}"#
                let reply = try await server.post("/images/custom", json: json, headers)
                let url = try #require(try reply.object["url"] as? String)
                let target = url.drop { $0 != "/" }.dropFirst(2).drop { $0 != "/" }
                let signed = try #require(target.split(separator: "&signature=").first)
                #expect(target == "\(signed)&signature=\(Self.code(String(signed), key))")
                #expect(try await server.get(String(target)).status == 200)
            }
            let unsigned = try await server.post(
                "/images/custom", json: #"{"background": "logo2.jpg", "text": ["a"]}"#, headers)
            #expect(unsigned.status == 403)
            #expect(unsigned.text.contains("keys may sign URLs for this image"))
        }
    }

    @Test(arguments: [("ann", "ann", 201), ("bob", "bob", 201), ("ann", "bob", 403), ("bob", "ann", 403)])
    func `the service signs only if one key may sign for every image`(
        background: String, overlay: String, status: Int
    ) async throws {
        try await Self.run({
            $0.keys.removeLast()
            $0.tokens = ["carl:\(LibraryLab.token)"]
        }) { server, origin in
            let (base, mark) = ("\(origin)/\(background)/a.jpg", "\(origin)/\(overlay)/b.jpg")
            let reply = try await server.post(
                "/images/custom", json: #"{"background": "\#(base)", "style": ["\#(mark)"], "text": ["a"]}"#,
                ["Authorization": "Bearer \(LibraryLab.token)"])
            #expect(reply.status == status, "\(reply.text)")
            #expect(reply.text.contains("signature=") == (status == 201))
        }
    }

    @Test(
        arguments: [
            ("a b:a secret", "no valid name"), ("ann:", "is empty"), (":", "is empty"), ("", "is empty"),
            ("secret7", "fewer than 8 bytes"), (":secret", "fewer than 8 bytes"), ("ann:secret", "write :KEY"),
            ("mysecret:with:colons", "write :KEY"),
            ("ann:a secret:", "no prefix"), ("ann:a secret: ", "no prefix"),
            ("ann:a secret:../x", "invalid prefix (number 1)"),
            ("ann:a secret:paris/ https://user@a.example/", "invalid prefix (number 2)"),
            ("ann:a secret:https://a.example/", "--allow-host"), ("ann:a secret:s3://photos/", "are not served"),
            ("ann:a secret:s3://site/other/", "are not served"), ("ann:a secret:library:", "no library"),
            ("ann:a secret:library:photo-1", "library: for the whole library"),
            ("first:a secret", "same name as another key"), ("ann:the first", "same as an earlier key"),
            (":the first", "same as an earlier key"),
        ])
    func `an invalid key causes a startup error, and its text is not printed`(text: String, reason: String) {
        var settings = ServerConfiguration()
        settings.images = ["/srv/pictures", "s3://site/photos"]
        settings.keys = ["first:the first", text]
        let error = #expect(throws: StartupError.self) { try settings.validate() }
        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("Key 2 in keys") == true)
        #expect(error?.message.contains("secret") == false)
    }

    @Test(arguments: [
        "KEY", "ann:KEY:02:", "ann:KEY:zz", "ann:KEY:02:https://a.example/", ":KEY:02", "first:99KEY:04",
        "ann:KEY:02", "ann::02", "ann:01:02", "01:02",
    ])
    func `an invalid imgproxy key causes a startup error`(text: String) {
        var settings = ServerConfiguration()
        settings.images = ["/srv/pictures"]
        settings.imgproxyKeys = ["first:KEY:02", "second:99KEY:02", text].map {
            $0.replacing("KEY", with: "0102030405060708")
        }
        #expect(throws: StartupError.self) { try settings.validate() }
        settings.imgproxyKeys.removeLast()
        #expect(throws: Never.self) { try settings.validate() }
    }

    @Test func `a key with colons is written after a colon, and has no name`() throws {
        var settings = ServerConfiguration()
        settings.keys = [":ann:a secret:paris/", "the other key"]
        let signatures = try URLSignatures(settings.access)
        let key = try #require(signatures.key(of: Self.code("a.jpg", "ann:a secret:paris/"), for: "a.jpg"))
        #expect(key.name == nil && key.scope == nil && !key.isShort)
        #expect(signatures.settingsWithShortKeys == ["keys"])
        #expect(signatures.key(of: Self.code("a.jpg", "a secret"), for: "a.jpg") == nil)
    }

    @Test(arguments: [
        "s3://site/photos/ann/", "s3://site/", "s3://site/photos", "https://cdn.example.org",
        "https://a.example:8443/x/",
        "paris/ rome/a.jpg",
    ])
    func `a prefix that images can have is accepted`(prefixes: String) throws {
        var settings = ServerConfiguration()
        settings.images = ["/srv/pictures", "s3://site/photos"]
        settings.allowedHosts = ["*.example.org", "a.example:8443"]
        settings.keys = ["ann:a secret:\(prefixes)"]
        try settings.validate()
    }
}
