import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardSources
import Synchronization
import Tracing

/// The shared store: results in object storage, which all replicas check after their own caches.
///
/// The store never delays a request for long, and never makes a request fail. A slow or unreachable store is treated as empty. If too many
/// results wait to be written, further results are dropped.
final class SharedResults: Sendable {
    /// A result waiting to be written.
    private struct Job {
        let bytes: [UInt8]
        let address: ObjectAddress
        let type: String
        /// The service context of the request that made the result, for the request's trace.
        let context: ServiceContext?
    }
    /// The state of the circuit breaker: after several failures in a row, the store is not used for a while. After that time, a single
    /// request tries the store again.
    private enum Breaker {
        case closed(failures: Int)
        case open(until: ContinuousClock.Instant)
        /// One request is trying the store.
        case trying
    }
    private struct State {
        var breaker = Breaker.closed(failures: 0)
        var waiting: [Job] = []
        /// The number of bytes of all results that are waiting to be written or being written.
        var byteCount = 0
        var writers: [Int: Task<Void, Never>] = [:]
        var isEnding = false
    }
    /// The number of consecutive failures that opens the breaker.
    static let failureLimit = 5
    /// The time for which the breaker stays open.
    private static let pause = Duration.seconds(10)
    private static let queueLimit = 64
    private static let byteLimit = 32 << 20
    private static let writerCount = 4
    /// The timeouts for reading one result, and for writing all waiting results at shutdown.
    private static let readingTime = Duration.seconds(2)
    private static let endingTime = Duration.seconds(2)
    /// The metadata field with the SHA-256 of a result.
    private static let hashField = "x-amz-meta-sha256"
    /// The number of bytes that a read takes from the budget before the result's size is known.
    private static let minimumBytes = 64 << 10

    private let prefix: ObjectAddress
    private let storage: ObjectStorage
    private let metrics: ServerMetrics
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> ContinuousClock.Instant
    private let budget = WeightedSemaphore(
        total: SharedResults.byteLimit, of: .responseBytes, queueLimit: 0, timeout: .zero)
    private let state = Mutex(State())

    /// - Parameters:
    ///   - prefix: the prefix of all result keys; empty, or with a trailing `/`.
    ///   - metrics: counts reads and writes.
    ///   - clock: the clock for the timeouts.
    ///   - now: returns the time.
    init(
        _ prefix: ObjectAddress, storage: ObjectStorage, metrics: ServerMetrics, clock: any Clock<Duration>,
        now: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        (self.prefix, self.storage, self.metrics, self.clock, self.now) = (prefix, storage, metrics, clock, now)
    }

    /// True unless the store is being avoided because of recent failures.
    var isReachable: Bool {
        state.withLock { if case .closed = $0.breaker { true } else { false } }
    }

    /// The number of results waiting to be written.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Returns the URL of a result. Each source has a folder for its results, inside one of 256 top folders, because stores limit the
    /// request rate for each prefix.
    func address(of key: ResultKey, source: String?) -> ObjectAddress {
        let tag = "\(SourceTag(source ?? ""))"
        return prefix.with(key: "\(prefix.key)\(tag.prefix(2))/\(tag)/\(key.name)")
    }

    /// Reads the file of a result; returns `nil` if it is missing or can't be read in time.
    ///
    /// - Throws: `CancellationError`.
    func read(_ key: ResultKey, source: String?, format: ImageFormat) async throws -> [UInt8]? {
        guard let permit = try? budget.permit(Self.minimumBytes) else {
            metrics.count(.sharedReads, outcome: "skipped")
            return nil
        }
        defer { withExtendedLifetime(permit) {} }
        let address = address(of: key, source: source)
        let result = try await exchange("read", .sharedReads, address) { [storage] in
            try await withDeadline(Self.readingTime, on: clock) {
                try await storage.read(
                    address, maximumBytes: Self.byteLimit, fields: RequestTrace.fields, attempts: 1,
                    count: { try permit.grow(by: $0) })
            }
        }
        guard let result else { return nil }
        // The object might be wrong or incomplete, so its format and hash are checked.
        guard case .bytes(let bytes, _, let headers) = result, ImageFormat(sniffing: bytes.span.bytes) == format,
            headers.contains(where: {
                $0.name.lowercased() == Self.hashField && $0.value == "\(BlobHash(of: bytes))"
            })
        else {
            metrics.count(.sharedReads, outcome: "miss")
            return nil
        }
        metrics.count(.sharedReads, outcome: "hit")
        return bytes
    }

    /// Sends a request to the store unless the breaker is open, and records its time in the metrics and the trace.
    ///
    /// - Returns: the result of `work`; `nil` if no request was sent, or if the request failed.
    /// - Throws: `CancellationError`.
    func exchange<Value>(
        _ operation: String, _ metric: Metric, _ address: ObjectAddress, _ work: () async throws -> Value
    ) async throws -> Value? {
        guard begin() else {
            metrics.count(metric, outcome: "skipped")
            return nil
        }
        do {
            let value = try await metrics.measure(.store) {
                try await withStageSpan("store", kind: .client) { span in
                    span?.set(["postcard.operation": .string(operation), "aws.s3.bucket": .string(address.bucket)])
                    return try await work()
                }
            }
            state.withLock { $0.breaker = .closed(failures: 0) }
            return value
        } catch {
            let isCancelled = Task.isCancelled || error is CancellationError
            // If this service's memory budget is exhausted, the store is not at fault.
            fail(isStoreError: !isCancelled && (error as? HTTPError)?.refusal == nil)
            guard !isCancelled else { throw CancellationError() }
            metrics.count(metric, outcome: "failed")
            return nil
        }
    }

    /// Returns true if a request is allowed. After the pause, a single request is allowed to try the store.
    private func begin() -> Bool {
        let now = now()
        return state.withLock { state in
            switch state.breaker {
            case .closed: return true
            case .open(let time) where now >= time:
                state.breaker = .trying
                return true
            case .open, .trying: return false
            }
        }
    }

    /// Records a failed request. If the store was not at fault, the next request tries the store again.
    private func fail(isStoreError: Bool) {
        let now = now()
        state.withLock { state in
            switch state.breaker {
            case .closed(let failures) where isStoreError && failures + 1 < Self.failureLimit:
                state.breaker = .closed(failures: failures + 1)
            case .closed where isStoreError: state.breaker = .open(until: now + Self.pause)
            case .trying: state.breaker = .open(until: isStoreError ? now + Self.pause : now)
            case .closed, .open: break
            }
        }
    }

    /// Queues a result for writing, or drops the result if too many are waiting.
    func write(_ bytes: [UInt8], _ key: ResultKey, source: String?, type: String) {
        let job = Job(bytes: bytes, address: address(of: key, source: source), type: type, context: .current)
        let isQueued = state.withLock { state in
            guard !state.isEnding, state.waiting.count < Self.queueLimit,
                state.byteCount + bytes.count <= Self.byteLimit
            else { return false }
            state.byteCount += bytes.count
            state.waiting.append(job)
            if let free = (0..<Self.writerCount).first(where: { state.writers[$0] == nil }) {
                state.writers[free] = Task { await self.writeAll(as: free) }
            }
            return true
        }
        if !isQueued { metrics.count(.sharedWrites, outcome: "dropped") }
    }

    /// Writes waiting results until there are none.
    private func writeAll(as number: Int) async {
        while true {
            let job = state.withLock { state -> Job? in
                if state.waiting.isEmpty { state.writers[number] = nil }
                return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
            }
            guard let job else { return }
            await write(job)
            state.withLock { $0.byteCount -= job.bytes.count }
        }
    }

    /// Writes one result.
    private func write(_ job: Job) async {
        do {
            let isWritten: Void? = try await ServiceContext.withValue(job.context) {
                try await exchange("write", .sharedWrites, job.address) {
                    try await storage.write(
                        job.bytes, to: job.address, type: job.type,
                        metadata: [(Self.hashField, "\(BlobHash(of: job.bytes))")], fields: RequestTrace.fields,
                        attempts: 1)
                }
            }
            if isWritten != nil { metrics.count(.sharedWrites, outcome: "written") }
        } catch {
            // The time for writing at shutdown is up.
            metrics.count(.sharedWrites, outcome: "failed")
        }
    }

    /// Stops accepting results, and writes the waiting results within `endingTime`.
    func end() async {
        let writers = state.withLock { state in
            state.isEnding = true
            return Array(state.writers.values)
        }
        let deadline = clock.deadline(after: Self.endingTime)
        let timer = Task {
            try await deadline.wait()
            writers.forEach { $0.cancel() }
        }
        for writer in writers { await writer.value }
        timer.cancel()
    }
}
