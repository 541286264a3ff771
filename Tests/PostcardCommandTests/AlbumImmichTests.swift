import Foundation
import PostcardTestSupport
import Testing

/// Albums from an Immich server, with real processes.
@Suite struct AlbumImmichTests {
    @Test func `an album contains previews of the user's photos, or originals on request`() async throws {
        let folder = try TemporaryFolder()
        var assets = [ImmichStandIn.Asset].around(latitude: 48.8584, longitude: 2.2945, count: 3)
        for index in assets.indices { assets[index].size = (2_400, 1_600) }
        let standIn = try await ImmichStandIn(assets)
        var postcard = PostcardCommand(
            in: folder, environment: ["IMMICH_URL": standIn.address, "IMMICH_API_KEY": ImmichStandIn.key])
        let arguments = ["album", "new-collection", "Paris", "--source", "immich", "--json"]
        // Each has its own library, since a new collection needs other photos.
        for (size, pixels) in [("2048", "1440x960"), ("20000", "2400x1600")] {
            postcard.environment["POSTCARD_LIBRARY"] = folder.path(size)
            _ = try await postcard.run("pin", "drop", "48.8584,2.2945", "--name", "Paris")
            let opened = try await postcard.run(arguments + ["--size", size])
            #expect(opened.status == 0, "\(opened.errors)")
            let album = try opened.json(AlbumCommandTests.Listing.self)
            expectEqual(album.photos.count, 3)
            #expect(album.photos.allSatisfy { $0.page == nil })
            let files = try await postcard.run(["info"] + folder.files().filter { $0.hasPrefix("\(size)/blobs/") })
            #expect(files.text.contains(pixels), "\(files.text)")
        }
        postcard.environment["IMMICH_API_KEY"] = "wrong"
        let rejected = try await postcard.run(arguments)
        expectEqual(rejected.status, 77)
        #expect(rejected.errors.contains("Check IMMICH_API_KEY"), "\(rejected.errors)")
        postcard.environment["IMMICH_API_KEY"] = nil
        let missing = try await postcard.run(arguments)
        #expect(missing.status == 78 && missing.errors.contains("set IMMICH_URL and IMMICH_API_KEY"))
        await standIn.stop()
    }
}
