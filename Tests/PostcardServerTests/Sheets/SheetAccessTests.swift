import Foundation
import NIOHTTP1
import PostcardCrypto
import PostcardImaging
import PostcardLibrary
import PostcardMemes
@testable import PostcardServer
import PostcardPhotos
import PostcardTestSupport
import Testing

@Suite(.timeLimit(.minutes(2))) struct SheetAccessTests {
    private static func signed(_ target: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(
            for: Data(target.utf8), using: SymmetricKey(data: Data("the key of these tests".utf8)))
        let signature = Data(code).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
        return "\(target)&signature=\(signature.replacing("=", with: ""))"
    }

    @Test func `a signature is valid for only one sheet`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(try TestPicture.jpeg(), as: "a.jpg")
        try await RunningServer.with(
            folder,
            {
                $0.allowsUnsigned = false
                $0.keys = ["the key of these tests"]
            }
        ) { server in
            let target = "/sheet?picture=a.jpg&tile=20"
            let reply = try await server.get(Self.signed(target))
            expectEqual(reply.status, 200)
            try await expectEqual(server.get(target).status, 403)
            try await expectEqual(server.get(Self.signed(target).replacing("tile=20", with: "tile=30")).status, 403)
            try await expectEqual(server.get(Self.signed(target) + "&picture=a.jpg").status, 403)
            try await expectEqual(server.get(Self.signed(target + "&expires=99999999999")).status, 200)
            try await expectEqual(server.get(Self.signed(target + "&expires=1")).status, 410)
        }
    }

    /// Runs a test with a library that requires a token. Its album has three photos of different sizes.
    private static func withAlbum(_ test: (LibraryLab, Pin, [Photo]) async throws -> Void) async throws {
        let photos = try TemporaryFolder()
        for index in 0..<3 { try photos.write(try TestPicture.jpeg(60 + index, 40), as: "\(index).jpg") }
        let place = Coordinate.tower
        let gate = TestGate()
        await gate.open()
        let source = GatedSource(photos, at: place, gate: gate)
        try await LibraryLab.run({ $0.keys = ["the key of these tests"] }) { lab in
            let pin = try lab.library.addPin(at: place, name: "Tower")
            let album = try await lab.library.downloadOtherPhotos(of: pin, from: source)
            try await test(lab, pin, try lab.library.photos(of: album))
        }
    }

    @Test func `one name stands for all photos of an album`() async throws {
        try await Self.withAlbum { lab, pin, photos in
            #expect(photos.count == 3)
            let album = try await lab.get("/sheet.png?picture=library:\(pin.id)&tile=20&captions=names")
            #expect(album.status == 200, "\(album.text.prefix(300))")
            #expect(album["Cache-Control"] == "private, max-age=86400")
            let one = photos.map { "picture=library:\($0.id)" }.joined(separator: "&")
            let single = try await lab.get("/sheet.png?\(one)&tile=20&captions=names")
            #expect(single["ETag"] == album["ETag"])
            #expect(single.body == album.body)
            _ = try lab.library.deletePhotos([photos[1].id], of: pin.id)
            #expect(try await lab.get("/sheet.png?picture=library:\(pin.id)&tile=20")["ETag"] != album["ETag"])
            let gone = try await lab.get("/sheet.png?\(one)&tile=20")
            #expect(gone.status == 404)
            #expect(gone.text.contains("Picture 2, library:\(photos[1].id)"))
        }
    }

    @Test func `an album requires a token or a signature`() async throws {
        try await Self.withAlbum { lab, pin, photos in
            for name in [pin.id, photos[0].id] {
                let target = "/sheet?picture=library:\(name)&tile=20"
                #expect(try await lab.server.get(target).status == 403)
                let signed = try await lab.server.get(Self.signed(target))
                #expect(signed.status == 200)
                #expect(signed["Cache-Control"] == "public, max-age=86400")
                let read = try await lab.server.get(target, ["Authorization": "Bearer \(LibraryLab.readerToken)"])
                #expect(read.status == 200)
            }
        }
    }

    /// Anonymous clients learn nothing about the contents.
    @Test func `a service without signatures keeps the library private`() async throws {
        try await LibraryLab.run({ $0.allowsUnsigned = true }) { lab in
            let record = try lab.library.addMeme(
                try TestPicture.jpeg(), format: .jpeg, size: PixelSize(width: 64, height: 48),
                meme: .classic(top: "Hi"), origin: .file("a.jpg"))
            for name in [record.id, "meme-000000000000", "pin-000000000000"] {
                #expect(try await lab.server.get("/sheet?picture=library:\(name)").status == 401)
            }
            #expect(try await lab.get("/sheet?picture=library:\(record.id)&captions=names").status == 200)
            #expect(try await lab.get("/sheet?picture=library:pin-000000000000").status == 404)
        }
    }

    @Test func `an empty album causes an error`() async throws {
        try await LibraryLab.run { lab in
            let pin = try lab.library.addPin(at: .tower, name: "Tower")
            let reply = try await lab.get("/sheet?picture=library:\(pin.id)")
            #expect(reply.status == 404)
            #expect(reply.text.contains("Picture 1, library:\(pin.id): "))
        }
    }

    @Test func `pictures are fetched, and failures are reported by name`() async throws {
        let picture = try TestPicture.jpeg()
        let origin = try await TestHTTPServer { request in
            request.path.hasPrefix("/gone") ? TestHTTPReply(status: 404) : TestHTTPReply(body: picture)
        }
        try await RunningServer.with(
            try TemporaryFolder(),
            {
                $0.allowedHosts = ["127.0.0.1:\(origin.port)"]
                $0.allowsPrivateAddresses = true
            }
        ) { server in
            let names = (0..<10).map { "picture=\(origin.address)/\($0).jpg" }.joined(separator: "&")
            #expect(try await server.get("/sheet?\(names)&tile=20&captions=names").status == 200)
            let failed = try await server.get("/sheet?\(names)&picture=\(origin.address)/gone.jpg&tile=20")
            #expect(failed.status == 404)
            #expect(
                failed.text.contains(
                    "Picture 11, \(origin.address)/gone.jpg: The picture's server has no file at this URL."))
        }
        await origin.stop()
    }

    @Test func `work on a sheet stops when its client disconnects`() async throws {
        let picture = try TestPicture.jpeg()
        let gate = TestGate()
        let origin = try await TestHTTPServer { request in
            if request.path == "/a.jpg" { await gate.pass() }
            return TestHTTPReply(body: picture)
        }
        try await RunningServer.with(
            try TemporaryFolder(),
            {
                $0.allowedHosts = ["127.0.0.1:\(origin.port)"]
                $0.allowsPrivateAddresses = true
                $0.limits.fetchSeconds = 600
                $0.limits.fetches = 1
            }
        ) { server in
            try await RawConnection.leave(
                port: try await server.port,
                after: "GET /sheet?picture=\(origin.address)/a.jpg HTTP/1.1\r\nHost: a\r\n\r\n"
            ) {
                await gate.waitUntilReached()
            }
            // The gate is closed. This sheet waits until the first one has released its picture.
            #expect(try await server.get("/sheet?picture=\(origin.address)/b.jpg").status == 200)
            await gate.open()
        }
        await origin.stop()
    }
}
