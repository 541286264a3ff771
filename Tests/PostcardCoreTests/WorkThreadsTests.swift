import Foundation
import PostcardCore
import PostcardTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct WorkThreadsTests {
    @TaskLocal private static var word = ""

    @MainActor @Test func `work runs on another thread, but in the caller's task`() async throws {
        let seen = try await Self.$word.withValue("kept") {
            try await WorkThreads.pictures.run { (Thread.isMainThread, Self.word) }
        }
        #expect(seen == (false, "kept"))
    }

    @Test func `work sees the cancellation of its task`() async throws {
        let isRunning = Shared(false)
        let task = Task {
            try await WorkThreads.disk.run {
                isRunning.change { $0 = true }
                while true { try Task.checkCancellation() }
            }
        }
        _ = try await isRunning.value { $0 }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
