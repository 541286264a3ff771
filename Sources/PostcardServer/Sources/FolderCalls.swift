import HTTPTypes
import NIOPosix
import PostcardCore
import Synchronization

/// Runs file calls in a picture folder or the library, whose disk might stop responding.
///
/// Calls run on separate threads, a few at a time, and a request waits at most ``limit`` for a call. While a call hangs, further calls fail
/// immediately, so an unresponsive folder does not delay requests for other pictures.
final class FolderCalls: Sendable {
    /// The maximum number of simultaneous calls in a folder.
    static let maximumCalls = 4
    /// The time limit for a call that reads little data.
    static let limit = Duration.seconds(5)

    /// The folder's path in messages for operators.
    let folder: String
    private let threads: NIOThreadPool
    private let clock: any Clock<Duration>
    /// The error for a call that takes too long.
    let refusal: HTTPError
    private let permits: WeightedSemaphore
    private let hanging = Atomic(0)
    private let willCall: @Sendable () -> Void

    /// - Parameters:
    ///   - threads: the threads for the calls, at least ``maximumCalls`` for each folder.
    ///   - clock: the clock for the limit.
    ///   - subject: the subject of the message for clients, such as `The library`.
    ///   - willCall: called on the thread before each call.
    init(
        in folder: String, on threads: NIOThreadPool, clock: any Clock<Duration> = ContinuousClock(),
        subject: String = "A picture folder", willCall: @escaping @Sendable () -> Void = {}
    ) {
        (self.folder, self.threads, self.clock, self.willCall) = (folder, threads, clock, willCall)
        refusal = HTTPError(.serviceUnavailable, "\(subject) does not respond. Try again later.", retryAfter: 5)
        permits = WeightedSemaphore(total: Self.maximumCalls, timeout: Self.limit, clock: clock, refusal: refusal)
    }

    /// True while a call has been running for longer than its limit.
    var isHanging: Bool { hanging.load(ordering: .relaxed) > 0 }

    /// Returns the time limit for reading a number of bytes. A disk that reads less than a megabyte per second is treated as hanging.
    static func limit(for bytes: Int) -> Duration { limit + .milliseconds(bytes / 1_000) }

    /// Runs a call, and returns its result.
    ///
    /// - Throws: the error from the call; `HTTPError` with status 503 after the limit, or while another call hangs; `CancellationError`.
    func run<Value: Sendable>(
        within limit: Duration = FolderCalls.limit, _ call: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        let permit = try await permits.waitingPermit(1)
        guard !isHanging else { throw refusal }
        let outcome = CallOutcome(of: call)
        let deadline = clock.deadline(after: limit)
        let timer = Task {
            try await deadline.wait()
            if outcome.abandon(refusal) { hanging.add(1, ordering: .relaxed) }
        }
        threads.submit { [willCall] _ in
            willCall()
            if outcome.perform() { self.hanging.subtract(1, ordering: .relaxed) }
            timer.cancel()
            withExtendedLifetime(permit) {}
        }
        return try await outcome.value
    }
}

/// The outcome of a call on another thread. One task waits for the outcome until the call ends or is abandoned.
///
/// Once the task has the result, this object releases the call and the result. Therefore, a file that the call opened is closed when its
/// reader is done with it.
private final class CallOutcome<Value: Sendable>: Sendable {
    private struct State {
        /// The call; `nil` once it has started.
        var call: (@Sendable () throws -> Value)?
        /// The result; `nil` until it is set, and after the task has received it.
        var result: Result<Value, any Error>?
        var waiter: CheckedContinuation<Void, Never>?
        var isSettled = false
        var hasEnded = false
        var isAbandoned = false
    }

    private let state: Mutex<State>

    init(of call: @escaping @Sendable () throws -> Value) { state = Mutex(State(call: call)) }

    /// Runs the call.
    ///
    /// - Returns: `true` if the call was abandoned before it ended.
    func perform() -> Bool {
        // When the task resumes, this thread no longer references the result.
        let waiter = settle(result()) { $0.hasEnded = true }
        waiter?.resume()
        return state.withLock { $0.isAbandoned }
    }

    /// Runs the call, and releases it on return.
    private func result() -> Result<Value, any Error> {
        let call = state.withLock { state in
            defer { state.call = nil }
            return state.call
        }
        do {
            guard let call else { throw CancellationError() }
            return .success(try call())
        } catch {
            return .failure(error)
        }
    }

    /// Stops waiting for the call, which continues to run.
    ///
    /// - Returns: `false` if the call has already ended.
    func abandon(_ error: any Error) -> Bool {
        settle(.failure(error)) { $0.isAbandoned = !$0.hasEnded }?.resume()
        return state.withLock { $0.isAbandoned }
    }

    /// The result of the call. Canceling the task ends the wait.
    var value: Value {
        get async throws {
            await withTaskCancellationHandler {
                await withCheckedContinuation { waiter in
                    let isSettled = state.withLock { state in
                        if !state.isSettled { state.waiter = waiter }
                        return state.isSettled
                    }
                    if isSettled { waiter.resume() }
                }
            } onCancel: {
                settle(.failure(CancellationError())) { _ in }?.resume()
            }
            let result = state.withLock { state in
                defer { state.result = nil }
                return state.result
            }
            guard let result else { throw CancellationError() }
            return try result.get()
        }
    }

    /// Sets the result unless it is already set, and returns the task that waits for it.
    private func settle(
        _ result: Result<Value, any Error>, _ change: (inout State) -> Void
    ) -> CheckedContinuation<Void, Never>? {
        state.withLock { state in
            change(&state)
            guard !state.isSettled else { return nil }
            (state.isSettled, state.result) = (true, result)
            defer { state.waiter = nil }
            return state.waiter
        }
    }
}
