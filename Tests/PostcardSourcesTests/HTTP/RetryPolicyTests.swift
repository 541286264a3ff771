import Testing

import PostcardPhotos
@testable import PostcardSources

struct RetryPolicyTests {
    private let policy = RetryPolicy(
        maximumAttempts: 10, baseDelay: .seconds(2), maximumDelay: .seconds(60), maximumRetryAfter: .seconds(120))

    @Test(arguments: [(1, 1.0, 2.0), (2, 2, 4), (3, 4, 8), (5, 16, 32), (6, 30, 60), (9, 30, 60)])
    func `the delay doubles up to the maximum`(attempt: Int, least: Double, most: Double) {
        #expect(policy.delay(forAttempt: attempt, after: .garbled, random: 0) == .seconds(least))
        #expect(policy.delay(forAttempt: attempt, after: .garbled, random: 0.5) == .seconds((least + most) / 2))
        let longest = policy.delay(forAttempt: attempt, after: .garbled, random: 1 - 0x1p-53) ?? .zero
        #expect(longest <= .seconds(most))
        #expect(longest > .seconds(most * 0.999))
    }

    @Test func `huge numbers do not overflow`() {
        let patient = RetryPolicy(maximumAttempts: .max)
        #expect(patient.delay(forAttempt: .max - 1, after: .garbled, random: 0) == .seconds(30))
        #expect(patient.delay(forAttempt: .min, after: .garbled, random: 0) == .seconds(1))
    }

    @Test func `the last attempt is not retried`() {
        #expect(policy.delay(forAttempt: 9, after: .garbled, random: 0) != nil)
        #expect(policy.delay(forAttempt: 10, after: .garbled, random: 0) == nil)
        #expect(RetryPolicy(maximumAttempts: 1).delay(forAttempt: 1, after: .garbled, random: 0) == nil)
    }

    @Test(arguments: 100...599)
    func `only a transient status is retried`(status: Int) {
        let isTried = policy.delay(forAttempt: 1, after: .status(status, retryAfter: nil), random: 0) != nil
        let isPassing = [408, 425, 429].contains(status) || (status >= 500 && status != 501 && status != 505)
        #expect(isTried == isPassing)
    }

    @Test(arguments: [
        (HTTPClientError.Code.cannotConnect, true), (.timedOut, true), (.connectionLost, true), (.badProtocol, true),
        (.badAddress, false), (.tooManyRedirects, false), (.bodyTooLarge, false),
    ])
    func `only a transient transport error is retried`(code: HTTPClientError.Code, isTried: Bool) {
        #expect((policy.delay(forAttempt: 1, after: .transport(code), random: 0) != nil) == isTried)
    }

    @Test func `an unreachable server is abandoned within seconds`() {
        let failure = RetryPolicy.Failure.transport(.cannotConnect)
        let waits = (1...5).map { RetryPolicy().delay(forAttempt: $0, after: failure, random: 1) }
        #expect(waits == [.milliseconds(500), .seconds(1), nil, nil, nil])
    }

    @Test(arguments: [(0, 1), (1, 1), (5, 5), (120, 120)])
    func `the delay is never shorter than Retry-After`(asked: Int, waited: Int) {
        let failure = RetryPolicy.Failure.status(503, retryAfter: .seconds(asked))
        #expect(policy.delay(forAttempt: 1, after: failure, random: 0) == .seconds(waited))
    }

    @Test func `a Retry-After beyond the maximum prevents a retry`() {
        let failure = RetryPolicy.Failure.status(429, retryAfter: .seconds(121))
        #expect(policy.delay(forAttempt: 1, after: failure, random: 0) == nil)
    }

    @Test func `a policy does not retry a request that another policy has abandoned`() async {
        let clock = RequestClock(InstantClock(), random: { 0 })
        func attempts(_ policy: RetryPolicy, _ attempt: () async throws -> Void) async throws {
            var number = 1
            while true {
                do { return try await attempt() } catch {
                    _ = try policy.delay(after: error, attempt: number, clock)
                    number += 1
                }
            }
        }
        var count = 0
        let error = await #expect(throws: SourceError.self) {
            try await attempts(policy) {
                try await attempts(RetryPolicy(maximumAttempts: 2)) {
                    count += 1
                    let wait = Duration.seconds(count)
                    throw FailedAttempt(
                        .unavailable, "Out of order.", retryAfter: wait, .status(503, retryAfter: wait))
                }
            }
        }
        #expect(count == 2)
        #expect(error == SourceError(.unavailable, "Out of order.", retryAfter: .seconds(2)))
    }
}
