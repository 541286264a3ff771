import NIOPosix
import PostcardCore
import PostcardImaging
import Synchronization
import Tracing

/// The execution of work on pictures, on threads of its own, with permits for pixels and decoding processes.
struct Workshop: Sendable {
    let limits: DecodingLimits
    /// The permits for pixels in work.
    let pixels: WeightedSemaphore
    let decoders: PictureDecoders
    let threads: NIOThreadPool
    let metrics: ServerMetrics
    /// The thread time that one result may take.
    let renderingLimit: Duration
    let now: @Sendable () -> ContinuousClock.Instant

    /// Returns a new limit of thread time for one result.
    func renderingTime() -> RenderingTime { RenderingTime(limit: renderingLimit, now: now) }

    /// Renders a picture of files in memory.
    ///
    /// - Throws: the errors of decoding, drawing and encoding; as ``work(on:decoding:within:_:)``.
    func make(
        _ renderer: any PictureRenderer, of files: [[UInt8]], as format: ImageFormat
    ) async throws -> MadePicture {
        let picture = try renderer.work(on: files, as: format, limits: limits)
        return try await work(on: picture.pixels, decoding: files, picture.make)
    }

    /// Runs the work for a result, or a part of it, on a thread.
    ///
    /// - Parameters:
    ///   - count: the approximate number of pixels in memory at the same time.
    ///   - files: the files that the work decodes one after the other.
    ///   - time: the thread time of the result; `nil` for a new one.
    ///   - work: runs within `ImageWork`, whose checkpoint throws at the time limit and on cancellation.
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
                // Threads of the pool have no task, and so no service context.
                let context = ServiceContext.current
                return try await withTaskCancellationHandler {
                    // Event loops must not wait for a picture.
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

    /// Records the times of decoding, editing and encoding in metrics and trace. Spans have them one after the other, although they alternate.
    /// `start` is in nanoseconds since 1970.
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

// MARK: Time limit

/// The thread time that one result may take, for all parts of its work.
///
/// Time in queues does not count, so that the limit hardly depends on the load: work that exceeds it would exceed it again.
final class RenderingTime: Sendable {
    /// The error of work that took longer than the limit.
    struct Exceeded: Error, Equatable {
        let limit: Duration
    }

    private let limit: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    private let used = Mutex(Duration.zero)

    init(limit: Duration, now: @escaping @Sendable () -> ContinuousClock.Instant) {
        (self.limit, self.now) = (limit, now)
    }

    /// Runs a part of the work on the calling thread.
    ///
    /// - Throws: the error of the work; `CancellationError` after cancellation; `Exceeded` after the limit.
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

/// A flag that carries the cancellation of a task to a thread.
final class CancellationFlag: Sendable {
    private let isCancelled = Atomic(false)

    func cancel() { isCancelled.store(true, ordering: .relaxed) }

    /// Checks for cancellation.
    ///
    /// - Throws: `CancellationError`.
    @Sendable func check() throws {
        if isCancelled.load(ordering: .relaxed) { throw CancellationError() }
    }
}

extension HTTPError {
    /// Makes the error of work over the time limit. Its status is not 503, since a repeated request would take as long.
    init(_ error: RenderingTime.Exceeded) {
        self = .unprocessable(
            "This takes longer than \(error.limit.components.seconds) seconds to make. Ask for a smaller picture, or for "
                + "less on it.", .tooMuchWork)
    }
}
