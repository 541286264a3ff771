import Foundation
import PostcardTestSupport
import Testing

/// Downloads interrupted at arbitrary moments, with real processes.
@Suite struct AlbumKillTests {
    let folder: TemporaryFolder
    let standIn: FlickrStandIn
    let postcard: PostcardCommand

    init() async throws {
        folder = try TemporaryFolder()
        var photos = FlickrStandInPhoto.neighborhood(
            latitude: 48.8584, longitude: 2.2945, count: 80, radius: 1_500, now: FlickrStandIn.defaultNow)
        // Small photos, which are drawn quickly.
        for index in photos.indices { (photos[index].width, photos[index].height) = (800, 600) }
        standIn = try await FlickrStandIn(FlickrStandIn.Settings(photos: photos))
        postcard = PostcardCommand(
            in: folder,
            environment: ["FLICKR_API_KEY": FlickrCommandTests.key, "POSTCARD_FLICKR_ENDPOINT": standIn.endpoint])
        _ = try await postcard.run("pin", "drop", "48.8584,2.2945", "--name", "Paris")
    }

    private func listing() async throws -> AlbumCommandTests.Listing {
        try await postcard.run("album", "list", "Paris", "--json").json()
    }

    /// Kills a command once this many pictures have been sent, three more are stuck halfway, and another one has been requested.
    private func interrupt(_ arguments: [String], afterPictures count: Int, stuckAfter bytes: Int, by signal: Int32)
        async throws
    {
        let gate = TestGate()
        let stuck = (0..<3).map { FlickrStandIn.Fault.hang(after: bytes << $0) }
        await standIn.script(Array(repeating: nil, count: count) + stuck + [.wait(gate)], for: .picture)
        let run = try postcard.start(arguments)
        await gate.waitUntilReached()
        run.send(signal: signal)
        let result = try await run.result()
        #expect(result.status == (signal == SIGKILL ? SIGKILL : 130))
        await gate.open()
    }

    @Test func `nothing is lost in an interrupted download, and the next open continues it`() async throws {
        // Only the positions in the picture and in the album are fixed. Everything else depends on how the processes are scheduled.
        for (round, bytes) in [1, 20, 300, 1_000, 2_500, 5_000].enumerated() {
            try await interrupt(
                ["album", "open", "Paris", "--count", "24"], afterPictures: round % 3, stuckAfter: bytes,
                by: round == 3 ? SIGINT : SIGKILL)
            let check = try await postcard.run("library", "check", "--read")
            #expect(check.status == 0, "\(check.text)")
            #expect(try await listing().state == "interrupted")
        }
        let opened = try await postcard.run("album", "open", "Paris")
        #expect(opened.status == 0, "\(opened.errors)")
        let album = try await listing()
        expectEqual(album.state, "ready")
        expectEqual(album.photos.map(\.number), Array(1...24))
        expectEqual(Set(album.photos.map(\.file)).count, 24)
        await expectEqual(standIn.requests(.api).count, 1)
        // Partial downloads were resumed, and no stored photo was fetched again.
        let requests = await standIn.requests(.picture)
        #expect(requests.contains { $0.headers["range"] != nil })
        // Pictures sent in a round may not have been stored when the round ended: 0, 1 or 2 pictures, and four in progress.
        #expect(requests.count <= 54)
        #expect(try await postcard.run("library", "check", "--read").status == 0)
        await standIn.stop()
    }

    @Test func `the old album stays until the new one is complete`() async throws {
        _ = try await postcard.run("album", "open", "Paris", "--count", "6", "--seed", "1")
        let old = try await listing().photos.map(\.id)
        try await interrupt(
            ["album", "new-collection", "Paris", "--count", "6", "--seed", "2"], afterPictures: 1, stuckAfter: 500,
            by: SIGKILL)
        let between = try await listing()
        #expect(between.photos.map(\.id) == old)
        #expect(between.state == "interrupted")
        let opened = try await postcard.run("album", "open", "Paris")
        #expect(opened.status == 0, "\(opened.errors)")
        let new = try await listing()
        #expect(new.state == "ready")
        #expect(new.photos.count == 6)
        #expect(Set(new.photos.map(\.id)).isDisjoint(with: old))
        await standIn.stop()
    }

    @Test func `the download of a partial picture is resumed`() async throws {
        await standIn.script([.cut(after: 3_000)], for: .picture)
        let opened = try await postcard.run("album", "open", "Paris", "--count", "2")
        #expect(opened.status == 0, "\(opened.errors)")
        #expect(await standIn.requests(.picture).compactMap { $0.headers["range"] } == ["bytes=3000-"])
        #expect(try folder.files().allSatisfy { !$0.hasSuffix(".part") })
        await standIn.stop()
    }

    @Test func `deleting a pin during a download deletes its album too`() async throws {
        let gate = TestGate()
        await standIn.script([nil, .wait(gate)], for: .picture)
        let run = try postcard.start(["album", "open", "Paris", "--count", "4"])
        await gate.waitUntilReached()
        #expect(try await postcard.run("pin", "delete", "Paris").status == 0)
        await gate.open()
        let result = try await run.result()
        #expect(result.status == 66)
        #expect(result.errors.contains("was deleted while"))
        #expect(try await postcard.run("library", "check").status == 0)
        await standIn.stop()
    }
}
