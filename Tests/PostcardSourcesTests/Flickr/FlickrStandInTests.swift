import Foundation
import PostcardCore
import PostcardPhotos
import PostcardSources
import PostcardTestSupport
import Testing

/// The stand-in itself, without the client under test.
struct FlickrStandInTests {
    /// Returns the status and body of the response to a call. The key and the format can be omitted.
    private func call(
        _ arguments: [String: String?], of standIn: FlickrStandIn
    ) async throws -> (status: Int, body: String) {
        var all: [String: String?] = [
            "method": "flickr.photos.search", "api_key": FlickrLab.key, "format": "json", "nojsoncallback": "1",
        ]
        all.merge(arguments) { $1 }
        let query = all.sorted { $0.key < $1.key }.compactMap { name, value in value.map { "\(name)=\($0)" } }
        return try await get("\(standIn.endpoint)?\(query.joined(separator: "&"))")
    }

    private func get(_ address: String) async throws -> (status: Int, body: String) {
        let client = HTTPClient(userAgent: UserAgent(version: "1.0", contact: "https://example.org/"))
        let response = try await client.send(
            HTTPClient.Request(url: address, maximumBodyBytes: 8 << 20, timeout: .seconds(120)))
        var bytes: [UInt8] = []
        for try await piece in response.body { bytes += piece }
        return (response.status, String(decoding: bytes, as: UTF8.self))
    }

    private struct Reply: Decodable {
        struct Page: Decodable {
            struct Photo: Decodable { let id: String }
            let page: Int
            let pages: Int
            let perpage: Int
            let total: Int
            let photo: [Photo]
        }
        let photos: Page
    }

    private func search(_ arguments: [String: String?], of standIn: FlickrStandIn) async throws -> Reply.Page {
        let body = try await call(arguments, of: standIn).body
        return try JSONDecoder().decode(Reply.self, from: Data(body.utf8)).photos
    }

    private func withStandIn(count: Int = 50, _ test: (FlickrStandIn) async throws -> Void) async throws {
        let standIn = try await FlickrStandIn(.init(photos: FlickrStandInPhoto.around(count: count)))
        try await test(standIn)
        await standIn.stop()
    }

    private static let place: [String: String?] = ["lat": "48.8584", "lon": "2.2945", "radius": "5"]

    @Test(
        arguments: [
            (["method": "flickr.photos.serch"], 112), (["format": "jsn"], 111), (["api_key": nil], 100),
            (["api_key": "abc"], 100), ([:], 3), (["min_upload_date": "2", "max_upload_date": "1"], 18),
            (["tags": Array(repeating: "a", count: 21).joined(separator: ","), "tag_mode": "all"], 1),
        ] as [([String: String?], Int)])
    func `a wrong call fails with status 200`(arguments: [String: String?], code: Int) async throws {
        try await withStandIn { standIn in
            let (status, body) = try await call(arguments, of: standIn)
            #expect(status == 200)
            #expect(body.hasPrefix("{\"stat\":\"fail\",\"code\":\(code),\"message\":\""))
        }
    }

    @Test func `the arguments determine the callback wrapper`() async throws {
        try await withStandIn { standIn in
            let place = Self.place
            #expect(try await call(place, of: standIn).body.hasPrefix("{\"photos\":"))
            let wrapped = try await call(place.merging(["nojsoncallback": nil]) { $1 }, of: standIn).body
            #expect(wrapped.hasPrefix("jsonFlickrApi({") && wrapped.hasSuffix("})"))
            let named = place.merging(["nojsoncallback": nil, "jsoncallback": "f"]) { $1 }
            #expect(try await call(named, of: standIn).body.hasPrefix("f({"))
            let xml = try await call(place.merging(["format": nil]) { $1 }, of: standIn).body
            #expect(xml.hasPrefix("<?xml"))
        }
    }

    @Test func `a search without a date finds the last twelve hours`() async throws {
        try await withStandIn { standIn in
            let recent = try await search(Self.place, of: standIn)
            #expect(recent.photo.map(\.id) == ["59000000025", "59000000050"])
            let all = try await search(Self.place.merging(["min_upload_date": "1"]) { $1 }, of: standIn)
            #expect(all.total == 50)
        }
    }

    @Test func `pages of a search by place are limited, and repeat after four thousand`() async throws {
        try await withStandIn(count: 4_300) { standIn in
            var arguments = Self.place.merging(["min_upload_date": "1", "per_page": "500"]) { $1 }
            let first = try await search(arguments, of: standIn)
            expectEqual(first.perpage, 250)
            expectEqual(first.photo.count, 250)
            expectEqual(first.pages, 18)
            expectEqual(first.total, 4_300)
            arguments["page"] = "17"
            #expect(try await search(arguments, of: standIn).photo.map(\.id) == first.photo.map(\.id))
            let byWord = try await search(["text": "picture", "per_page": "900"], of: standIn)
            #expect(byWord.perpage == 500)
            #expect(try await search(["text": "picture"], of: standIn).perpage == 100)
        }
    }

    @Test func `pictures have the sizes in the replies`() async throws {
        try await FlickrLab.run { lab in
            let photo = try await lab.firstPhoto()
            for rendition in photo.renditions {
                let (status, body) = try await get(rendition.url.absoluteString)
                #expect(status == 200)
                #expect(!body.isEmpty)
            }
            let wrongSecret = "\(lab.standIn.pictureHost)65535/\(photo.id)_0000000000_b.jpg"
            #expect(try await get(wrongSecret).status == 404)
            #expect(try await get("\(lab.standIn.pictureHost)65535/nothing.txt").status == 404)
        }
    }

    @Test func `the same arguments produce the same photos`() async throws {
        var replies: [String] = []
        for _ in 1...2 {
            try await withStandIn { standIn in
                let body = try await call(Self.place.merging(["min_upload_date": "1"]) { $1 }, of: standIn).body
                replies.append(body)
            }
        }
        #expect(replies[0] == replies[1])
        #expect(replies[0].contains("59000000050"))
    }

    @Test func `each fault happens once, in order`() async throws {
        try await withStandIn { standIn in
            await standIn.script([.status(429, retryAfter: "3"), nil, .fail(code: 105)], for: .api)
            var statuses: [Int] = []
            var failures: [Bool] = []
            for _ in 1...4 {
                let (status, body) = try await call(Self.place, of: standIn)
                statuses.append(status)
                failures.append(body.contains("fail"))
            }
            expectEqual(statuses, [429, 200, 200, 200])
            expectEqual(failures, [false, false, true, false])
            await expectEqual(standIn.requests(.api).count, 4)
            #expect(await standIn.requests(.picture).isEmpty)
        }
    }

    @Test func `pictures of the stand-in are JPEG files`() {
        for (width, height) in [(1, 1), (75, 75), (2400, 1600)] {
            let bytes = FlickrJPEG.picture(width: width, height: height, seed: 7)
            expectEqual(PictureSignature.picture(in: bytes), .jpeg)
            expectEqual(bytes.jpegLongEdge, max(width, height))
            expectEqual(bytes.suffix(2), [0xFF, 0xD9])
        }
    }
}
