import Testing

@testable import PostcardSources

struct HostSessionTests {
    private let clock = InstantClock()

    private func session(interval: Duration, clock: InstantClock? = nil) -> HostSession {
        HostSession(
            service: "A test", client: HTTPClient(userAgent: UserAgent(value: "test")), policy: RetryPolicy(),
            interval: interval, clock: RequestClock(clock ?? self.clock, random: { 0 }))
    }

    @Test func `the first request is sent at once`() async throws {
        try await session(interval: .seconds(1)).waitForTurn()
        #expect(clock.sleeps.isEmpty)
    }

    @Test func `the next request waits only for the remaining time`() async throws {
        let session = session(interval: .seconds(1))
        try await session.waitForTurn()
        clock.advance(by: .milliseconds(400))
        try await session.waitForTurn()
        #expect(clock.sleeps == [.milliseconds(600)])
        clock.advance(by: .seconds(5))
        try await session.waitForTurn()
        #expect(clock.sleeps.count == 1)
    }

    @Test func `simultaneous requests are spread out`() async throws {
        let session = session(interval: .seconds(1))
        try await withThrowingTaskGroup { group in
            for _ in 0..<20 {
                group.addTask { try await session.waitForTurn() }
            }
            try await group.waitForAll()
        }
        #expect(clock.now.offset == .seconds(19))
    }

    @Test func `a task that is delayed before its wait still wakes in its turn`() async throws {
        let clock = InstantClock(tick: .milliseconds(10))
        let session = session(interval: .seconds(1), clock: clock)
        try await session.waitForTurn()
        let next = clock.elapsed + .seconds(1)
        try await session.waitForTurn()
        #expect(clock.deadlines == [next])
    }

    @Test func `a pause applies to all requests and is never shortened`() async throws {
        let session = session(interval: .zero)
        session.pause(for: .seconds(30))
        session.pause(for: .seconds(5))
        try await session.waitForTurn()
        try await session.waitForTurn()
        #expect(clock.sleeps == [.seconds(30)])
    }

    @Test func `a canceled wait ends`() async throws {
        let session = session(interval: .seconds(1))
        try await session.waitForTurn()
        let waiting = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await session.waitForTurn()
        }
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }
}
