import PostcardCore
import Synchronization

/// A long-running job of a library: its events and its result.
///
/// The job starts once, when it is first iterated or its value is first awaited. The job runs on separate threads. It stops when the task
/// that iterates or awaits it is canceled, or when the job is released. Stored data is kept, and repeating the call continues the work.
///
/// Events are delivered once, in order, and none is dropped. A second iteration has no events, but waits for the job to end.
public struct LibraryJob<Event: Sendable, Value: Sendable>: AsyncSequence, Sendable {
    /// The work of a job, which reports its events.
    package typealias Work = @Sendable (_ report: @escaping @Sendable (Event) -> Void) async throws -> Value

    private let run: JobRun<Event, Value>

    /// Makes a job without starting it.
    package init(_ work: @escaping Work) { run = JobRun(work) }

    /// The result, once the job has ended. If this property starts the job, its events are dropped.
    ///
    /// - Throws: the error of the job; `CancellationError` after the job has stopped.
    public var value: Value {
        get async throws { try await run.value }
    }

    /// Returns an iterator over the events.
    public func makeAsyncIterator() -> Iterator { Iterator(run) }

    /// An iterator over the events of a job.
    public struct Iterator: AsyncIteratorProtocol {
        private let run: JobRun<Event, Value>
        private var events: AsyncStream<Event>.Iterator?
        private var isStarted = false

        fileprivate init(_ run: JobRun<Event, Value>) { self.run = run }

        /// Returns the next event; `nil` once the job has ended.
        ///
        /// - Throws: the error of the job, after its events; `CancellationError` after the job has stopped.
        public mutating func next() async throws -> Event? {
            if !isStarted {
                isStarted = true
                events = run.start()?.makeAsyncIterator()
            }
            var stream = events
            let event = await withTaskCancellationHandler {
                await stream?.next()
            } onCancel: { [run] in
                run.cancel()
            }
            if let event { return event }
            _ = try await run.value
            // The events of a canceled task may be incomplete, even if the job succeeded.
            try Task.checkCancellation()
            return nil
        }
    }
}

/// The task of a job. Releasing the last reference cancels the task.
private final class JobRun<Event: Sendable, Value: Sendable>: Sendable {
    private enum State {
        case waiting(LibraryJob<Event, Value>.Work)
        case started(Task<Value, any Error>)
    }

    private let state: Mutex<State>

    init(_ work: @escaping LibraryJob<Event, Value>.Work) { state = Mutex(.waiting(work)) }

    deinit { cancel() }

    /// The result of the job. Starts the job if necessary.
    var value: Value {
        get async throws {
            let task = task(reportingTo: nil).task
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        }
    }

    /// Starts the job, and returns its events; `nil` if the job was already started.
    func start() -> AsyncStream<Event>? {
        let (events, continuation) = AsyncStream.makeStream(of: Event.self)
        return task(reportingTo: continuation).isNew ? events : nil
    }

    /// Cancels the job if it was started.
    func cancel() {
        if case .started(let task) = state.withLock({ $0 }) { task.cancel() }
    }

    private func task(reportingTo events: AsyncStream<Event>.Continuation?) -> (
        task: Task<Value, any Error>, isNew: Bool
    ) {
        state.withLock { state in
            switch state {
            case .started(let task): return (task, false)
            case .waiting(let work):
                // The task does not refer to this object, so releasing the last reference cancels the task.
                let task = Task(executorPreference: WorkThreads.disk) {
                    defer { events?.finish() }
                    return try await work { events?.yield($0) }
                }
                state = .started(task)
                return (task, true)
            }
        }
    }
}
