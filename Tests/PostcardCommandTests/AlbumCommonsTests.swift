import Foundation
import PostcardTestSupport
import Testing

/// Albums from Wikimedia Commons, with real processes.
@Suite struct AlbumCommonsTests {
    let folder: TemporaryFolder
    let standIn: CommonsStandIn
    let postcard: PostcardCommand

    init() async throws {
        folder = try TemporaryFolder()
        var files = CommonsStandInFile.neighborhood(latitude: 48.8584, longitude: 2.2945, count: 30, radius: 1_500)
        // Small photos, which are drawn quickly.
        for index in files.indices { (files[index].width, files[index].height) = (640, 480) }
        standIn = try await CommonsStandIn(files)
        postcard = PostcardCommand(in: folder, environment: ["POSTCARD_COMMONS_ENDPOINT": standIn.endpoint])
        _ = try await postcard.run("pin", "drop", "48.8584,2.2945", "--name", "Paris")
    }

    @Test func `Commons is the source without a key`() async throws {
        let opened = try await postcard.run("album", "open", "Paris", "--count", "2", "--json")
        #expect(opened.status == 0, "\(opened.errors)")
        let album = try opened.json(AlbumCommandTests.Listing.self)
        expectEqual(album.state, "ready")
        expectEqual(album.photos.map(\.number), [1, 2])
        expectEqual(album.notice?.contains("Wikimedia Commons"), true)
        #expect(album.photos.allSatisfy { $0.credit.contains("Example & Co.") })
        #expect(album.photos.allSatisfy { $0.page?.hasPrefix("https://commons.wikimedia.org/wiki/File:") == true })
        #expect(try await postcard.run("album", "list", "Paris").text.contains("each under its own license"))
        await standIn.stop()
    }

    @Test func `photos are chosen by license, text and date`() async throws {
        let opened = try await postcard.run(
            "album", "open", "Paris", "--count", "2", "--license", "cc0", "--text", "steps", "--since", "2015-01-01",
            "--json")
        #expect(opened.status == 0, "\(opened.errors)")
        let credits = try opened.json(AlbumCommandTests.Listing.self).photos.map(\.credit)
        #expect(credits.count == 2)
        #expect(credits.allSatisfy { $0.contains("CC0") })
        await standIn.stop()
    }

    @Test func `a failure to reach the server is recorded`() async throws {
        await standIn.stop()
        let opened = try await postcard.run("album", "open", "Paris")
        #expect(opened.status == 69)
        #expect(opened.errors.contains("Can't connect"))
        let album = try await postcard.run("album", "list", "Paris", "--json").json(AlbumCommandTests.Listing.self)
        #expect(album.state == "failed")
        #expect(album.problem?.contains("Can't connect") == true)
    }

    @Test func `a requested pause of ten minutes ends the command, and the next run continues`() async throws {
        await standIn.script([nil, .status(429, retryAfter: "600")], for: .picture)
        let slowed = try await postcard.run("album", "open", "Paris", "--count", "3")
        #expect(slowed.status == 75)
        #expect(slowed.errors.contains("600 s"))
        #expect(try await postcard.run("pin", "list").text.contains("failed"))
        let resumed = try await postcard.run("album", "open", "Paris")
        #expect(resumed.status == 0, "\(resumed.errors)")
        #expect(resumed.text.contains("3 photos"))
        #expect(await standIn.requests(.picture).count <= 5)
        await standIn.stop()
    }

    @Test func `pictures shared by two albums are stored once and kept until the last is removed`() async throws {
        _ = try await postcard.run("pin", "drop", "48.8585,2.2946", "--name", "Beside")
        for name in ["Paris", "Beside"] {
            let opened = try await postcard.run(
                "album", "open", name, "--count", "3", "--license", "cc0", "--since", "2018-01-01")
            #expect(opened.status == 0, "\(opened.errors)")
        }
        let first = try await postcard.run("album", "list", "Paris", "--json").json(AlbumCommandTests.Listing.self)
        let second = try await postcard.run("album", "list", "Beside", "--json").json(AlbumCommandTests.Listing.self)
        let shared = Set(first.photos.map(\.file)).intersection(second.photos.map(\.file))
        #expect(shared.count == 3)
        let duplicates = try await postcard.run("album", "duplicates")
        #expect(first.photos.filter { shared.contains($0.file) }.allSatisfy { duplicates.text.contains($0.id) })
        #expect(try await postcard.run("pin", "delete", "Paris").status == 0)
        #expect(try await postcard.run("library", "compact").status == 0)
        #expect(shared.allSatisfy { FileManager.default.fileExists(atPath: $0) })
        #expect(try await postcard.run("library", "check", "--read").status == 0)
        await standIn.stop()
    }

    @Test func `the help contains the notices of the services`() async throws {
        for arguments in [["album", "--help"], ["help", "album"]] {
            let text = try await postcard.run(arguments).text.split(whereSeparator: \.isWhitespace).joined(
                separator: " ")
            #expect(text.contains("not endorsed or certified by SmugMug, Inc."))
            #expect(text.contains("https://commons.wikimedia.org"))
        }
        let text = try await postcard.run("place", "--help").text
        #expect(text.contains("OpenStreetMap contributors"))
        #expect(text.contains("Powered by Foursquare"))
        await standIn.stop()
    }
}
