internal import Synchronization

/// Spans that wait to be sent, a limited number, in batches: who adds one never waits.
final class SpanQueue: Sendable {
    private struct State {
        var waiting: [RecordedSpan.Ended] = []
        /// Those that there was no room for since the last batch.
        var dropped = 0
        var worker: Task<Void, Never>?
        /// The worker's time for a batch to fill.
        var pause: Task<Void, Never>?
        var isEnding = false
    }

    private let limit: Int
    private let batchLimit: Int
    private let delay: Duration
    private let sleep: @Sendable (Duration) async throws -> Void
    private let send: @Sendable (_ batch: [RecordedSpan.Ended], _ dropped: Int) async -> Void
    private let state = Mutex(State())

    /// - Parameters:
    ///   - limit: spans that wait at most.
    ///   - batchLimit: spans that are sent together.
    ///   - delay: the time that a span waits for others.
    ///   - sleep: waits.
    ///   - send: sends a batch, and tells how many spans there was no room for before it.
    init(
        limit: Int, batchLimit: Int, delay: Duration,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        send: @escaping @Sendable (_ batch: [RecordedSpan.Ended], _ dropped: Int) async -> Void
    ) {
        (self.limit, self.batchLimit, self.delay, self.sleep, self.send) = (limit, batchLimit, delay, sleep, send)
    }

    /// Adds a span, unless there is no room.
    func add(_ span: RecordedSpan.Ended) {
        let pause = state.withLock { state -> Task<Void, Never>? in
            guard !state.isEnding, state.waiting.count < limit else {
                state.dropped += 1
                return nil
            }
            state.waiting.append(span)
            // Detached: it works for all requests, not for the one whose task this is.
            if state.worker == nil { state.worker = Task.detached { await self.work() } }
            return state.waiting.count >= batchLimit ? state.pause : nil
        }
        pause?.cancel()
    }

    /// Sends what waits, as far as that takes no longer than `time`, and takes nothing more.
    ///
    /// - Returns: the number of spans that were not sent, and of those that there was no room for since the last batch.
    func end(within time: Duration) async -> Int {
        let (worker, pause) = state.withLock { state in
            state.isEnding = true
            return (state.worker, state.pause)
        }
        if let worker {
            pause?.cancel()
            let timer = Task { [sleep] in
                try await sleep(time)
                worker.cancel()
            }
            await worker.value
            timer.cancel()
        }
        return state.withLock { $0.waiting.count + $0.dropped }
    }

    /// Sends batches until nothing waits.
    private func work() async {
        while true {
            await fill()
            let batch = state.withLock { state -> ([RecordedSpan.Ended], Int)? in
                state.pause = nil
                guard !state.waiting.isEmpty, !Task.isCancelled else {
                    state.worker = nil
                    return nil
                }
                defer {
                    state.waiting.removeFirst(min(batchLimit, state.waiting.count))
                    state.dropped = 0
                }
                return (Array(state.waiting.prefix(batchLimit)), state.dropped)
            }
            guard let batch else { return }
            await send(batch.0, batch.1)
        }
    }

    /// Waits until there is a whole batch, or the first of its spans has waited for long enough.
    private func fill() async {
        let pause = state.withLock { state -> Task<Void, Never>? in
            guard state.waiting.count < batchLimit, !state.waiting.isEmpty, !state.isEnding else { return nil }
            let pause = Task<Void, Never>.detached { [sleep, delay] in _ = try? await sleep(delay) }
            state.pause = pause
            return pause
        }
        await pause?.value
    }
}
