import Synchronization

/// Work on pictures that can be stopped early.
///
/// ```swift
/// let small = try ImageWork.run {
///     try Image(decoding: bytes).blurred(sigma: 20)
/// }
/// ```
///
/// Decoding JPEG and PNG, resizing, cropping, turning, blurring, sharpening, a ``PixelFilter`` and writing JPEG, PNG and WebP call the
/// checkpoint after each strip, which has at most 262,144 pixels or is a single row. Decoding a JPEG at a reduced size calls the checkpoint
/// after each scan or row of MCUs, and an animation calls it for each frame. A decoder in a separate process is killed. Decoding WebP is a
/// single step, and so is writing AVIF or a frame of a GIF. Other loops can call ``checkpoint()``.
package enum ImageWork {
    /// A checkpoint and the error that it threw.
    private final class Checkpoint: Sendable {
        private let call: @Sendable () throws -> Void
        private let outer: Checkpoint?
        private let thrown = Mutex<(any Error)?>(nil)

        init(_ call: @escaping @Sendable () throws -> Void, in outer: Checkpoint?) {
            self.call = call
            self.outer = outer
        }

        var error: (any Error)? { thrown.withLock { $0 } }

        /// True if the work must stop. Calls the checkpoint, unless it has thrown before.
        var stopsWork: Bool {
            if error != nil || outer?.stopsWork ?? false { return true }
            do {
                try call()
                return false
            } catch {
                thrown.withLock { $0 = error }
                return true
            }
        }
    }

    @TaskLocal private static var current: Checkpoint?

    /// The number of pixels in a strip.
    private static let strip = 1 << 18

    /// Runs `body`. Work on pictures in `body` ends soon after the checkpoint throws.
    ///
    /// - Parameters:
    ///   - checkpoint: throws to stop the work. The checkpoint is called between steps on the thread of `body`, and not again after it has
    ///     thrown. By default, it throws when the task is canceled.
    ///   - body: the work, all on the calling thread.
    /// - Throws: the error of the checkpoint, otherwise any error that `body` throws.
    package static func run<Result>(
        checkpoint: @escaping @Sendable () throws -> Void = { try Task.checkCancellation() },
        _ body: () throws -> Result
    ) throws -> Result {
        let checkpoint = Checkpoint(checkpoint, in: current)
        do {
            let result = try $current.withValue(checkpoint, operation: body)
            // `body` might have ignored the error from an interrupted part of its work.
            if let error = checkpoint.error { throw error }
            return result
        } catch {
            throw checkpoint.error ?? error
        }
    }

    /// Calls the checkpoint between two steps. Does nothing outside ``run(checkpoint:_:)``.
    ///
    /// - Throws: `ImageError` with code `interrupted` if the work must stop. ``run(checkpoint:_:)`` replaces this error with the
    ///   checkpoint's error.
    package static func checkpoint() throws(ImageError) {
        if current?.stopsWork ?? false {
            throw ImageError(.interrupted, "Processing the picture was canceled.")
        }
    }

    /// Calls the checkpoint before the first row of each strip.
    static func checkpoint(row: Int, width: Int) throws(ImageError) {
        if row % max(1, strip / max(1, width)) == 0 { try checkpoint() }
    }
}

/// Calls the checkpoint from C before a row. Returns false if the work must stop.
let continuesWork: @convention(c) (Int32, Int32) -> Bool = { row, width in
    (try? ImageWork.checkpoint(row: Int(row), width: Int(width))) != nil
}

extension ImageWork {
    /// A step of processing a picture.
    package enum Step: Int, CaseIterable, Sendable {
        case decoding, editing, encoding
    }

    /// The time that some work took, by step. Time that is spent on neither decoding nor encoding is added to editing.
    package final class StepTimes: Sendable {
        private struct State {
            var times = [Duration](repeating: .zero, count: Step.allCases.count)
            var openings = 0
            var step: (current: Step, began: ContinuousClock.Instant)?
        }
        private let state = Mutex(State())

        /// Makes times that are all 0.
        package init() {}

        /// The time of a step so far.
        package subscript(step: Step) -> Duration { state.withLock { $0.times[step.rawValue] } }

        /// The number of files whose headers were parsed.
        package var openings: Int { state.withLock { $0.openings } }

        fileprivate func countOpening() { state.withLock { $0.openings += 1 } }

        /// Starts another step, or no step, and returns the interrupted step.
        fileprivate func begin(_ step: Step?) -> Step? {
            let now = ContinuousClock.now
            return state.withLock { state in
                let outer = state.step
                if let outer { state.times[outer.current.rawValue] += now - outer.began }
                state.step = step.map { ($0, now) }
                return outer?.current
            }
        }
    }

    @TaskLocal private static var times: StepTimes?

    /// Runs `body` and adds the time of each of its steps to `times`. `body` must do all of its work on the calling thread.
    package static func timed<Result>(by times: StepTimes, _ body: () throws -> Result) rethrows -> Result {
        let outer = times.begin(.editing)
        defer { _ = times.begin(outer) }
        return try $times.withValue(times, operation: body)
    }

    /// Counts a file whose headers are parsed.
    static func countOpening() { times?.countOpening() }

    /// Runs a step. Time spent in a nested step is added to the nested step, or to the outer step if both are of the same kind.
    static func step<Result, Failure: Error>(
        _ step: Step, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let times else { return try body() }
        let outer = times.begin(step)
        defer { _ = times.begin(outer) }
        return try body()
    }
}
