#if os(Linux)
    import Foundation
    import PostcardImaging
    import PostcardTestSupport
    import Testing

    @testable import PostcardServer

    @Suite struct ReadOnceTests {
        private static let once = ["open", "read", "close"]

        @Test(arguments: [
            "/unsafe/20x20/a.jpg", "/unsafe/20x20/filters:format(png)/a.jpg",
            "/images/custom/Hello.png?background=a.jpg", "/unsafe/20x20/filters:watermark(b.png,0,0,50)/a.jpg",
        ])
        func `a new picture is opened once and read once`(target: String) async throws {
            let folder = try TemporaryFolder()
            let path = try folder.write(try TestPicture.jpeg(), as: "a.jpg")
            try folder.write(try TestPicture.gradient().encoded(as: .png), as: "b.png")
            try await RunningServer.with(folder) { server in
                let events = try FileEvents(of: path)
                let reply = try await server.get(target)
                #expect(reply.status == 200, "\(reply.text.prefix(200))")
                #expect(events.names(3) == Self.once)
            }
        }

        @Test func `a known picture is opened to check for changes, and read if another result is rendered`()
            async throws
        {
            let folder = try TemporaryFolder()
            let path = try folder.write(try TestPicture.jpeg(), as: "a.jpg")
            let cache = try TemporaryFolder()
            try await RunningServer.with(folder, { $0.cache = cache.url.path }) { server in
                _ = try await server.get("/unsafe/20x20/a.jpg")
                let events = try FileEvents(of: path)
                _ = try await server.get("/unsafe/20x20/a.jpg")
                #expect(events.names(2) == ["open", "close"])
                _ = try await server.get("/unsafe/30x30/a.jpg")
                #expect(events.names(5) == ["open", "close"] + Self.once)
            }
        }

        @Test func `pictures of a sheet are read once to hash them and once to draw them`() async throws {
            let folder = try TemporaryFolder()
            let path = try folder.write(try TestPicture.jpeg(), as: "a.jpg")
            try await RunningServer.with(folder) { server in
                let events = try FileEvents(of: path)
                #expect(try await server.get("/sheet?picture=a.jpg").status == 200)
                #expect(events.names(6) == Self.once + Self.once)
            }
        }
    }
#endif
