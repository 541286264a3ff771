import PostcardTestSupport
import Testing

@testable import PostcardFiles

@Suite struct PictureJobTimeTests {
    private let clock = ManualClock()

    private func code(_ work: () async throws -> Void) async -> PictureJobError.Code? {
        do {
            try await work()
            return nil
        } catch {
            return (error as? PictureJobError)?.code
        }
    }

    @Test func `waiting between the parts of a job does not use up its time`() async throws {
        let time = PictureJobTime(limit: .seconds(5), on: clock)
        for part in 0..<5 {
            #expect(try await time.spend { _ in part } == part)
            clock.advance(by: .seconds(60))
        }
    }

    @Test func `the parts of a job share its time`() async throws {
        let time = PictureJobTime(limit: .seconds(5), on: clock)
        let clock = clock
        func work(_ seconds: Int) async -> PictureJobError.Code? {
            await code {
                try await time.spend { deadline in
                    clock.advance(by: .seconds(seconds))
                    try PictureJobTime.check(deadline)
                }
            }
        }
        #expect(await work(3) == nil)
        #expect(await work(1) == nil)
        #expect(await work(2) == .timeout)
    }

    @Test func `a waiting part is stopped at the deadline`() async throws {
        let time = PictureJobTime(limit: .seconds(5), on: clock)
        let job = Task { await code { try await time.spend { _ in try await Task.sleep(for: .seconds(3_600)) } } }
        try await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(5))
        #expect(await job.value == .timeout)
    }

    @Test func `without a limit there is no deadline`() async throws {
        #expect(try await PictureJobTime(limit: nil, on: clock).spend { $0 == nil })
    }
}
