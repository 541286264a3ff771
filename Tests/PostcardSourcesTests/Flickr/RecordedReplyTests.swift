import Foundation
import PostcardFixtures
import PostcardPhotos
import PostcardSources
import PostcardTestSupport
import Testing

/// Replies in the forms that Flickr has used over the years.
struct RecordedReplyTests {
    private func page(_ name: String, number: Int = 1) async throws -> PhotoPage {
        var result: PhotoPage?
        try await FlickrLab.run(photos: []) { lab in
            await lab.standIn.script([.body(Fixture.replies("flickr/\(name)").text)], for: .api)
            result = try await lab.source.photos(matching: .aroundTower(), page: number)
        }
        return try #require(result)
    }

    private func failure(_ name: String) async throws -> SourceError? {
        var result: SourceError?
        try await FlickrLab.run(photos: []) { lab in
            let refusal = FlickrStandIn.Fault.body(Fixture.replies("flickr/\(name)").text)
            await lab.standIn.script(Array(repeating: refusal, count: 5), for: .api)
            result = await #expect(throws: SourceError.self) {
                try await lab.source.photos(matching: .aroundTower(), page: 1)
            }
        }
        return result
    }

    /// The file, the requested page, the number of its photos, and the number of readable pages.
    @Test(arguments: [
        ("search-page-1.json", 1, 4, 3), ("search-page-2.json", 2, 4, 3), ("search-page-2-with-repeats.json", 2, 4, 3),
        ("search-page-3.json", 3, 2, 3), ("search-past-the-cap.json", 17, 0, 16), ("search-poole.json", 1, 7, 1),
        ("search-fuji.json", 1, 7, 1), ("search-old-types.json", 1, 1, 1), ("search-wrapped.js", 1, 1, 1),
        ("search-wrapped-by-name.js", 1, 1, 1), ("search-empty.json", 1, 0, 0),
        ("search-empty-old-types.json", 1, 0, 0),
        ("search-empty-blank-total.json", 1, 0, 0),
    ])
    func `a recorded search response is read`(name: String, number: Int, photos: Int, pages: Int) async throws {
        let page = try await page(name, number: number)
        #expect(page.photos.count == photos)
        #expect(page.pageCount == pages)
        #expect(page.photos.allSatisfy { !$0.renditions.isEmpty && $0.pageURL != nil && !$0.ownerName.isEmpty })
    }

    @Test func `old JSON types and host names are read`() async throws {
        let photo = try #require(try await page("search-old-types.json").photos.first)
        expectEqual(photo.license.id, "cc-by-2.0")
        try expectEqual(photo.coordinate, Coordinate(latitude: 50.6427, longitude: -1.9236))
        expectEqual(photo.dateTaken, "2025-06-21 12:31:06")
        let largest = try #require(photo.renditions.last)
        expectEqual(largest.width, 2048)
        expectEqual(largest.height, 1365)
        expectEqual(largest.url.absoluteString, "http://farm9.staticflickr.com/8191/59000000301_e7d558abe3_k.jpg")
    }

    @Test func `a photo without a position or date has none`() async throws {
        let photos = try await page("search-poole.json").photos
        #expect(photos.filter { $0.coordinate == nil }.count == 1)
        #expect(photos.filter { $0.dateTaken == nil }.count == 1)
    }

    @Test(arguments: [
        ("fail-key-expired.json", SourceError.Code.keyRefused), ("fail-key-format.json", .keyRefused),
        ("fail-key-unknown.json", .keyRefused), ("fail-wrapped.js", .keyRefused),
        ("fail-unavailable.json", .unavailable),
        ("fail-search-unavailable.json", .unavailable), ("fail-transient-0.json", .unavailable),
        ("fail-transient-201.json", .unavailable), ("fail-illogical.json", .badQuery),
        ("fail-parameterless.json", .badQuery), ("fail-offset.json", .badQuery), ("fail-bad-url.json", .badQuery),
        ("fail-format.json", .badQuery), ("fail-method.json", .badQuery), ("fail-machine-tags.json", .badQuery),
        ("fail-unknown-user.json", .badQuery), ("fail-too-many-tags.json", .badQuery),
        ("fail-bad-signature.json", .refused), ("fail-login.json", .refused), ("fail-pool.json", .refused),
        ("fail-write.json", .badReply), ("fail.xml", .badReply), ("search-cut.json", .badReply),
        ("http-502.html", .badReply), ("oauth-401.txt", .badReply),
    ])
    func `a failure is recognized`(name: String, code: SourceError.Code) async throws {
        let error = try await failure(name)
        #expect(error?.code == code)
    }
}
