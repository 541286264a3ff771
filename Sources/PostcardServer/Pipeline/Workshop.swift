import NIOCore
import NIOPosix
import PostcardCore
import PostcardImaging
import Synchronization
import Tracing

/// Runs work on pictures on separate threads, with permits for pixels and decoding processes.
struct Workshop: Sendable {
    let limits: DecodingLimits
    /// The permits for pixels in memory.
    let pixels: WeightedSemaphore
    /// The permits for the memory of decoding processes, in bytes. There are more threads than processes, so that pictures that need no
    /// process do not wait for one.
    let decoders: WeightedSemaphore
    /// The permits for the pixels of contact sheets that are waiting for their pictures. They are separate from ``pixels``, because holding
    /// one permit while waiting for another of the same kind can cause a deadlock.
    let sheets: WeightedSemaphore
    let threads: NIOThreadPool
    let metrics: ServerMetrics
    /// The maximum thread time for one result. Thread time excludes time in queues, so it hardly depends on the load: work that exceeds the
    /// limit would exceed it again.
    let renderingLimit: Duration
    let now: @Sendable () -> ContinuousClock.Instant

    /// Runs the work for a result, or part of it, on a thread.
    ///
    /// - Parameters:
    ///   - count: the approximate number of pixels in memory at the same time.
    ///   - pictures: the pictures that the work decodes one after the other.
    ///   - files: the files of other pictures that the work decodes.
    ///   - time: the thread time that other parts of the result have already used.
    ///   - work: runs within `ImageWork`, whose checkpoint throws at the time limit and on cancellation.
    /// - Throws: an error from the work, `CancellationError`, or `HTTPError`: status 422 after the time limit, 503 if no permit is
    ///   available.
    func work<Value: Sendable>(
        on count: Int, decoding pictures: [OpenedPicture] = [], _ files: ArraySlice<[UInt8]> = [],
        within time: RenderingTime = RenderingTime(),
        _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        let memory = pictures.map { limits.processMemory(for: $0) } + files.map { limits.processMemory(for: $0) }
        let process = try await processPermit(memory.max() ?? 0)
        defer { withExtendedLifetime(process) {} }
        let began = ContinuousClock.now
        let queue = StageSpan("queue")
        defer { queue?.end() }
        return try await pixels.with(count) {
            let cancellation = CancellationFlag()
            // Threads in the pool do not run in a task, so they have no service context.
            let context = ServiceContext.current
            return try await withTaskCancellationHandler {
                // Event loops must not wait for a picture.
                try await threads.runIfActive {
                    queue?.end()
                    metrics.record(.queue, ContinuousClock.now - began)
                    let (start, before) = (now(), time.used.withLock { $0 })
                    defer { time.used.withLock { $0 = before + (now() - start) } }
                    let checkpoint: @Sendable () throws -> Void = {
                        try cancellation.check()
                        guard before + (now() - start) <= renderingLimit else {
                            throw HTTPError.tooMuchWork(renderingLimit)
                        }
                    }
                    return try ServiceContext.withValue(context) {
                        let (times, instant) = (ImageWork.StepTimes(), DefaultTracerClock.now)
                        defer { record(times, from: instant.nanosecondsSinceEpoch) }
                        try checkpoint()
                        return try ImageWork.timed(by: times) { try ImageWork.run(checkpoint: checkpoint, work) }
                    }
                }
            } onCancel: {
                cancellation.cancel()
            }
        }
    }

    /// Returns a permit for a decoding process that uses `memory` bytes, once they are free; `nil` for 0 bytes, which means no process.
    @Sendable func processPermit(_ memory: Int) async throws -> WeightedSemaphore.Permit? {
        // Each process gets at least one processor's share, so there is at most one process per processor.
        memory > 0 ? try await decoders.waitingPermit(max(memory, decoders.total / System.coreCount)) : nil
    }

    /// Records how long decoding, editing and encoding took, in the metrics and the trace. The recorded spans are consecutive, although the
    /// steps actually alternate. `start` is in nanoseconds since 1970.
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

    /// The thread time that the parts of one result have used together.
    final class RenderingTime: Sendable {
        fileprivate let used = Mutex(Duration.zero)
    }
}

// MARK: Time limit

/// A flag that carries the cancellation of a task to a thread.
private final class CancellationFlag: Sendable {
    private let isCanceled = Atomic(false)

    func cancel() { isCanceled.store(true, ordering: .relaxed) }

    /// Checks for cancellation.
    ///
    /// - Throws: `CancellationError`.
    @Sendable func check() throws {
        if isCanceled.load(ordering: .relaxed) { throw CancellationError() }
    }
}

extension HTTPError {
    /// Returns the error for work that exceeds the time limit. Its status is not 503, because a repeated request would take just as long.
    static func tooMuchWork(_ limit: Duration) -> HTTPError {
        unprocessable(
            "The picture takes longer than \(limit.components.seconds) seconds to make. Request a smaller picture, or fewer operations.",
            .tooMuchWork)
    }
}
