import Foundation
import PostcardSources
import PostcardTestSupport
import Testing

@testable import PostcardServer

/// Origins that accept a request but do not respond.
@Suite(.timeLimit(.minutes(1))) struct HangingOriginTests {
    /// A server that responds until it hangs, pictures from that server, and a stopped clock.
    private struct Lab: Sendable {
        let origin: TestHTTPServer
        let remote: RemotePictures
        let fetched: FetchedPictures
        let seconds = Shared(0)
        let isHanging = Shared(false)
        let requests = Shared<[String]>([])
        /// Opened by a test to let the origin respond after all.
        let response = TestGate()
        /// Opened by a test when a request has waited long enough.
        let timer = TestGate()
        let waits = Shared<[Duration]>([])

        init(staleSeconds: Int = 1_000) async throws {
            let picture = try TestPicture.jpeg()
            let (seconds, isHanging, requests, response) = (seconds, isHanging, requests, response)
            let origin = try await TestHTTPServer { request in
                requests.change { $0.append(request.path) }
                if isHanging.value { await response.pass() }
                return TestHTTPReply(headers: [(name: "ETag", value: "\"1\"")], body: picture)
            }
            self.origin = origin
            let start = ContinuousClock().now
            let now: @Sendable () -> ContinuousClock.Instant = { start + .seconds(seconds.value) }
            let fetched = FetchedPictures(
                cache: nil, memoryBytes: 1 << 20,
                lifetimes: .init(web: .seconds(60), object: .seconds(60), stale: .seconds(staleSeconds)), now: now,
                secondsSince1970: { seconds.value })
            self.fetched = fetched
            func admission(_ total: Int) -> WeightedSemaphore {
                WeightedSemaphore(total: total, of: .fetches, queueLimit: 100, timeout: .seconds(3_600))
            }
            let (timer, waits) = (timer, waits)
            remote = RemotePictures(
                web: GuardedFetcher(
                    policy: .init(
                        hosts: [HostPattern("127.0.0.1:\(origin.port)")], allowsPrivateAddresses: true,
                        maximumBytes: 1 << 20, timeout: .seconds(3_600)),
                    resolver: FixedResolver(addresses: [IPAddress(bytes: [127, 0, 0, 1])]), userAgent: "test"),
                objects: ObjectFetcher(
                    storage: ObjectStorage(
                        environment: ObjectStore(origin).environment, userAgent: UserAgent(value: "test"),
                        idleTimeout: .seconds(3_600)),
                    maximumBytes: 1 << 20, timeout: .seconds(3_600)),
                fetching: admission(8), bytes: admission(1 << 24), fetched: fetched, metrics: ServerMetrics(), now: now,
                wait: { time in
                    waits.change { $0.append(time) }
                    await timer.pass()
                    try Task.checkCancellation()
                })
        }

        func location(_ name: String, isObject: Bool) throws -> RemotePictures.Location {
            isObject
                ? .object(try #require(ObjectAddress("s3://photos/\(name)"))) : .web("\(origin.address)/photos/\(name)")
        }
    }

    @Test(arguments: [false, true], [RemotePictures.Need.usual, .identity, .bytes])
    func `a request for a known picture waits three seconds for its origin, once`(
        isObject: Bool, need: RemotePictures.Need
    ) async throws {
        let lab = try await Lab()
        let (first, second) = (
            try lab.location("a.jpg", isObject: isObject), try lab.location("b.jpg", isObject: isObject)
        )
        for location in [first, second] { #expect(try await !lab.remote.find(location, .usual).entry.isStale) }
        lab.seconds.change { $0 = 100 }
        lab.isHanging.change { $0 = true }
        let request = Task { try await lab.remote.find(first, need) }
        await lab.timer.waitUntilReached()
        await lab.response.waitUntilReached()
        await lab.timer.open()
        #expect(try await request.value.entry.isStale)
        #expect(lab.waits.value == [.seconds(3)])
        // Requests for this picture, or for another one from the same server, do not wait. The server gets no request.
        for location in [first, second] { #expect(try await lab.remote.find(location, need).entry.isStale) }
        #expect(lab.waits.value.count == 1)
        #expect(lab.requests.value == ["/photos/a.jpg", "/photos/b.jpg", "/photos/a.jpg"])
        await lab.response.open()
        await lab.origin.stop()
    }

    @Test func `the response to an abandoned request is used`() async throws {
        let lab = try await Lab()
        let location = try lab.location("a.jpg", isObject: false)
        _ = try await lab.remote.find(location, .usual)
        lab.seconds.change { $0 = 100 }
        lab.isHanging.change { $0 = true }
        let request = Task { try await lab.remote.find(location, .usual) }
        await lab.response.waitUntilReached()
        request.cancel()
        await #expect(throws: CancellationError.self) { try await request.value }
        // Another request joins the running one.
        async let other = lab.remote.find(location, .usual)
        await lab.response.open()
        #expect(try await !other.entry.isStale)
        #expect(lab.requests.value.count == 2)
        #expect(lab.fetched.usable(location.key)?.isStale == false)
        await lab.origin.stop()
    }

    @Test func `requests wait for unknown and expired pictures`() async throws {
        let lab = try await Lab(staleSeconds: 10)
        let location = try lab.location("a.jpg", isObject: false)
        _ = try await lab.remote.find(location, .usual)
        lab.seconds.change { $0 = 100 }
        await lab.response.open()
        lab.isHanging.change { $0 = true }
        for name in ["a.jpg", "b.jpg"] {
            #expect(try await !lab.remote.find(try lab.location(name, isObject: false), .usual).entry.isStale)
        }
        #expect(lab.waits.value.isEmpty)
        await lab.origin.stop()
    }

    @Test func `a stale picture that is revalidated in time is fresh`() async throws {
        let lab = try await Lab()
        let location = try lab.location("a.jpg", isObject: true)
        _ = try await lab.remote.find(location, .usual)
        lab.seconds.change { $0 = 100 }
        #expect(try await !lab.remote.find(location, .usual).entry.isStale)
        #expect(lab.fetched.usable(location.key)?.isStale == false)
        await lab.origin.stop()
    }
}
