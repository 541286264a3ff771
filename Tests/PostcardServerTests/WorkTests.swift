import PostcardCore
import PostcardTestSupport
import Testing

@testable import PostcardServer

@Suite struct WorkTests {
    private typealias WeightedSemaphore = PostcardServer.WeightedSemaphore

    @Test func `no more permits than the limit are in use`() async throws {
        let admission = WeightedSemaphore(total: 10, of: .pixels, queueLimit: 100, timeout: .seconds(3_600))
        let used = Shared((now: 0, most: 0))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    try await admission.with(4) {
                        used.change { $0 = ($0.now + 4, max($0.most, $0.now + 4)) }
                        await Task.yield()
                        used.change { $0.now -= 4 }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(used.value.most <= 8)
        #expect(admission.load == (0, 0))
    }

    /// Holds the whole semaphore while `body` runs.
    private static func occupy(_ admission: WeightedSemaphore, _ body: () async throws -> Void) async throws {
        let gate = TestGate()
        let first = Task { try await admission.with(1) { await gate.pass() } }
        await gate.waitUntilReached()
        try await body()
        await gate.open()
        try await first.value
    }

    @Test func `a full queue rejects new waiters immediately`() async throws {
        let admission = WeightedSemaphore(total: 1, of: .pixels, queueLimit: 0, timeout: .seconds(3_600))
        try await Self.occupy(admission) {
            await #expect(throws: HTTPError.overloaded(.pixels)) { try await admission.with(1) {} }
        }
    }

    @Test func `waiting ends at the time limit`() async throws {
        let admission = WeightedSemaphore(total: 1, of: .pixels, queueLimit: 10, timeout: .milliseconds(1))
        try await Self.occupy(admission) {
            await #expect(throws: HTTPError.overloaded(.pixels)) { try await admission.with(1) {} }
        }
    }

    @Test func `a canceled waiter leaves the queue`() async throws {
        let admission = WeightedSemaphore(total: 1, of: .pixels, queueLimit: 10, timeout: .seconds(3_600))
        try await Self.occupy(admission) {
            let second = Task { try await admission.with(1) {} }
            second.cancel()
            await #expect(throws: CancellationError.self) { try await second.value }
        }
        try await admission.with(1) {}
        #expect(admission.load == (0, 0))
    }

    @Test func `the same work is done once`() async throws {
        let flights = SingleFlight<String, Int>()
        let gate = TestGate()
        let count = Shared(0)
        let executor = SteppingExecutor()
        let tasks = (0..<10).map { _ in
            Task(executorPreference: executor) {
                try await flights.value(for: "a") {
                    await gate.pass()
                    count.change { $0 += 1 }
                    return count.value
                }
            }
        }
        await executor.settle()
        #expect(flights.waiters(for: "a") == tasks.count)
        await gate.open()
        for task in tasks { #expect(try await task.value == 1) }
        #expect(flights.waiters(for: "a") == 0)
    }

    @Test func `work stops when the last waiter leaves`() async throws {
        let flights = SingleFlight<String, Int>()
        let gate = TestGate()
        let wasCancelled = Shared(false)
        let task = Task {
            try await flights.value(for: "a") {
                await gate.pass()
                wasCancelled.change { $0 = Task.isCancelled }
                try Task.checkCancellation()
                return 1
            }
        }
        await gate.waitUntilReached()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(wasCancelled.value)
    }

    @Test func `a new key empties a full memory, but a new value for an old key does not`() {
        let memory = BoundedMemory<Int, String>(limit: 2)
        memory[1] = "a"
        memory[2] = "b"
        memory[2] = "c"
        memory[3] = nil
        #expect([1, 2, 3].map { memory[$0] } == ["a", "c", nil])
        memory[3] = "d"
        #expect([1, 2, 3].map { memory[$0] } == [nil, nil, "d"])
    }

    @Test func `a permit grows until the limit is reached`() throws {
        let admission = WeightedSemaphore(total: 10, of: .pixels, queueLimit: 1, timeout: .seconds(3_600))
        do {
            let first = try admission.permit(4)
            let second = try admission.permit()
            try second.grow(by: 6)
            #expect(throws: HTTPError.overloaded(.pixels)) { try first.grow(by: 1) }
            #expect(admission.load.used == 10)
            withExtendedLifetime((first, second)) {}
        }
        #expect(admission.load.used == 0)
        // A permit for everything can exceed the limit, because no other permit is in use.
        let all = try admission.permit(25)
        try all.grow(by: 5)
        #expect(admission.load.used == 10)
        withExtendedLifetime(all) {}
    }
}
