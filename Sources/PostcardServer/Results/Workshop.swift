import NIOPosix
import PostcardCore
import PostcardImaging
import Synchronization
import Tracing

/// Does work on pictures, on threads of its own, as soon as there is room for their pixels and for the processes that decode them.
struct Workshop: Sendable {
    let limits: DecodingLimits
    /// Pixels in work.
    let pixels: WeightedSemaphore
    let decoders: PictureDecoders
    let threads: NIOThreadPool
    let metrics: ServerMetrics
    /// The time of the threads that one result may take.
    let renderingLimit: Duration
    let now: @Sendable () -> ContinuousClock.Instant

    /// The time of the threads that a result may take.
    func renderingTime() -> RenderingTime { RenderingTime(limit: renderingLimit, now: now) }

    /// Makes a picture of files that are in memory.
    ///
    /// - Throws: the errors of decoding, drawing and encoding; as ``work(on:decoding:within:_:)``.
    func make(
        _ renderer: any PictureRenderer, of files: [[UInt8]], as format: ImageFormat
    ) async throws -> MadePicture {
        let picture = try renderer.work(on: files, as: format, limits: limits)
        return try await work(on: picture.pixels, decoding: files, picture.make)
    }

    /// Does the work for a result, or a piece of it.
    ///
    /// - Parameters:
    ///   - count: pixels in memory at the same time, about.
    ///   - files: what is decoded, one after the other.
    ///   - time: that of the result; its own when `nil`.
    ///   - work: runs within `ImageWork`, whose checkpoint throws when it has to stop.
    func work<Value: Sendable>(
        on count: Int, decoding files: [[UInt8]] = [], within time: RenderingTime? = nil,
        _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        let time = time ?? renderingTime()
        return try await decoders.with(files.map(limits.processMemory).max() ?? 0) {
            let began = ContinuousClock.now
            let queue = StageSpan("queue")
            defer { queue?.end() }
            return try await pixels.with(count) {
                let isCancelled = CancellationFlag()
                // The threads know nothing of tasks and what they carry.
                let context = ServiceContext.current
                return try await withTaskCancellationHandler {
                    // The threads that answer requests must never wait for a picture.
                    try await threads.runIfActive {
                        queue?.end()
                        metrics.record(.queue, ContinuousClock.now - began)
                        return try ServiceContext.withValue(context) {
                            let (times, start) = (ImageWork.StepTimes(), DefaultTracerClock.now)
                            defer { record(times, from: start.nanosecondsSinceEpoch) }
                            return try ImageWork.timed(by: times) { try time.spend(isCancelled, on: work) }
                        }
                    }
                } onCancel: {
                    isCancelled.cancel()
                }
            }
        }
    }

    /// Tells metrics and the trace of the steps, there one after the other, although they take turns. `start` is in nanoseconds since 1970.
    private func record(_ times: ImageWork.StepTimes, from start: UInt64) {
        var start = start
        for (step, stage) in [(ImageWork.Step.decoding, Stage.decode), (.editing, .edit), (.encoding, .encode)]
        where times[step] > .zero {
            metrics.record(stage, times[step])
            let end = start + UInt64(times[step] / .nanoseconds(1))
            StageSpan.record(stage.rawValue, from: start, to: end)
            start = end
        }
    }
}

/// The time of the threads that one result may take, all its pieces together.
///
/// Time in queues does not count, so that how busy the service is hardly matters: what takes too long does so for what it is, and
/// would again.
final class RenderingTime: Sendable {
    /// The time is used up.
    struct Exceeded: Error, Equatable {
        let limit: Duration
    }

    private let limit: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    private let used = Mutex(Duration.zero)

    init(limit: Duration, now: @escaping @Sendable () -> ContinuousClock.Instant) {
        (self.limit, self.now) = (limit, now)
    }

    /// Does a piece of the work on the thread that calls.
    ///
    /// - Throws: what the work throws; `CancellationError` when nobody waits for it any more; `Exceeded` when the time is used up.
    func spend<Result>(_ isCancelled: CancellationFlag, on work: () throws -> Result) throws -> Result {
        let began = now()
        let before = used.withLock { $0 }
        defer { used.withLock { $0 = before + (now() - began) } }
        let checkpoint: @Sendable () throws -> Void = { [self] in
            try isCancelled.check()
            guard before + (now() - began) <= limit else { throw Exceeded(limit: limit) }
        }
        try checkpoint()
        return try ImageWork.run(checkpoint: checkpoint, work)
    }
}

/// Carries the cancellation of a task to a thread outside of it.
final class CancellationFlag: Sendable {
    private let isCancelled = Atomic(false)

    func cancel() { isCancelled.store(true, ordering: .relaxed) }

    /// - Throws: `CancellationError`.
    @Sendable func check() throws {
        if isCancelled.load(ordering: .relaxed) { throw CancellationError() }
    }
}

extension HTTPError {
    /// The response when a result takes too long. Not a 503, which would have the same asked again: the time is that of
    /// the work alone, and it would take as long the next time.
    init(_ error: RenderingTime.Exceeded) {
        self = .unprocessable(
            "This takes longer than \(error.limit.components.seconds) seconds to make. Ask for a smaller picture, or for "
                + "less on it.", .tooMuchWork)
    }
}
