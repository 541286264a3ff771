import Foundation
import PostcardFixtures
import PostcardImaging
import PostcardTestSupport
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct MemoryBudgetTests {
    private static let file = Fixture.small("jpeg-420.jpg").bytes

    @MainActor @Test func `pictures of the main actor are processed on other threads`() async throws {
        let budget = MemoryBudget(byteCount: 1 << 30)
        let isMain = Shared([Bool]())
        try await budget.run(1) {
            isMain.change { $0.append(Thread.isMainThread) }
            // A checkpoint within the work is called on the same thread.
            try ImageWork.run(checkpoint: { isMain.change { $0.append(Thread.isMainThread) } }) {
                _ = try Image(decoding: Self.file)
            }
        }
        #expect(isMain.value.count > 1)
        #expect(!isMain.value.contains(true))
        let picture = try OpenedPicture(Self.file)
        #expect(try await picture.image(budget: budget).image.size == picture.header.size)
        #expect(try await picture.file(as: .png, budget: budget).size == picture.header.size)
        #expect(try await Image.thumbnail(of: Self.file, fitting: .square(8), budget: budget).size.width <= 8)
    }

    @Test func `memory use stays within the budget`() async throws {
        for (amounts, most) in [([30, 30, 30, 30], 90), ([60, 60, 60], 60), ([900, 1, 1], 100)] {
            let budget = MemoryBudget(byteCount: 100, threads: 4)
            let used = Shared((now: 0, highest: 0))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for amount in amounts {
                    group.addTask {
                        try await budget.withPermits(amount) {
                            used.change { used in
                                used.now += min(amount, 100)
                                used.highest = max(used.highest, used.now)
                            }
                            await Task.yield()
                            used.change { $0.now -= min(amount, 100) }
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(used.value.highest <= most)
        }
    }

    @Test func `at most one picture per thread is processed at the same time`() async throws {
        let budget = MemoryBudget(byteCount: 100, threads: 2)
        let used = Shared((now: 0, highest: 0))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    try await budget.run(1) {
                        used.change { ($0.now, $0.highest) = ($0.now + 1, max($0.highest, $0.now + 1)) }
                        _ = try Image(decoding: Self.file)
                        used.change { $0.now -= 1 }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(used.value.highest <= 2)
    }

    @Test func `a canceled task stops its work at the next checkpoint`() async throws {
        let isRunning = Shared(false)
        let image = try Image(size: .square(100), fill: .white)
        let task = Task {
            try await MemoryBudget.shared.run(1) {
                isRunning.change { $0 = true }
                while true { _ = try image.blurred(sigma: 1) }
            }
        }
        _ = try await isRunning.value { $0 }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `a canceled task stops waiting`() async throws {
        let (budget, gate) = (MemoryBudget(byteCount: 1), TestGate())
        let holder = Task { try await budget.withPermits(1) { await gate.pass() } }
        await gate.waitUntilReached()
        let waiter = Task { try await budget.run(1) { _ = Issue.record("It began.") } }
        waiter.cancel()
        await #expect(throws: CancellationError.self) { try await waiter.value }
        await gate.open()
        try await holder.value
    }

    @Test func `errors of pictures are passed on`() async throws {
        let broken = Array(Self.file.prefix(300))
        let error = await #expect(throws: ImageError.self) {
            try await Image.thumbnail(of: broken, fitting: .square(8))
        }
        #expect(error == #expect(throws: ImageError.self) { try Image(decoding: broken) })
    }

    @Test func `a picture that claims to be large does not wait for the whole budget`() throws {
        let options = DecodingOptions(limits: DecodingLimits(pixels: 1_000_000))
        for file in Fixture.hostile {
            guard let picture = try? OpenedPicture(file.bytes) else { continue }
            #expect(picture.estimatedBytes(options, as: .gif) <= (4 + 27) * 1_000_000, "\(file)")
        }
    }
}
