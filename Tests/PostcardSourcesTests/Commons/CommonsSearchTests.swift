import Foundation
import PostcardFixtures
import PostcardPhotos
import PostcardTestSupport
import Testing

/// Searches on Wikimedia Commons, over loopback.
struct CommonsSearchTests {
    @Test func `photos are sorted nearest first, and contain everything that a credit needs`() async throws {
        try await CommonsLab.run { lab in
            let page = try await lab.search()
            expectEqual(page.photos.map(\.id), (0..<12).map { "\(90_000_000 - $0)" })
            expectEqual(page.pageCount, 1)
            expectEqual(page.total, 12)
            let photo = page.photos[0]
            expectEqual(photo.title, "View 1 of the tower")
            expectEqual(photo.ownerName, "Example & Co. 0")
            expectEqual(photo.ownerURL?.absoluteString, "https://commons.wikimedia.org/wiki/User:Example_0")
            expectEqual(
                photo.pageURL?.absoluteString, "https://commons.wikimedia.org/wiki/File:View_1_of_the_tower.jpg")
            expectEqual(photo.dateTaken, "2024-06-01 21:14:03")
            expectEqual(photo.coordinate?.description, "48.858400,2.294500")
            #expect(
                page.photos.prefix(5).map(\.license.id)
                    == ["cc-by-sa-4.0", "cc-by-2.0", "cc0-1.0", "public-domain", "commons-cc-by-sa-3.0-de"])
            #expect(page.photos.prefix(5).map(\.license.requiresAttribution) == [true, true, false, false, true])
            #expect(page.photos.allSatisfy { $0.license.allowsDerivatives })
        }
    }

    @Test func `renditions are thumbnails in standard widths and the original`() async throws {
        try await CommonsLab.run { lab in
            let photos = try await lab.search().photos
            #expect(photos[0].renditions.map(\.longEdge) == [250, 330, 500, 960, 1280, 1920, 2400])
            // This photo is taller than wide, and its width is a standard one.
            #expect(photos[2].renditions.map(\.longEdge) == [375, 495, 750, 1440, 1920, 2400])
            #expect(photos[0].renditions.allSatisfy { $0.url.query() == nil })
        }
    }

    @Test(arguments: [(100, 250), (960, 960), (1_000, 1_280), (2_048, 2_400), (9_000, 2_400)])
    func `the smallest sufficient size is fetched`(wanted: Int, expected: Int) async throws {
        try await CommonsLab.run { lab in
            let photo = try #require(try await lab.search().photos.first)
            let (download, bytes) = try await lab.source.download(photo, atLeast: wanted, maximumBytes: 1 << 24)
            #expect(download.rendition.longEdge == expected)
            #expect(bytes.jpegLongEdge == expected)
        }
    }

    @Test func `responses in several parts are joined`() async throws {
        try await CommonsLab.run(thumbnailsPerReply: 5) { lab in
            let page = try await lab.search()
            #expect(page.photos.count == 12)
            let calls = await lab.standIn.requests(.api)
            #expect(calls.count == 4)
            #expect(calls.map { $0.query["iicontinue"] != nil } == [false, false, true, true])
        }
    }

    @Test func `pages have fifty photos, and one list serves all pages`() async throws {
        try await CommonsLab.run(files: .around(count: 420)) { lab in
            let counts = try await [1, 8, 9, 10].asyncMap { try await lab.search(page: $0).photos.count }
            #expect(counts == [50, 50, 20, 0])
            let found = try await lab.search()
            #expect(found.pageCount == 9)
            let calls = await lab.standIn.requests(.api)
            #expect(calls.filter { $0.query["list"] == "geosearch" }.count == 1)
        }
    }

    /// The service lists at most 500 files. In a crowded place, these would be only the ones nearest to the center.
    @Test func `crowded places are searched in smaller circles`() async throws {
        try await CommonsLab.run(files: .around(count: 1_700)) { lab in
            let first = try await lab.search(radius: 1_000)
            #expect(first.total > 1_650)
            #expect(first.total <= 1_700)
            let center = try PhotoQuery.aroundTower(radius: 1_000).center
            let last = try await lab.search(radius: 1_000, page: first.pageCount).photos
            let distances = (first.photos + last).compactMap { $0.coordinate.map { center.distance(to: $0) } }
            #expect(distances == distances.sorted())
            #expect((900...1_000).contains(distances.last ?? 0))
            let searches = await lab.standIn.requests(.api).filter { $0.query["list"] == "geosearch" }
            #expect(searches.map { $0.query["gsradius"] } == ["1000"] + Array(repeating: "500", count: 7))
        }
    }

    @Test func `an empty place has no pages`() async throws {
        try await CommonsLab.run(files: []) { lab in
            let page = try await lab.search()
            #expect(page.photos.isEmpty)
            #expect(page.pageCount == 0)
            #expect(await lab.standIn.requests(.api).count == 1)
        }
    }

    @Test(arguments: [(1.0, 10.0), (2_000, 2_000), (50_000, 10_000)])
    func `the radius is limited to the searchable range`(asked: Double, searched: Double) async throws {
        try await CommonsLab.run { lab in
            let found = try await lab.search(radius: asked)
            #expect(found.radius == searched)
            #expect(await lab.standIn.requests(.api).first?.query["gsradius"] == "\(Int(searched))")
        }
    }

    @Test func `files that are not pictures are skipped`() async throws {
        var files = [CommonsStandInFile].around(count: 4)
        files[0].mime = "application/pdf"
        files[1].mime = "video/webm"
        files[2].metadata = [:]
        try await CommonsLab.run(files: files) { lab in
            let photos = try await lab.search().photos
            #expect(photos.count == 2)
            #expect(photos[0].license.id == "unknown-commons")
            #expect(!photos[0].license.allowsDerivatives)
            #expect(photos[0].title == "View 3 of the tower")
            #expect(photos[0].ownerName.isEmpty)
        }
    }

    @Test func `words, licenses and dates narrow the search`() async throws {
        try await CommonsLab.run(files: .around(count: 20)) { lab in
            let harbour = try await lab.search { $0.text = "Harbour steps" }.photos
            #expect(harbour.count == 10)
            let free = try await lab.search { $0.licenses = License.matching("public-domain") }.photos
            #expect(Set(free.map(\.license.id)) == ["cc0-1.0", "public-domain"])
            let since = try Date("2020-01-01T00:00:00Z", strategy: .iso8601)
            let found = try await lab.search { $0.since = since }
            #expect(found.photos.count == 8)
        }
    }

    @Test func `the user agent that Wikimedia requires is sent`() async throws {
        try await CommonsLab.run { lab in
            _ = try await lab.search()
            #expect(
                await lab.standIn.requests(.api).allSatisfy {
                    $0.headers["user-agent"] == "Postcard/1.0 (+https://example.org/)" && $0.query["maxlag"] == "5"
                })
        }
        try await CommonsLab.run(contact: "nobody") { lab in
            let error = await #expect(throws: SourceError.self) { try await lab.search() }
            #expect(error?.code == .refused)
        }
    }

    @Test(arguments: [
        ("search-continues.json", 3), ("search-one-batch.json", 3), ("search-with-warning.json", 1),
        ("search-empty.json", 0),
    ])
    func `recorded descriptions are read`(name: String, count: Int) async throws {
        var files = [CommonsStandInFile].around(count: 4)
        for index in files.indices { files[index].pageID = 90_000_001 + index }
        try await CommonsLab.run(files: files) { lab in
            let reply = StandInFault.json(Fixture.replies("commons/\(name)").text)
            let last = StandInFault.json(Fixture.replies("commons/search-last-batch.json").text)
            await lab.standIn.script([nil, reply, last], for: .api)
            let photos = try await lab.search().photos
            #expect(photos.count == count)
            #expect(photos.allSatisfy { !$0.title.isEmpty && !$0.ownerName.contains("<") })
        }
    }
}

extension [Int] {
    fileprivate func asyncMap<Value>(_ body: (Int) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await body(element)) }
        return values
    }
}
