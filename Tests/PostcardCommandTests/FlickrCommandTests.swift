import Foundation
import PostcardTestSupport
import Testing

@Suite struct FlickrCommandTests {
    static let key = "0123456789abcdef0123456789abcdef"
    let folder: TemporaryFolder
    let standIn: FlickrStandIn
    let postcard: PostcardCommand

    init() async throws {
        folder = try TemporaryFolder()
        var settings = FlickrStandIn.Settings(
            photos: FlickrStandInPhoto.neighborhood(
                latitude: 48.8584, longitude: 2.2945, count: 40, radius: 1_500, now: FlickrStandIn.defaultNow))
        settings.knownKeys = [Self.key]
        // Small photos: a debug build needs seconds for large ones, and other requests would time out.
        settings.picture = { id, _, _, _ in FlickrJPEG.picture(width: 160, height: 120, seed: Int(id) ?? 0) }
        standIn = try await FlickrStandIn(settings)
        postcard = PostcardCommand(
            in: folder, environment: ["FLICKR_API_KEY": Self.key, "POSTCARD_FLICKR_ENDPOINT": standIn.endpoint])
        _ = try await postcard.run("pin", "drop", "48.8584,2.2945", "--name", "Paris")
    }

    @Test func `an album from Flickr records the owner, license and page, and shows the notice`() async throws {
        let opened = try await postcard.run("album", "open", "Paris", "--count", "6")
        #expect(opened.status == 0, "\(opened.errors)")
        let album = try await postcard.run("album", "list", "Paris", "--json").json(AlbumCommandTests.Listing.self)
        #expect(album.photos.count == 6)
        #expect(
            album.photos.allSatisfy {
                !$0.owner.isEmpty && $0.page?.hasPrefix("https://www.flickr.com/photos/") == true
            })
        #expect(opened.text.contains("not endorsed or certified by SmugMug"))
        await standIn.stop()
    }

    @Test func `a wrong key is reported but not shown`() async throws {
        let wrong = "ffffffffffffffffffffffffffffffff"
        let result = try await PostcardCommand(
            in: folder, environment: ["FLICKR_API_KEY": wrong, "POSTCARD_FLICKR_ENDPOINT": standIn.endpoint]
        ).run("album", "open", "Paris")
        #expect(result.status == 77)
        #expect(result.errors.contains("key"))
        #expect(!result.errors.contains(wrong))
        await standIn.stop()
    }

    @Test func `photos that no longer exist are replaced by others`() async throws {
        await standIn.script(
            [.status(404), .status(410), .redirect(to: "/pw/images/en-us/photo_unavailable.png")], for: .picture)
        let result = try await postcard.run("album", "open", "Paris", "--count", "5")
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.text.contains("5 photos"))
        await standIn.stop()
    }

    /// The download is killed during its third picture. No acknowledged picture is lost, and the next download continues.
    @Test func `a killed download continues where it stopped`() async throws {
        let gate = TestGate()
        await standIn.script([nil, nil] + Array(repeating: .wait(gate), count: 4), for: .picture)
        let run = try postcard.start(["album", "open", "Paris", "--count", "6"])
        await gate.waitUntilReached()
        let busy = try await postcard.run("album", "new-collection", "Paris")
        #expect(busy.status == 75)
        #expect(busy.errors.contains("being downloaded"))
        run.send(signal: SIGKILL)
        _ = try await run.result()
        #expect(try await postcard.run("pin", "list").text.contains("interrupted"))
        await gate.open()
        let before = await standIn.requests(.picture).count
        let resumed = try await postcard.run("album", "open", "Paris")
        #expect(resumed.status == 0, "\(resumed.errors)")
        #expect(resumed.text.contains("6 photos"))
        let after = await standIn.requests(.picture).count
        #expect(after - before <= 6)
        #expect(await standIn.requests(.api).count == 1)
        await standIn.stop()
    }

    @Test func `an interrupted download exits with 130`() async throws {
        let gate = TestGate()
        await standIn.script(Array(repeating: .wait(gate), count: 8), for: .picture)
        let run = try postcard.start(["album", "open", "Paris", "--count", "4"])
        await gate.waitUntilReached()
        run.send(signal: SIGINT)
        let result = try await run.result()
        #expect(result.status == 130)
        #expect(try folder.files().allSatisfy { !$0.hasSuffix(".part") })
        await standIn.stop()
    }
}
