import Foundation
import PostcardPhotos
import PostcardSources
import PostcardTestSupport
import Testing

/// Searches, over loopback.
struct FlickrSearchTests {
    @Test func `every needed argument is sent`() async throws {
        try await FlickrLab.run { lab in
            var query = try PhotoQuery.aroundTower(radius: 1_234.5)
            query.text = "Café & C++ 100%"
            query.licenses = [License.allOnFlickr[4], License.allOnFlickr[9]]
            query.since = Date(timeIntervalSince1970: 1_600_000_000.5)
            query.safeSearch = .moderate
            _ = try await lab.source.photos(matching: query, page: 3)
            let sent = try #require(await lab.standIn.requests(.api).first?.query)
            let extras = Set(try #require(sent["extras"]).split(separator: ",").map(String.init))
            let expected = [
                "method": "flickr.photos.search", "api_key": FlickrLab.key, "format": "json", "nojsoncallback": "1",
                "lat": "48.858400", "lon": "2.294500", "radius": "1.235", "radius_units": "km",
                "min_upload_date": "1600000001", "text": "Café & C++ 100%", "license": "4,9", "safe_search": "2",
                "media": "photos", "content_types": "0", "per_page": "250", "page": "3",
            ]
            #expect(sent.filter { $0.key != "extras" } == expected)
            #expect(
                extras == [
                    "license", "owner_name", "path_alias", "geo", "date_taken", "media", "url_sq", "url_q", "url_t",
                    "url_s", "url_n", "url_w", "url_m", "url_z", "url_c", "url_l", "url_h", "url_k", "url_o",
                ])
        }
    }

    @Test func `the program sends its name`() async throws {
        try await FlickrLab.run { lab in
            _ = try await lab.firstPhoto()
            let agent = await lab.standIn.requests(.api).first?.headers["user-agent"]
            #expect(agent == "Postcard/1.0 (+https://example.org/)")
        }
    }

    @Test func `a search without a date finds old photos`() async throws {
        try await FlickrLab.run { lab in
            let page = try await lab.source.photos(matching: .aroundTower(), page: 1)
            expectEqual(page.photos.count, 40)
            expectEqual(page.total, 40)
            expectEqual(page.pageCount, 1)
        }
    }

    @Test func `a photo contains everything that an album needs`() async throws {
        try await FlickrLab.run { lab in
            let photo = try await lab.firstPhoto()
            expectEqual(photo.source, "flickr")
            expectEqual(photo.id, "59000000001")
            expectEqual(photo.title, "Picture 1")
            expectEqual(photo.ownerName, "Example Person 0")
            expectEqual(photo.ownerURL?.absoluteString, "https://www.flickr.com/photos/example-person-0")
            expectEqual(photo.pageURL?.absoluteString, "https://www.flickr.com/photos/example-person-0/59000000001")
            expectEqual(photo.license, .allRightsReserved)
            expectEqual(photo.dateTaken, "2024-01-09 21:14:03")
            let tower = try Coordinate(latitude: 48.8584, longitude: 2.2945)
            #expect(photo.coordinate == tower)
            #expect(
                photo.renditions.map(\.longEdge) == [
                    75, 100, 150, 240, 320, 400, 500, 640, 800, 1024, 1600, 2048, 2400,
                ])
            #expect(photo.renditions.allSatisfy { $0.isConfirmed })
            #expect(photo.renditions.filter { $0.kind == .cropped }.map(\.longEdge) == [75, 150])
            #expect(photo.renditions.last?.kind == .original)
        }
    }

    @Test func `the nearest photos are first`() async throws {
        try await FlickrLab.run { lab in
            let query = try PhotoQuery.aroundTower()
            let page = try await lab.source.photos(matching: query, page: 1)
            let distances = page.photos.compactMap { $0.coordinate.map(query.center.distance(to:)) }
            #expect(distances.count == 40)
            #expect(distances == distances.sorted())
        }
    }

    @Test func `only pages that Flickr serves are counted`() async throws {
        try await FlickrLab.run(photos: FlickrStandInPhoto.around(count: 5_000)) { lab in
            let query = try PhotoQuery.aroundTower()
            let first = try await lab.source.photos(matching: query, page: 1)
            expectEqual(first.total, 5_000)
            expectEqual(first.pageCount, 16)
            expectEqual(first.photos.count, 250)
            let last = try await lab.source.photos(matching: query, page: 16)
            #expect(last.photos.count == 250)
            #expect(Set(last.photos.map(\.id)).isDisjoint(with: first.photos.map(\.id)))
            // Beyond its last page, Flickr repeats photos from the first pages. They must not appear as new photos.
            let behind = try await lab.source.photos(matching: query, page: 17)
            #expect(behind.photos.isEmpty)
            #expect(behind.pageCount == 16)
        }
    }

    @Test func `no page contains a photo twice`() async throws {
        try await FlickrLab.run(adjust: { $0.quirks = [.repeatingPhotos, .unstableOrder] }) { lab in
            let page = try await lab.source.photos(matching: .aroundTower(), page: 1)
            #expect(page.photos.count == Set(page.photos.map(\.id)).count)
            #expect(page.photos.count == 38)
        }
    }

    @Test(arguments: [
        FlickrStandIn.Quirks.countsAsText, .placesAsNumbers, .sizesAsText, .emptyAlias, .licenseAsNumber, .brokenRecord,
    ])
    func `the form of the reply makes no difference`(quirk: FlickrStandIn.Quirks) async throws {
        var pages: [PhotoPage] = []
        for quirks in [[], quirk] {
            try await FlickrLab.run(adjust: { $0.quirks = quirks }) { lab in
                pages.append(try await lab.source.photos(matching: .aroundTower(), page: 1).withoutAddresses)
            }
        }
        #expect(pages[0] == pages[1])
        #expect(pages[0].photos.count == 40)
    }

    @Test func `a search without results returns an empty page`() async throws {
        for quirks in [FlickrStandIn.Quirks(), .countsAsText] {
            try await FlickrLab.run(photos: [], adjust: { $0.quirks = quirks }) { lab in
                let page = try await lab.source.photos(matching: .aroundTower(), page: 1)
                #expect(page == PhotoPage(photos: [], number: 1, pageCount: 0, total: 0, radius: 2_000))
            }
        }
    }

    @Test func `URLs are built if the reply has none`() async throws {
        try await FlickrLab.run(adjust: { $0.quirks = .withoutAddresses }) { lab in
            let photo = try await lab.firstPhoto()
            #expect(photo.renditions.map(\.longEdge) == [75, 100, 150, 240, 320, 400, 500, 640, 800, 1024])
            #expect(photo.renditions.allSatisfy { !$0.isConfirmed })
            for rendition in photo.renditions where rendition.kind == .scaled {
                let (download, bytes) = try await lab.source.download(
                    photo, atLeast: rendition.longEdge, maximumBytes: 1 << 20)
                #expect(download.rendition == rendition)
                #expect(bytes.jpegLongEdge == rendition.longEdge)
            }
        }
    }

    @Test func `videos are skipped`() async throws {
        var photos = FlickrStandInPhoto.around(count: 3)
        photos[1].isVideo = true
        try await FlickrLab.run(photos: photos) { lab in
            let page = try await lab.source.photos(matching: .aroundTower(), page: 1)
            #expect(page.photos.map(\.id) == ["59000000001", "59000000003"])
        }
    }

    @Test(arguments: [
        (0, false, "2024-01-09 21:14:03", "2024-01-09 21:14:03"), (4, false, "2024-01-01 00:00:00", "2024-01"),
        (6, false, "2024-01-01 00:00:00", "2024"), (8, false, "1936-01-01 00:00:00", "circa 1936"),
        (0, true, "2024-01-09 21:14:03", nil), (0, false, "0000-00-00 00:00:00", nil),
    ])
    func `only the known part of a date is kept`(granularity: Int, isUnknown: Bool, sent: String, read: String?)
        async throws
    {
        var photos = FlickrStandInPhoto.around(count: 1)
        photos[0].takenGranularity = granularity
        photos[0].isTakenUnknown = isUnknown
        photos[0].taken = sent
        try await FlickrLab.run(photos: photos) { lab in
            let photo = try await lab.firstPhoto()
            #expect(photo.dateTaken == read)
        }
    }

    @Test func `licenses and words narrow the search`() async throws {
        try await FlickrLab.run { lab in
            var query = try PhotoQuery.aroundTower()
            query.licenses = [License.allOnFlickr[4], License.allOnFlickr[16]]
            let licensed = try await lab.source.photos(matching: query, page: 1)
            #expect(licensed.photos.count == 5)
            #expect(Set(licensed.photos.map(\.license.id)) == ["cc-by-2.0", "cc-by-nc-nd-4.0"])
            query.text = "street"
            let both = try await lab.source.photos(matching: query, page: 1)
            #expect(both.photos.map(\.id) == ["59000000022", "59000000034"])
        }
    }

    @Test func `a license that Flickr lacks finds nothing, without a request`() async throws {
        try await FlickrLab.run { lab in
            var query = try PhotoQuery.aroundTower()
            query.licenses = [try JSONDecoder().decode(License.self, from: Data(Self.gplJSON.utf8))]
            let page = try await lab.source.photos(matching: query, page: 1)
            #expect(page.photos.isEmpty)
            #expect(page.pageCount == 0)
            #expect(await lab.standIn.requests(.api).isEmpty)
        }
    }

    private static let gplJSON = """
        {"id":"gpl-3.0","name":"GPL","allowsDerivatives":true,"requiresAttribution":true}
        """

    @Test func `the radius is limited to Flickr's maximum`() async throws {
        try await FlickrLab.run { lab in
            let page = try await lab.source.photos(matching: .aroundTower(radius: 90_000), page: 1)
            #expect(page.radius == 31_999)
            #expect(await lab.standIn.requests(.api).first?.query["radius"] == "31.999")
        }
    }

    @Test(arguments: [(0.0, 1), (-5, 1), (.nan, 1), (100, 0)])
    func `an invalid query is rejected without a request`(radius: Double, page: Int) async throws {
        try await FlickrLab.run { lab in
            let query = try PhotoQuery.aroundTower(radius: radius)
            let error = await #expect(throws: SourceError.self) {
                try await lab.source.photos(matching: query, page: page)
            }
            #expect(error?.code == .badQuery)
            #expect(await lab.standIn.requests(.api).isEmpty)
        }
    }

    @Test func `at most one search per second is sent`() async throws {
        try await FlickrLab.run { lab in
            for page in 1...4 {
                _ = try await lab.source.photos(matching: .aroundTower(), page: page)
            }
            #expect(lab.clock.sleeps == [.seconds(1), .seconds(1), .seconds(1)])
        }
    }

    @Test func `the notice is the one that Flickr requires`() async throws {
        try await FlickrLab.run { lab in
            #expect(
                lab.source.notice
                    == "This product uses the Flickr API but is not endorsed or certified by SmugMug, Inc.")
            #expect(lab.source.name == "flickr")
        }
    }

    @Test func `the default URLs are Flickr's`() {
        #expect(FlickrSource.defaultEndpoint.absoluteString == "https://api.flickr.com/services/rest/")
        #expect(FlickrSource.defaultPictureHost.absoluteString == "https://live.staticflickr.com/")
    }
}
