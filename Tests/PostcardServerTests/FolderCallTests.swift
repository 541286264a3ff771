import HTTPTypes
import NIOPosix
import PostcardTestSupport
import Testing

@testable import PostcardServer

@Suite final class FolderCallTests {
    private let clock = ManualClock()
    private let disk = HangingDisk()
    private let threads = NIOThreadPool(numberOfThreads: FolderCalls.maximumCalls)
    private let calls: FolderCalls

    init() {
        threads.start()
        calls = FolderCalls(in: "/pictures", on: threads, clock: clock)
    }

    deinit {
        disk.respond()
        threads.shutdownGracefully { _ in }
    }

    /// Starts a call that hangs, and lets its time limit pass.
    private func hang() async throws {
        let (calls, disk) = (calls, disk)
        let call = Task { try await calls.run { disk.call() } }
        try await clock.sleepers(atLeast: 1)
        clock.advance(by: FolderCalls.limit)
        await #expect(throws: calls.refusal) { try await call.value }
    }

    @Test func `a call returns its result or throws its error`() async throws {
        #expect(try await calls.run { 7 } == 7)
        await #expect(throws: HTTPError.notFound) { try await self.calls.run { throw HTTPError.notFound } }
        #expect(!calls.isHanging)
    }

    @Test func `a call that hangs is abandoned, and other calls are rejected until it ends`() async throws {
        try await hang()
        #expect(calls.isHanging)
        expectEqual(calls.refusal.status, .serviceUnavailable)
        await #expect(throws: calls.refusal) { try await self.calls.run { 7 } }
        disk.respond()
        while calls.isHanging { await Task.yield() }
        #expect(try await calls.run { 7 } == 7)
    }

    @Test func `the time limit for a file grows with its size`() {
        expectEqual(FolderCalls.limit(for: 0), .seconds(5))
        expectEqual(FolderCalls.limit(for: 40_000_000), .seconds(45))
    }

    @Test func `a canceled request stops waiting, and its folder is not treated as hanging`() async throws {
        let (calls, disk) = (calls, disk)
        let call = Task { try await calls.run { disk.call() } }
        _ = try await disk.calls.value { $0 == 1 }
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(!calls.isHanging)
    }
}
