import PostcardCore
import PostcardImaging
import PostcardLibrary
import PostcardSources
import Synchronization
import Tracing

/// Results in object storage, where all replicas find them, behind the cache of each.
///
/// It never holds up a request for long, and never fails one: a store that is slow or away has nothing, and what cannot be written soon is
/// not written.
final class SharedResults: Sendable {
    /// A result that waits to be written.
    private struct Job {
        let bytes: [UInt8]
        let address: ObjectAddress
        let type: String
        /// That of the request which made the result.
        let context: ServiceContext?
    }
    private struct State {
        var waiting: [Job] = []
        /// Bytes of those that wait, and of those that are written.
        var byteCount = 0
        var writers: [Int: Task<Void, Never>] = [:]
        var isEnding = false
    }
    private static let queueLimit = 64
    private static let byteLimit = 32 << 20
    private static let writerCount = 4
    /// The time that finding a result may take, and that of writing those that wait when the service ends.
    private static let readingTime = Duration.seconds(2)
    private static let endingTime = Duration.seconds(2)
    /// The field with the SHA-256 of a result.
    private static let hashField = "x-amz-meta-sha256"
    /// Bytes that a request counts before its answer comes.
    private static let leastBytes = 64 << 10

    private let prefix: ObjectAddress
    private let storage: ObjectStorage
    private let metrics: ServerMetrics
    private let breaker: StoreBreaker
    private let room = WeightedSemaphore(
        total: SharedResults.byteLimit, of: .responseBytes, queueLimit: 0, timeout: .zero)
    private let state = Mutex(State())

    /// - Parameters:
    ///   - prefix: the beginning of the keys of all results; empty, or with `/` at its end.
    ///   - metrics: counts what is found and written.
    ///   - now: tells the time.
    init(
        _ prefix: ObjectAddress, storage: ObjectStorage, metrics: ServerMetrics,
        now: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        (self.prefix, self.storage, self.metrics) = (prefix, storage, metrics)
        breaker = StoreBreaker(now: now)
    }

    /// True while the store answers, as far as is known.
    var isReachable: Bool { breaker.isClosed }

    /// The number of results that wait to be written.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// The address of a result: all of a source lie together, in one of 256 folders, since stores count requests by prefix.
    func address(of key: ResultKey, source: String?) -> ObjectAddress {
        let tag = "\(SourceTag(source ?? ""))"
        return prefix.with(key: "\(prefix.key)\(tag.prefix(2))/\(tag)/\(key.name)")
    }

    /// The file of a result; `nil` when it is not there, or cannot be had soon.
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
            // Something else may lie there, or a part of it.
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
            // No room and no time of our own are not the store's fault, unless it takes too long.
            if isCancelled || (error as? HTTPError)?.refusal != nil { breaker.abandoned() } else { breaker.failed() }
            guard !isCancelled else { throw CancellationError() }
            metrics.count(.sharedReads, outcome: "failed")
        }
        return nil
    }

    /// Does an exchange with the store, and tells its time.
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

    /// Has a result written soon; not at all when too many wait.
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

    /// Writes what waits, until nothing does.
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

    /// Writes what waits, as far as that takes no more than a few seconds, and takes nothing more.
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

/// Keeps requests away from a store that does not answer: after some failures in a row it is left alone for a while, then tried once.
final class StoreBreaker: Sendable {
    private enum State {
        case closed(failures: Int)
        case open(until: ContinuousClock.Instant)
        /// One request finds out whether the store is back.
        case trying
    }
    /// Failures in a row after which it is left alone, and for how long.
    static let failureLimit = 5
    static let pause = Duration.seconds(10)

    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State.closed(failures: 0))

    init(now: @escaping @Sendable () -> ContinuousClock.Instant) { self.now = now }

    /// True while requests would be let through, as far as one can tell without making one.
    var isClosed: Bool {
        state.withLock { if case .closed = $0 { true } else { false } }
    }

    /// Tells whether a request may be made; whoever makes it tells how it ended.
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

    func succeeded() { state.withLock { $0 = .closed(failures: 0) } }

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

    /// Notes that a request was given up, which tells nothing about the store: the next one tries it.
    func abandoned() {
        let time = now()
        state.withLock { if case .trying = $0 { $0 = .open(until: time) } }
    }
}

/// A short name for a picture that others are made of, by which all of them can be removed from caches and from the store of results: the
/// first 16 digits of the SHA-256 of its name in addresses.
struct SourceTag: Sendable, CustomStringConvertible {
    let description: String

    init(_ name: String) { description = String(BlobHash(of: Array(name.utf8)).description.prefix(16)) }
}
