import Testing

@testable import PostcardSources

struct RateLimiterTests {
    private let clock = InstantClock()

    private func limiter(interval: Duration) -> RateLimiter {
        RateLimiter(interval: interval, clock: RequestClock(clock, random: { 0 }))
    }

    @Test func firstRequestPassesAtOnce() async throws {
        try await limiter(interval: .seconds(1)).waitForTurn()
        #expect(clock.sleeps.isEmpty)
    }

    @Test func nextRequestWaitsOnlyForTheRest() async throws {
        let limiter = limiter(interval: .seconds(1))
        try await limiter.waitForTurn()
        clock.advance(by: .milliseconds(400))
        try await limiter.waitForTurn()
        #expect(clock.sleeps == [.milliseconds(600)])
        clock.advance(by: .seconds(5))
        try await limiter.waitForTurn()
        #expect(clock.sleeps.count == 1)
    }

    @Test func manyAtOnceAreSpreadOut() async throws {
        let limiter = limiter(interval: .seconds(1))
        try await withThrowingTaskGroup { group in
            for _ in 0..<20 {
                group.addTask { try await limiter.waitForTurn() }
            }
            try await group.waitForAll()
        }
        #expect(clock.now.offset == .seconds(19))
    }

    @Test func pauseHoldsEverybodyAndIsNeverShortened() async throws {
        let limiter = limiter(interval: .zero)
        await limiter.pause(for: .seconds(30))
        await limiter.pause(for: .seconds(5))
        try await limiter.waitForTurn()
        try await limiter.waitForTurn()
        #expect(clock.sleeps == [.seconds(30)])
    }

    @Test func cancelledWaitEnds() async throws {
        let limiter = limiter(interval: .seconds(1))
        try await limiter.waitForTurn()
        let waiting = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await limiter.waitForTurn()
        }
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }
}
