import Foundation
import PostcardSources
import PostcardTestSupport
import Testing

@testable import PostcardServer

/// Origins that take a question and do not answer it.
@Suite(.timeLimit(.minutes(1))) struct HangingOriginTests {
    /// A server that answers until it hangs, pictures that come from it, and a clock that stands.
    private struct Lab: Sendable {
        let origin: TestHTTPServer
        let remote: RemotePictures
        let fetched: FetchedPictures
        let seconds = Shared(0)
        let isHanging = Shared(false)
        let questions = Shared<[String]>([])
        /// Opened to let the origin answer after all.
        let answer = TestGate()
        /// Opened when a request has waited long enough.
        let timer = TestGate()
        let waits = Shared<[Duration]>([])

        init(staleSeconds: Int = 1_000) async throws {
            let picture = try TestPicture.jpeg()
            let (seconds, isHanging, questions, answer) = (seconds, isHanging, questions, answer)
            let origin = try await TestHTTPServer { request in
                questions.change { $0.append(request.path) }
                if isHanging.value { await answer.pass() }
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

        func place(_ name: String, isObject: Bool) throws -> RemotePictures.Location {
            isObject
                ? .object(try #require(ObjectAddress("s3://photos/\(name)"))) : .web("\(origin.address)/photos/\(name)")
        }
    }

    @Test(arguments: [false, true], [RemotePictures.Need.usual, .identity, .bytes])
    func `who knows a picture waits three seconds for its origin, once`(
        isObject: Bool, need: RemotePictures.Need
    ) async throws {
        let lab = try await Lab()
        let (first, second) = (try lab.place("a.jpg", isObject: isObject), try lab.place("b.jpg", isObject: isObject))
        for place in [first, second] { #expect(try await !lab.remote.find(place, .usual).entry.isStale) }
        lab.seconds.change { $0 = 100 }
        lab.isHanging.change { $0 = true }
        let request = Task { try await lab.remote.find(first, need) }
        await lab.timer.waitUntilReached()
        await lab.answer.waitUntilReached()
        await lab.timer.open()
        #expect(try await request.value.entry.isStale)
        #expect(lab.waits.value == [.seconds(3)])
        // Neither for this picture nor for another one of that server, for which nobody asks now.
        for place in [first, second] { #expect(try await lab.remote.find(place, need).entry.isStale) }
        #expect(lab.waits.value.count == 1)
        #expect(lab.questions.value == ["/photos/a.jpg", "/photos/b.jpg", "/photos/a.jpg"])
        await lab.answer.open()
        await lab.origin.stop()
    }

    @Test func `the answer to a question that nobody waits for is taken`() async throws {
        let lab = try await Lab()
        let place = try lab.place("a.jpg", isObject: false)
        _ = try await lab.remote.find(place, .usual)
        lab.seconds.change { $0 = 100 }
        lab.isHanging.change { $0 = true }
        let request = Task { try await lab.remote.find(place, .usual) }
        await lab.answer.waitUntilReached()
        request.cancel()
        await #expect(throws: CancellationError.self) { try await request.value }
        // Another one finds the same question under way.
        async let other = lab.remote.find(place, .usual)
        await lab.answer.open()
        #expect(try await !other.entry.isStale)
        #expect(lab.questions.value.count == 2)
        #expect(lab.fetched.usable(place.key)?.isStale == false)
        await lab.origin.stop()
    }

    @Test func `what is not known, or too old, is waited for`() async throws {
        let lab = try await Lab(staleSeconds: 10)
        let place = try lab.place("a.jpg", isObject: false)
        _ = try await lab.remote.find(place, .usual)
        lab.seconds.change { $0 = 100 }
        await lab.answer.open()
        lab.isHanging.change { $0 = true }
        for name in ["a.jpg", "b.jpg"] {
            #expect(try await !lab.remote.find(try lab.place(name, isObject: false), .usual).entry.isStale)
        }
        #expect(lab.waits.value.isEmpty)
        await lab.origin.stop()
    }

    @Test func `what is old, but answered in time, is fresh`() async throws {
        let lab = try await Lab()
        let place = try lab.place("a.jpg", isObject: true)
        _ = try await lab.remote.find(place, .usual)
        lab.seconds.change { $0 = 100 }
        #expect(try await !lab.remote.find(place, .usual).entry.isStale)
        #expect(lab.fetched.usable(place.key)?.isStale == false)
        await lab.origin.stop()
    }
}
