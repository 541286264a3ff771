internal import Logging
internal import PlatformFoundation
internal import PostcardCore
internal import PostcardSources
internal import Synchronization

/// Sends batches of spans, again where the collector says so, and tells in the log of those that were lost.
final class TraceSender: Sendable {
    /// What a collector answers.
    struct Answer: Sendable {
        var status: Int
        var retryAfter: Duration?
        var body: [UInt8] = []
    }

    /// What time and chance the sender depends on.
    struct Surroundings: Sendable {
        var now: @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
        var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
        var random: @Sendable () -> Double = { .random(in: 0..<1) }
    }

    private struct Loss {
        var spans = 0
        /// The time before which nothing is told.
        var silence: ContinuousClock.Instant?
    }

    private static let policy = RetryPolicy(
        maximumAttempts: 6, baseDelay: .seconds(1), maximumDelay: .seconds(10), maximumRetryAfter: .seconds(30),
        maximumConnectionAttempts: 6, connectionDelay: .seconds(1))
    /// The time between two lines of the log.
    private static let silence = Duration.seconds(60)
    private static let messageLimit = 200

    private let document: TraceDocument
    private let limit: Duration
    private let logger: Logger
    private let surroundings: Surroundings
    private let post: @Sendable ([UInt8]) async throws -> Answer
    private let loss = Mutex(Loss())

    /// - Parameters:
    ///   - document: makes the body of a request.
    ///   - limit: the time after which a batch is not tried again.
    ///   - logger: told of what is lost, once a minute at most.
    ///   - surroundings: time and chance.
    ///   - post: sends a body.
    init(
        _ document: TraceDocument, limit: Duration, logger: Logger, surroundings: Surroundings = Surroundings(),
        post: @escaping @Sendable ([UInt8]) async throws -> Answer
    ) {
        (self.document, self.limit, self.logger) = (document, limit, logger)
        (self.surroundings, self.post) = (surroundings, post)
    }

    /// Sends a batch, or loses it; `dropped` is the number of spans that were lost before.
    func send(_ spans: [RecordedSpan.Ended], dropped: Int) async {
        if dropped > 0 { lost(dropped, "more came than could be sent") }
        let body = document.bytes(of: spans)
        let end = surroundings.now() + limit
        var attempt = 1
        while true {
            let failure: (RetryPolicy.Failure, reason: String)
            do {
                let answer = try await post(body)
                switch answer.status {
                case 200...299: return taken(answer.body)
                case 429, 502, 503, 504:
                    failure = (
                        .status(answer.status, retryAfter: answer.retryAfter),
                        "the collector answers with status \(answer.status)"
                    )
                default: return lost(spans.count, "the collector answers with status \(answer.status)")
                }
            } catch {
                failure = (.transport(.cannotConnect), "the collector does not answer: \(type(of: error))")
            }
            guard let delay = Self.policy.delay(forAttempt: attempt, after: failure.0, random: surroundings.random()),
                surroundings.now() + delay < end, (try? await surroundings.sleep(delay)) != nil
            else { return lost(spans.count, failure.reason) }
            attempt += 1
        }
    }

    /// Tells of what was lost and not told of yet; `unsent` spans never came here.
    func end(unsent: Int = 0) {
        let spans = loss.withLock { $0.spans } + unsent
        if spans > 0 { tell(spans, "the service ends") }
    }

    /// A collector may have taken a part alone, and says so in its answer; what else it says matters to nobody.
    private func taken(_ body: [UInt8]) {
        guard let answer = try? body.withUnsafeBytes({ try JSONValue(parsing: $0) })["partialSuccess"] else { return }
        let rejected = answer["rejectedSpans"].flatMap { $0.string.flatMap { Int($0) } ?? $0.integer } ?? 0
        let message = answer["errorMessage"]?.string ?? ""
        if rejected > 0 || !message.isEmpty {
            lost(max(0, rejected), "the collector takes a part: \(message.prefix(Self.messageLimit))")
        }
    }

    private func lost(_ spans: Int, _ reason: String) {
        let now = surroundings.now()
        let told = loss.withLock { loss -> Int? in
            loss.spans = loss.spans.addingReportingOverflow(spans).partialValue
            if let silence = loss.silence, now < silence { return nil }
            defer { loss = Loss(silence: now + Self.silence) }
            return loss.spans
        }
        if let told { tell(told, reason) }
    }

    private func tell(_ spans: Int, _ reason: String) {
        logger.warning("spans of traces are lost", metadata: ["spans": "\(spans)", "reason": "\(reason)"])
    }
}
