import HTTPTypes
import NIOPosix
import PostcardCore
import Synchronization

/// The file calls in a folder of pictures or in the library, whose disk may stop responding.
///
/// The calls run on threads of their own, a few at a time, and requests wait no longer than ``limit`` for one. While a call hangs, further ones are
/// refused at once. So a folder that hangs delays no requests for other pictures.
final class FolderCalls: Sendable {
    /// The number of calls in a folder at a time.
    static let maximumCalls = 4
    /// The longest time of a call that reads little.
    static let limit = Duration.seconds(5)

    /// The folder, for operators.
    let folder: String
    private let threads: NIOThreadPool
    private let clock: any Clock<Duration>
    /// The error of a call that is given up.
    let refusal: HTTPError
    private let permits: WeightedSemaphore
    private let hanging = Atomic(0)
    private let willCall: @Sendable () -> Void

    /// - Parameters:
    ///   - threads: the threads of the calls, at least ``maximumCalls`` for each folder.
    ///   - clock: the clock of the limit.
    ///   - subject: the beginning of the message for clients, such as `The library`.
    ///   - willCall: called on the thread before each call.
    init(
        in folder: String, on threads: NIOThreadPool, clock: any Clock<Duration> = ContinuousClock(),
        subject: String = "A folder of pictures", willCall: @escaping @Sendable () -> Void = {}
    ) {
        (self.folder, self.threads, self.clock, self.willCall) = (folder, threads, clock, willCall)
        refusal = HTTPError(.serviceUnavailable, "\(subject) does not respond. Try again later.", retryAfter: 5)
        permits = WeightedSemaphore(total: Self.maximumCalls, timeout: Self.limit, refusal: refusal)
    }

    /// True while a call takes longer than its limit.
    var isHanging: Bool { hanging.load(ordering: .relaxed) > 0 }

    /// The longest time for reading a number of bytes: a disk that gives less than a megabyte a second counts as hanging.
    static func limit(for bytes: Int) -> Duration { limit + .milliseconds(bytes / 1_000) }

    /// Runs a call, and returns its result.
    ///
    /// - Throws: the error of the call; `HTTPError` with status 503 after the limit, and while another call hangs; `CancellationError`.
    func run<Value: Sendable>(
        within limit: Duration = FolderCalls.limit, _ call: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        let permit = try await permits.waitingPermit(1)
        guard !isHanging else { throw refusal }
        let outcome = CallOutcome<Value>()
        let deadline = clock.deadline(after: limit)
        let timer = Task {
            try await deadline.wait()
            if outcome.giveUp(refusal) { hanging.add(1, ordering: .relaxed) }
        }
        threads.submit { [willCall] _ in
            willCall()
            let wasGivenUp = outcome.end(Result { try call() })
            timer.cancel()
            if wasGivenUp { self.hanging.subtract(1, ordering: .relaxed) }
            withExtendedLifetime(permit) {}
        }
        return try await outcome.value
    }
}

/// The outcome of a call on another thread. One task waits for it, until the call ends or is given up.
private final class CallOutcome<Value: Sendable>: Sendable {
    private struct State {
        var result: Result<Value, any Error>?
        var waiter: CheckedContinuation<Value, any Error>?
        var hasEnded = false
        var isGivenUp = false
    }

    private let state = Mutex(State())

    /// Ends the call.
    ///
    /// - Returns: `true` if the call was given up before.
    func end(_ result: Result<Value, any Error>) -> Bool {
        settle(result) { $0.hasEnded = true }
        return state.withLock { $0.isGivenUp }
    }

    /// Gives the call up, which goes on.
    ///
    /// - Returns: `false` if the call has ended.
    func giveUp(_ error: any Error) -> Bool {
        settle(.failure(error)) { $0.isGivenUp = !$0.hasEnded }
        return state.withLock { $0.isGivenUp }
    }

    /// The result of the call; waiting for it ends with the task's cancellation.
    var value: Value {
        get async throws {
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { waiter in
                    let result = state.withLock { state in
                        if state.result == nil { state.waiter = waiter }
                        return state.result
                    }
                    if let result { waiter.resume(with: result) }
                }
            } onCancel: {
                settle(.failure(CancellationError())) { _ in }
            }
        }
    }

    /// Sets the result unless there is one.
    private func settle(_ result: Result<Value, any Error>, _ change: (inout State) -> Void) {
        let waiter = state.withLock { state -> CheckedContinuation<Value, any Error>? in
            change(&state)
            guard state.result == nil else { return nil }
            state.result = result
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(with: result)
    }
}
