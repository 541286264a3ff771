import NIOHTTP1
import PostcardImaging
import PostcardLibrary
import PostcardMemes
import PostcardServer
import PostcardTestSupport
import SystemPackage
import Testing

@Suite struct LibraryPictureTests {
    private static func run(
        license: String? = nil, isPublic: Bool = true, _ test: (RunningServer, Library, MemeRecord) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let library = try Library(directory: FilePath(folder.path("library")), createIfNeeded: true)
        var template = Template(name: "mine", title: "Mine", picture: "a.jpg")
        template.license = license
        template.credit = "Ann"
        let record = try library.addMeme(
            try TestPicture.jpeg(), format: .jpeg, size: PixelSize(width: 64, height: 48), meme: .classic(top: "Hi"),
            origin: .template(template))
        try await RunningServer.with(
            folder,
            {
                $0.images = []
                $0.library = folder.path("library")
                $0.allowsAnonymousReading = isPublic
                if !isPublic { $0.tokens = ["ann:\(LibraryLab.token)"] }
                $0.presets = ["small=fit-in/16x16"]
                $0.cache = folder.path("cache")
            }
        ) { try await test($0, library, record) }
    }

    @Test func `a library picture is served until it is deleted`() async throws {
        try await Self.run { server, library, record in
            let targets = [
                "/unsafe/32x/library:\(record.id)", "/p/small/library:\(record.id)",
                "/images/custom/Hi.png?width=60&background=library:\(record.id)",
            ]
            for target in targets { #expect(try await server.get(target).status == 200, "\(target)") }
            let tag = try await server.get(targets[0])["ETag"] ?? ""
            try library.delete([record.id])
            for target in targets { #expect(try await server.get(target).status == 404, "\(target)") }
            #expect(try await server.get(targets[0], ["If-None-Match": tag]).status == 404)
        }
    }

    /// Responses from memory are sent without checking the client.
    @Test func `no result from a private picture stays in memory`() async throws {
        try await Self.run(isPublic: false) { server, _, record async throws in
            let headers: HTTPHeaders = ["Authorization": "Bearer \(LibraryLab.token)"]
            for target in ["/unsafe/32x/library:\(record.id)", "/p/small/library:\(record.id)"] {
                // The second response comes from the cache, and would stay in memory if the picture were public.
                for _ in 0..<4 { #expect(try await server.get(target, headers).status == 200) }
                #expect(try await server.get(target).status == 401)
            }
            let metrics = try await server.get("/metrics").text
            for origin in ["ready", "memory"] {
                #expect(metrics.contains("results_total{from=\"\(origin)\"} 0\n"), "\(origin)")
            }
        }
    }

    @Test(arguments: [
        "library:", "library:meme-", "library:m", "library:meme-000000000000", "library:photo-000000000000",
        "library:../index.jsonl", "library:pin-000000000000", "library:meme-..%2F..",
    ])
    func `other names are not found`(name: String) async throws {
        try await Self.run { server, _, _ in
            let reply = try await server.get("/unsafe/32x/\(name)")
            #expect(reply.status == 404)
        }
    }

    @Test func `an overlay of a meme is identified by its digest`() async throws {
        try await Self.run { server, library, _ in
            let overlay = Overlay(.bytes(try TestPicture.jpeg()), in: UnitBox(x: 0, y: 0, width: 0.5, height: 0.5))
            let record = try library.addMeme(
                try TestPicture.jpeg(), format: .jpeg, size: PixelSize(width: 64, height: 48),
                meme: Meme(overlays: [overlay]), origin: .file("a.jpg"))
            let digest = try #require(record.overlays?.first).hash
            #expect(try await server.get("/unsafe/32x/library:\(record.id)/\(digest)").status == 200)
            let other = String(repeating: "0", count: 64)
            for name in [other, "-9223372036854775808", "0", "1"] {
                #expect(try await server.get("/unsafe/32x/library:\(record.id)/\(name)").status == 404, "\(name)")
            }
        }
    }

    @Test func `the prefix of an id is not enough`() async throws {
        try await Self.run { server, _, record in
            let reply = try await server.get("/unsafe/32x/library:\(record.id.rawValue.dropLast(2))")
            #expect(reply.status == 404)
        }
    }

    @Test func `a license that forbids changes is respected`() async throws {
        try await Self.run(license: "CC-BY-ND-4.0") { server, _, record in
            #expect(try await server.get("/unsafe/32x/library:\(record.id)").status == 200)
            let meme = try await server.get("/images/custom/Hi.png?background=library:\(record.id)")
            #expect(meme.status == 403)
            #expect(meme.text.contains("license"))
            let json = #"{"picture": "library:\#(record.id)", "texts": ["Hi"]}"#
            #expect(try await server.post("/memes", json: json).status == 403)
        }
    }

    @Test func `a library template works like other templates`() async throws {
        try await Self.run { server, library, _ in
            #expect(try await server.get("/images/mine/Hi.png").status == 404)
            let template = Template(name: "mine", title: "Mine", picture: "a.jpg")
            _ = try library.templates.add(picture: try TestPicture.jpeg(), as: template)
            let first = try await server.get("/images/mine/Hi.png?width=60")
            #expect(first.status == 200)
            #expect(try await server.get("/templates/mine").text.contains("\"name\":\"Mine\""))
            _ = try library.templates.add(picture: try TestPicture.jpeg(60, 40), as: template, replacing: true)
            #expect(try await server.get("/images/mine/Hi.png?width=60")["ETag"] != first["ETag"])
            try library.templates.remove("mine")
            #expect(try await server.get("/images/mine/Hi.png").status == 404)
        }
    }

    @Test func `a folder that is not a library prevents the start`() async throws {
        let folder = try TemporaryFolder()
        await #expect(throws: StartupError.self) {
            try await RunningServer.with(folder, { $0.library = folder.path("missing") }) { _ in }
        }
    }

    @Test func `a meme credits the author of the base image`() async throws {
        try await Self.run { server, _, record in
            let reply = try await server.get("/images/custom/Hi.jpg?width=30&background=library:\(record.id)")
            #expect(try TestPicture.header(of: reply.body).metadata.artist == "Ann")
            let json = #"{"picture": "library:\#(record.id)", "texts": ["Hi"]}"#
            let posted = try await server.post("/memes", json: json)
            #expect(try TestPicture.header(of: posted.body).metadata.artist == "Ann")
        }
    }

    /// The token has read access.
    @Test func `a private library requires a token or a signature`() async throws {
        try await LibraryLab.run({
            $0.allowsUnsigned = true
            $0.presets = ["small=fit-in/16x16"]
        }) { lab in
            let record = try lab.library.addMeme(
                try TestPicture.jpeg(), format: .jpeg, size: PixelSize(width: 64, height: 48),
                meme: .classic(top: "Hi"), origin: .file("a.jpg"))
            for target in [
                "/unsafe/32x/library:\(record.id)", "/p/small/library:\(record.id)",
                "/images/custom/Hi.png?width=30&background=library:\(record.id)",
            ] {
                #expect(try await lab.server.get(target).status == 401, "\(target)")
                let reply = try await lab.server.get(target, ["Authorization": "Bearer \(LibraryLab.readerToken)"])
                #expect(reply.status == 200, "\(target)")
                #expect(reply["Cache-Control"] == "private, max-age=86400")
            }
            let json = #"{"picture": "library:\#(record.id)", "texts": ["Hi"]}"#
            #expect(try await lab.server.post("/memes", json: json).status == 401)
            #expect(try await lab.send(.POST, "/memes", json: json).status == 200)
        }
    }

    /// Without a token, no one can learn the contents or licenses of a private library.
    @Test func `private pictures are not revealed`() async throws {
        for license in [nil, "CC-BY-ND-4.0"] {
            try await Self.run(license: license, isPublic: false) { server, _, record in
                for name in [record.id, "meme-000000000000", "photo-000000000000"] {
                    for target in [
                        "/images/custom/A.png?width=60&background=library:\(name)",
                        "/unsafe/32x/library:\(name)", "/sheet?tile=20&picture=library:\(name)",
                    ] {
                        let reply = try await server.get(target)
                        #expect(reply.status == 401, "\(target)")
                        #expect(!reply.text.contains("license"))
                    }
                }
            }
        }
    }
}
