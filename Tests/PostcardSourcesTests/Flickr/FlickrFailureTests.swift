import Foundation
import PostcardPhotos
import PostcardSources
import PostcardTestSupport
import Testing

/// Searches while Flickr has problems, or with wrong arguments.
struct FlickrFailureTests {
    private func failure(
        after faults: [FlickrStandIn.Fault?], key: String = FlickrLab.key
    ) async throws -> (error: SourceError?, requests: Int, waits: [Duration]) {
        var result: (SourceError?, Int, [Duration]) = (nil, 0, [])
        try await FlickrLab.run(key: key) { lab in
            await lab.standIn.script(faults, for: .api)
            let error = await #expect(throws: SourceError.self) {
                try await lab.source.photos(matching: .aroundTower(), page: 1)
            }
            result = (error, await lab.standIn.requests(.api).count, lab.clock.sleeps)
        }
        return result
    }

    @Test(arguments: [
        (100, SourceError.Code.keyRefused), (1, .badQuery), (3, .badQuery), (18, .badQuery), (20, .badQuery),
        (77, .badQuery), (111, .badQuery), (112, .badQuery), (116, .badQuery), (99, .refused), (98, .refused),
        (4, .refused), (106, .badReply), (12_345, .badReply),
    ])
    func `a numbered failure is final`(number: Int, code: SourceError.Code) async throws {
        let (error, requests, waits) = try await failure(after: [.fail(code: number)])
        expectEqual(error?.code, code)
        expectEqual(error?.message.contains("error \(number)"), true)
        expectEqual(requests, 1)
        #expect(waits.isEmpty)
    }

    @Test(arguments: [
        FlickrStandIn.Fault.fail(code: 105), .fail(code: 201), .fail(code: 0), .fail(code: 10),
        .fail(code: 9_999, message: "Sorry, the Flickr API service is not currently available."), .trailingComma,
        .html, .body(""), .body("{"), .body("null"), .body(#"{"stat":"ok"}"#), .body("<?xml version=\"1.0\"?>"),
        .status(429), .status(500), .status(502), .status(503), .status(504), .hangUp, .cut(after: 100),
    ])
    func `a transient error is retried`(refusal: FlickrStandIn.Fault) async throws {
        try await FlickrLab.run { lab in
            await lab.standIn.script([refusal, refusal], for: .api)
            let page = try await lab.source.photos(matching: .aroundTower(), page: 1)
            #expect(page.photos.count == 40)
            #expect(await lab.standIn.requests(.api).count == 3)
            // Half of the backoff of 2 s and 4 s, plus the other half times the random number 0.5.
            #expect(lab.clock.sleeps == [.seconds(1.5), .seconds(3)])
            #expect(lab.log.lines.count == 2)
        }
    }

    @Test(arguments: [
        (FlickrStandIn.Fault.fail(code: 105), SourceError.Code.unavailable), (.html, .badReply),
        (.body("{"), .badReply), (.status(429), .rateLimited), (.status(503), .unavailable), (.hangUp, .unreachable),
        (.cut(after: 50), .unreachable),
    ])
    func `a permanent error is reported after five attempts`(refusal: FlickrStandIn.Fault, code: SourceError.Code)
        async throws
    {
        let (error, requests, waits) = try await failure(after: Array(repeating: refusal, count: 5))
        expectEqual(error?.code, code)
        expectEqual(requests, 5)
        expectEqual(waits, [.seconds(1.5), .seconds(3), .seconds(6), .seconds(12)])
    }

    @Test(arguments: [401, 403, 404, 400, 301])
    func `other statuses are final`(status: Int) async throws {
        let (error, requests, _) = try await failure(after: [.status(status)])
        expectEqual(error?.code, (status == 401 || status == 403 ? .refused : .badReply))
        expectEqual(error?.message.contains("\(status)"), true)
        expectEqual(requests, 1)
    }

    @Test func `Retry-After is respected`() async throws {
        try await FlickrLab.run { lab in
            await lab.standIn.script([.status(429, retryAfter: "7")], for: .api)
            _ = try await lab.source.photos(matching: .aroundTower(), page: 1)
            #expect(lab.clock.sleeps == [.seconds(7)])
        }
    }

    @Test func `a Retry-After beyond the limit is left to the caller`() async throws {
        let (error, requests, waits) = try await failure(after: [.status(429, retryAfter: "600")])
        expectEqual(error?.code, .rateLimited)
        expectEqual(error?.retryAfter, .seconds(600))
        expectEqual(requests, 1)
        #expect(waits.isEmpty)
    }

    @Test func `a callback wrapper around the JSON is removed`() async throws {
        try await FlickrLab.run { lab in
            let body = #"jsonFlickrApi({"photos":{"page":1,"pages":0,"perpage":250,"total":0,"photo":[]},"stat":"ok"})"#
            await lab.standIn.script([.body(body)], for: .api)
            let page = try await lab.source.photos(matching: .aroundTower(), page: 1)
            #expect(page.photos.isEmpty)
            #expect(lab.clock.sleeps.isEmpty)
        }
    }

    @Test(arguments: ["", "  \n", "short", "zzzz456789abcdef0123456789abcdef"])
    func `an invalid key is rejected`(key: String) async throws {
        let (error, _, waits) = try await failure(after: [], key: key)
        #expect(error?.code == .keyRefused)
        #expect(waits.isEmpty)
    }

    @Test func `an expired key is rejected with Flickr's reason`() async throws {
        try await FlickrLab.run(adjust: { $0.expiredKeys = [FlickrLab.key] }) { lab in
            let error = await #expect(throws: SourceError.self) {
                try await lab.source.photos(matching: .aroundTower(), page: 1)
            }
            #expect(error?.code == .keyRefused)
            #expect(error?.message.contains("expired") == true)
        }
    }

    @Test(arguments: [
        FlickrStandIn.Fault.fail(code: 100, message: "Unknown key \(FlickrLab.key)!"),
        .fail(code: 3, message: FlickrLab.key), .fail(code: 105, message: FlickrLab.key), .status(500), .status(403),
        .status(400), .html, .hangUp, .cut(after: 10), .redirect(to: "/services/rest/?again=1"),
    ])
    func `the key is never shown`(refusal: FlickrStandIn.Fault) async throws {
        try await FlickrLab.run { lab in
            await lab.standIn.script(Array(repeating: refusal, count: 8), for: .api)
            let error = await #expect(throws: SourceError.self) {
                try await lab.source.photos(matching: .aroundTower(), page: 1)
            }
            var shown = "\(String(describing: error)) \(String(reflecting: error)) \(lab.log.lines)"
            dump(error, to: &shown)
            dump(lab.source, to: &shown)
            #expect(!shown.contains(FlickrLab.key))
            #expect(shown.count > 100)
        }
    }

    @Test func `a silent server is abandoned after the policy's number of attempts`() async throws {
        // libcurl measures idle time in whole seconds of the real clock, so each attempt takes 3.7 s.
        let policy = RetryPolicy(maximumAttempts: 2)
        try await FlickrLab.run(idleTimeout: .milliseconds(50), retryPolicy: policy) { lab in
            await lab.standIn.script([.hang(after: 0), .hang(after: 500)], for: .api)
            let error = await #expect(throws: SourceError.self) {
                try await lab.source.photos(matching: .aroundTower(), page: 1)
            }
            expectEqual(error?.code, .unreachable)
            expectEqual(error?.message.contains("took too long"), true)
            expectEqual(lab.clock.sleeps, [.seconds(1.5)])
        }
    }

    @Test func `a search waits for a slow response`() async throws {
        try await FlickrLab.run { lab in
            let gate = TestGate()
            await lab.standIn.script([.wait(gate)], for: .api)
            async let page = lab.source.photos(matching: .aroundTower(), page: 1)
            await gate.waitUntilReached()
            await gate.open()
            let count = try await page.photos.count
            #expect(count == 40)
        }
    }

    @Test func `a canceled search ends without a source error`() async throws {
        try await FlickrLab.run { lab in
            let gate = TestGate()
            await lab.standIn.script([.wait(gate)], for: .api)
            let search = Task { try await lab.source.photos(matching: .aroundTower(), page: 1) }
            await gate.waitUntilReached()
            search.cancel()
            await #expect(throws: CancellationError.self) { try await search.value }
            #expect(await lab.standIn.requests(.api).count == 1)
            await gate.open()
        }
    }

    @Test func `a closed port is unreachable`() async throws {
        let clock = InstantClock()
        let source = FlickrSource(
            apiKey: APIKey(FlickrLab.key),
            // Port 1 is never assigned to a test's server.
            endpoint: try #require(URL(string: "http://127.0.0.1:1/services/rest/")),
            client: HTTPClient(userAgent: UserAgent(version: "1.0", contact: "https://example.org/")),
            clock: RequestClock(clock, random: { 0 }))
        let error = await #expect(throws: SourceError.self) {
            try await source.photos(matching: .aroundTower(), page: 1)
        }
        #expect(error?.code == .unreachable)
        #expect(error?.message.contains("Can't connect") == true)
        // An unreachable server is abandoned soon, because a person is waiting.
        #expect(clock.now.offset == .seconds(2))
    }
}
