import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardSources
import Synchronization
import Tracing

/// The shared store: results in object storage, which all replicas use behind their own caches.
///
/// It never delays a request for long, and never makes one fail: a slow or unreachable store counts as empty, and results are dropped when too many
/// wait to be written.
final class SharedResults: Sendable {
    /// A result that waits to be written.
    private struct Job {
        let bytes: [UInt8]
        let address: ObjectAddress
        let type: String
        /// The service context of the request that made the result, for its trace.
        let context: ServiceContext?
    }
    private struct State {
        var waiting: [Job] = []
        /// The bytes of all results that wait or are being written.
        var byteCount = 0
        var writers: [Int: Task<Void, Never>] = [:]
        var isEnding = false
    }
    private static let queueLimit = 64
    private static let byteLimit = 32 << 20
    private static let writerCount = 4
    /// The timeouts for reading one result, and for writing the waiting ones at shutdown.
    private static let readingTime = Duration.seconds(2)
    private static let endingTime = Duration.seconds(2)
    /// The metadata field with the SHA-256 of a result.
    private static let hashField = "x-amz-meta-sha256"
    /// The bytes that a read takes of the budget before its size is known.
    private static let leastBytes = 64 << 10

    private let prefix: ObjectAddress
    private let storage: ObjectStorage
    private let metrics: ServerMetrics
    private let breaker: StoreBreaker
    private let room = WeightedSemaphore(
        total: SharedResults.byteLimit, of: .responseBytes, queueLimit: 0, timeout: .zero)
    private let state = Mutex(State())

    /// - Parameters:
    ///   - prefix: the prefix of all results' keys; empty, or with `/` at its end.
    ///   - metrics: counts reads and writes.
    ///   - now: returns the time.
    init(
        _ prefix: ObjectAddress, storage: ObjectStorage, metrics: ServerMetrics,
        now: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        (self.prefix, self.storage, self.metrics) = (prefix, storage, metrics)
        breaker = StoreBreaker(now: now)
    }

    /// True while the store responds, as far as known.
    var isReachable: Bool { breaker.isClosed }

    /// The number of results that wait to be written.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Returns the address of a result. The results of a source share a folder, in one of 256 folders, since stores limit requests by prefix.
    func address(of key: ResultKey, source: String?) -> ObjectAddress {
        let tag = "\(SourceTag(source ?? ""))"
        return prefix.with(key: "\(prefix.key)\(tag.prefix(2))/\(tag)/\(key.name)")
    }

    /// Reads the file of a result; returns `nil` when it is missing, or cannot be read in time.
    ///
    /// - Throws: `CancellationError`.
    func read(_ key: ResultKey, source: String?, format: ImageFormat) async throws -> [UInt8]? {
        guard let permit = try? room.permit(Self.leastBytes), breaker.begin() else {
            metrics.count(.sharedReads, outcome: "skipped")
            return nil
        }
        defer { withExtendedLifetime(permit) {} }
        let address = address(of: key, source: source)
        do {
            let reading = try await exchange("read", address) { [storage] in
                try await withDeadline(Self.readingTime) {
                    try await storage.read(
                        address, maximumBytes: Self.byteLimit, fields: RequestTrace.fields, attempts: 1,
                        count: { try permit.grow(by: $0) })
                }
            }
            breaker.succeeded()
            // The object may be another one or a part, so format and hash are checked.
            if case .bytes(let bytes, _, let headers) = reading, ImageFormat(sniffing: bytes.span.bytes) == format,
                headers.contains(where: {
                    $0.name.lowercased() == Self.hashField && $0.value == "\(BlobHash(of: bytes))"
                })
            {
                metrics.count(.sharedReads, outcome: "hit")
                return bytes
            }
            metrics.count(.sharedReads, outcome: "miss")
        } catch {
            let isCancelled = Task.isCancelled || error is CancellationError
            // A full budget of this service says nothing about the store.
            if isCancelled || (error as? HTTPError)?.refusal != nil { breaker.abandoned() } else { breaker.failed() }
            guard !isCancelled else { throw CancellationError() }
            metrics.count(.sharedReads, outcome: "failed")
        }
        return nil
    }

    /// Runs a request to the store, with its time in metrics and trace.
    private func exchange<Value>(
        _ operation: String, _ address: ObjectAddress, _ work: () async throws -> Value
    ) async throws -> Value {
        try await metrics.measure(.store) {
            try await withStageSpan("store", kind: .client) { span in
                span?.set(["postcard.operation": .string(operation), "aws.s3.bucket": .string(address.bucket)])
                return try await work()
            }
        }
    }

    /// Queues a result for writing; drops it when too many wait.
    func write(_ bytes: [UInt8], _ key: ResultKey, source: String?, type: String) {
        let job = Job(bytes: bytes, address: address(of: key, source: source), type: type, context: .current)
        let isTaken = state.withLock { state in
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
        if !isTaken { metrics.count(.sharedWrites, outcome: "dropped") }
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
        guard breaker.begin() else { return metrics.count(.sharedWrites, outcome: "skipped") }
        do {
            try await ServiceContext.withValue(job.context) {
                try await exchange("write", job.address) {
                    try await storage.write(
                        job.bytes, to: job.address, type: job.type,
                        metadata: [(Self.hashField, "\(BlobHash(of: job.bytes))")], fields: RequestTrace.fields,
                        attempts: 1)
                }
            }
            breaker.succeeded()
            metrics.count(.sharedWrites, outcome: "written")
        } catch {
            breaker.failed()
            metrics.count(.sharedWrites, outcome: "failed")
        }
    }

    /// Accepts no more results, and writes the waiting ones within `endingTime`.
    func end() async {
        let writers = state.withLock { state in
            state.isEnding = true
            return Array(state.writers.values)
        }
        let timer = Task {
            try await Task.sleep(for: Self.endingTime)
            writers.forEach { $0.cancel() }
        }
        for writer in writers { await writer.value }
        timer.cancel()
    }
}

// MARK: Circuit breaker

/// A circuit breaker: after some failures in a row the store is not used for a while, then tried by one request.
final class StoreBreaker: Sendable {
    private enum State {
        case closed(failures: Int)
        case open(until: ContinuousClock.Instant)
        /// One request is trying the store.
        case trying
    }
    /// The number of failures in a row that opens the breaker.
    static let failureLimit = 5
    static let pause = Duration.seconds(10)

    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State.closed(failures: 0))

    init(now: @escaping @Sendable () -> ContinuousClock.Instant) { self.now = now }

    /// True while requests are allowed. Unlike ``begin()``, it changes nothing.
    var isClosed: Bool {
        state.withLock { if case .closed = $0 { true } else { false } }
    }

    /// Returns true when a request is allowed; its caller then has to report the outcome.
    func begin() -> Bool {
        let now = now()
        return state.withLock { state in
            switch state {
            case .closed: return true
            case .open(let time):
                guard now >= time else { return false }
                state = .trying
                return true
            case .trying: return false
            }
        }
    }

    /// Reports a response of the store.
    func succeeded() { state.withLock { $0 = .closed(failures: 0) } }

    /// Reports a failure of the store.
    func failed() {
        let time = now() + Self.pause
        state.withLock { state in
            switch state {
            case .closed(let failures) where failures + 1 < Self.failureLimit: state = .closed(failures: failures + 1)
            case .closed, .trying: state = .open(until: time)
            case .open: break
            }
        }
    }

    /// Reports a request that ended without an outcome, so that the next one tries the store.
    func abandoned() {
        let time = now()
        state.withLock { if case .trying = $0 { $0 = .open(until: time) } }
    }
}

// MARK: Tags

/// The cache tag of a source: the first 16 digits of the SHA-256 of its name. By it, all results of a source can be removed from caches and from the
/// shared store.
struct SourceTag: Sendable, CustomStringConvertible {
    let description: String

    init(_ name: String) { description = String(BlobHash(of: Array(name.utf8)).description.prefix(16)) }
}
