import PostcardCore
import PostcardTestSupport
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct WeightedSemaphoreTests {
    private struct Refused: Error, Equatable {}

    @Test(arguments: [[5, 5, 5, 5], [100, 1, 1], [10, 10, 1]])
    func `the amount in use never exceeds the total`(amounts: [Int]) async throws {
        let semaphore = WeightedSemaphore(total: 10, refusal: Refused())
        let gauge = Gauge()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for amount in amounts {
                group.addTask {
                    try await semaphore.with(amount) {
                        gauge.take(min(amount, 10))
                        await Task.yield()
                        gauge.giveBack(min(amount, 10))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(gauge.highest <= 10)
        #expect(semaphore.load == (0, 0))
    }

    @Test func `a request that finds a full queue gets the given error`() async throws {
        let semaphore = WeightedSemaphore(total: 2, queueLimit: 0, refusal: Refused())
        let permit = try semaphore.permit(2)
        await #expect(throws: Refused()) { try await semaphore.with(1) {} }
        #expect(throws: Refused()) {
            try permit.grow(by: 0); _ = try semaphore.permit(1)
        }
        withExtendedLifetime(permit) {}
    }

    @Test func `requests are admitted in order of arrival, whatever their amounts`() async throws {
        let semaphore = WeightedSemaphore(total: 10, refusal: Refused())
        let order = Gauge()
        let tasks = SteppingExecutor()
        var permit: WeightedSemaphore<Refused>.Permit? = try semaphore.permit(5)
        #expect(semaphore.load == (5, 0))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (place, amount) in [10, 1, 1].enumerated() {
                group.addTask(executorPreference: tasks) { try await semaphore.with(amount) { order.take(amount) } }
                await tasks.settle()
                #expect(semaphore.load.waiting == place + 1)
            }
            withExtendedLifetime(permit) {}
            permit = nil
            try await group.waitForAll()
        }
        #expect(order.taken == [10, 1, 1])
    }

    @Test func `an error in the work releases its amount`() async throws {
        let semaphore = WeightedSemaphore(total: 1, refusal: Refused())
        await #expect(throws: CancellationError.self) { try await semaphore.with(1) { throw CancellationError() } }
        try await semaphore.with(1) {}
        #expect(semaphore.load == (0, 0))
    }
}

private final class Gauge: Sendable {
    private let state = Mutex((now: 0, highest: 0, taken: [Int]()))

    var highest: Int { state.withLock { $0.highest } }
    var taken: [Int] { state.withLock { $0.taken } }

    func take(_ amount: Int) {
        state.withLock { $0 = ($0.now + amount, max($0.highest, $0.now + amount), $0.taken + [amount]) }
    }

    func giveBack(_ amount: Int) { state.withLock { $0.now -= amount } }
}
