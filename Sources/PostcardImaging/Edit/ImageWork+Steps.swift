import Synchronization

extension ImageWork {
    /// A step of the work on a picture.
    package enum Step: Int, CaseIterable, Sendable {
        case decoding, editing, encoding
    }

    /// The time that some work took, by step. Time that is neither decoding nor encoding counts as editing.
    package final class StepTimes: Sendable {
        private struct State {
            var times = [Duration](repeating: .zero, count: Step.allCases.count)
            var step: (current: Step, began: ContinuousClock.Instant)?
        }
        private let state = Mutex(State())

        /// No time at all.
        package init() {}

        /// The time of a step so far.
        package subscript(step: Step) -> Duration { state.withLock { $0.times[step.rawValue] } }

        /// Begins another step, or none, and returns the one that it interrupts.
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

    /// Runs `body` and adds the time of each of its steps to `times`. All of the work is done on the calling thread.
    package static func timed<Result>(by times: StepTimes, _ body: () throws -> Result) rethrows -> Result {
        let outer = times.begin(.editing)
        defer { _ = times.begin(outer) }
        return try $times.withValue(times, operation: body)
    }

    /// Runs a step. What another step within it takes is the other's time; the steps of a step of the same kind are part of it.
    static func step<Result, Failure: Error>(
        _ step: Step, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let times else { return try body() }
        let outer = times.begin(step)
        defer { _ = times.begin(outer) }
        return try body()
    }
}
