import Foundation
import PostcardLibrary
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardServer

/// A service with two picture folders and a library. The disk of one of them stops responding.
@Suite struct HangingFolderTests {
    private static let target = "/unsafe/32x/b.jpg"

    /// Runs a service whose `hanging` folder is on the disk.
    private static func run(
        hanging: String, do test: (RunningServer, ManualClock, HangingDisk) async throws -> Void
    ) async throws {
        let (folder, clock, disk) = (try TemporaryFolder(), ManualClock(), HangingDisk())
        for name in ["a", "b"] { try folder.write(try TestPicture.jpeg(), as: "\(name)/\(name).jpg") }
        _ = try Library(directory: FilePath(folder.path("library")), createIfNeeded: true)
        let path = folder.path(hanging)
        defer { disk.respond() }
        let isOn = Shared(hanging != "b")
        try await RunningServer.with(
            folder,
            {
                $0.images = [folder.path("a"), folder.path("b")]
                $0.library = folder.path("library")
                $0.allowsAnonymousReading = true
                $0.cache = folder.path("cache")
            },
            prepare: {
                $0.clock = clock
                $0.now = { clock.now }
                $0.willCall = { if $0.hasSuffix(path), isOn.value { disk.call() } }
            }
        ) { server in
            if hanging == "b" {
                // The response is cached while the disk responds.
                for _ in 0..<3 { #expect(try await server.get(target).status == 200) }
                isOn.change { $0 = true }
            }
            try await test(server, clock, disk)
        }
    }

    /// Sends a request, and advances the clock past the limit of the call to the hanging disk. The request's other calls, which also sleep
    /// for a moment, have ended by then.
    private static func get(
        _ target: String, from server: RunningServer, _ clock: ManualClock, _ disk: HangingDisk,
        advancing time: Duration
    ) async throws -> RunningServer.Reply {
        let calls = disk.calls.value
        async let reply = server.get(target)
        _ = try await disk.calls.value { $0 > calls }
        try await clock.sleeper(dueIn: time)
        clock.advance(by: time)
        return try await reply
    }

    @Test func `pictures in other folders are still served, and the library can be read`() async throws {
        try await Self.run(hanging: "a") { server, clock, disk async throws in
            let first = try await Self.get(Self.target, from: server, clock, disk, advancing: FolderCalls.limit)
            #expect(first.status == 200)
            // From now on, requests do not wait.
            #expect(try await server.get(Self.target).status == 200)
            let missing = try await server.get("/unsafe/32x/a.jpg")
            expectEqual(missing.status, 503)
            expectEqual(missing["Retry-After"], "5")
            #expect(missing.text.contains("does not respond"))
            for target in ["/healthz", "/library/pins", "/metrics"] {
                #expect(try await server.get(target).status == 200, "\(target)")
            }
            let ready = try await server.get("/readyz")
            expectEqual(ready.status, 503)
            #expect(ready.text.contains("a does not respond"), "\(ready.text)")
        }
    }

    @Test func `a folder that responds again serves its pictures again`() async throws {
        try await Self.run(hanging: "a") { server, clock, disk async throws in
            expectEqual(
                try await Self.get("/unsafe/32x/a.jpg", from: server, clock, disk, advancing: FolderCalls.limit).status,
                503)
            disk.respond()
            while try await server.get("/readyz").status != 200 { await Task.yield() }
            #expect(try await server.get("/unsafe/32x/a.jpg").status == 200)
        }
    }

    @Test func `a library that does not respond is reported, and pictures are served`() async throws {
        try await Self.run(hanging: "library") { server, clock, disk async throws in
            expectEqual(
                try await Self.get("/library/pins", from: server, clock, disk, advancing: FolderCalls.limit).status, 503
            )
            #expect(try await server.get("/library/pins").status == 503)
            #expect(try await server.get("/unsafe/32x/a.jpg").status == 200)
        }
    }

    @Test func `a ready response is checked once a second, and sent after 100 ms if the disk hangs`() async throws {
        try await Self.run(hanging: "b") { server, clock, disk async throws in
            let before = disk.calls.value
            #expect(try await server.get(Self.target).status == 200)
            expectEqual(disk.calls.value, before)
            clock.advance(by: .seconds(1))
            let reply = try await Self.get(Self.target, from: server, clock, disk, advancing: ResponseCache.checkLimit)
            expectEqual(reply.status, 200)
            // The source is not checked again for a second.
            let calls = disk.calls.value
            #expect(try await server.get(Self.target).status == 200)
            expectEqual(disk.calls.value, calls)
        }
    }
}
