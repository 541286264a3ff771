import Foundation
import PostcardFixtures
import PostcardPhotos
import PostcardTestSupport
import Testing

/// Searches and downloads while Wikimedia has problems.
struct CommonsFailureTests {
    @Test(arguments: [
        ("error-maxlag.json", "5", Duration.seconds(5)), ("error-maxlag.json", "60", .seconds(60)),
        ("error-rate.json", "30", .seconds(30)), ("error-readonly.json", "7", .seconds(7)),
    ])
    func `requested pauses are observed`(name: String, retryAfter: String, wait: Duration) async throws {
        try await CommonsLab.run { lab in
            await lab.standIn.script(
                [.json(Fixture.replies("commons/\(name)").text, retryAfter: retryAfter)], for: .api)
            let page = try await lab.search()
            #expect(page.photos.count == 12)
            #expect(lab.clock.sleeps.contains(wait))
        }
    }

    @Test(arguments: [("error-radius.json", SourceError.Code.badQuery), ("error-coordinate.json", .badQuery)])
    func `permanent errors are not retried`(name: String, code: SourceError.Code) async throws {
        try await CommonsLab.run { lab in
            await lab.standIn.script([.json(Fixture.replies("commons/\(name)").text)], for: .api)
            let error = await #expect(throws: SourceError.self) { try await lab.search() }
            #expect(error?.code == code)
            #expect(await lab.standIn.requests(.api).count == 1)
        }
    }

    @Test(arguments: [#"{"error": {}}"#, #"{"error": {"code": 7, "info": "x"}}"#, #"{"error": "x"}"#])
    func `an error response without a code is not the expected JSON`(body: String) async throws {
        try await CommonsLab.run { lab in
            await lab.standIn.script(Array(repeating: .json(body), count: 5), for: .api)
            let error = await #expect(throws: SourceError.self) { try await lab.search() }
            #expect(error?.code == .badReply)
            #expect(
                error?.message == "Wikimedia Commons' response is not the expected JSON. Try again later.")
        }
    }

    @Test func `too many requests lead to a pause`() async throws {
        try await CommonsLab.run { lab in
            await lab.standIn.script(
                [.status(429, retryAfter: "11", body: Fixture.replies("commons/http-429.txt").text)], for: .api)
            let page = try await lab.search()
            #expect(page.photos.count == 12)
            #expect(lab.clock.sleeps.contains(.seconds(11)))
        }
    }

    @Test func `a pause of ten minutes is left to the caller`() async throws {
        try await CommonsLab.run { lab in
            let photo = try #require(try await lab.search().photos.first)
            await lab.standIn.script([.status(429, retryAfter: "600")], for: .picture)
            let error = await #expect(throws: SourceError.self) {
                try await lab.source.download(photo, atLeast: 500, maximumBytes: 1 << 24)
            }
            #expect(error?.code == .rateLimited)
            #expect(error?.retryAfter == .seconds(600))
        }
    }

    @Test func `pictures are fetched a second apart`() async throws {
        try await CommonsLab.run { lab in
            let photos = try await lab.search().photos
            let start = lab.clock.now.offset
            for photo in photos.prefix(3) {
                _ = try await lab.source.download(photo, atLeast: 250, maximumBytes: 1 << 24)
            }
            #expect(lab.clock.now.offset - start == .seconds(2))
        }
    }

    @Test func `a smaller width replaces a missing one`() async throws {
        try await CommonsLab.run { lab in
            let photo = try #require(try await lab.search().photos.first)
            await lab.standIn.script([.status(404)], for: .picture)
            let (download, _) = try await lab.source.download(photo, atLeast: 1_920, maximumBytes: 1 << 24)
            #expect(download.rendition.longEdge == 1_280)
        }
    }
}
