import Synchronization

/// A value that several tasks change, and that a test can wait for.
public final class Shared<Value: Sendable>: Sendable {
    private struct State {
        var value: Value
        var waiting: [(isMet: @Sendable (Value) -> Bool, report: AsyncStream<Value>.Continuation)] = []
    }

    private let state: Mutex<State>

    /// Makes a shared value.
    public init(_ value: Value) { state = Mutex(State(value: value)) }

    /// The current value.
    public var value: Value { state.withLock { $0.value } }

    /// Changes the value.
    public func change(_ body: @Sendable (inout Value) -> Void) {
        state.withLock { state in
            body(&state.value)
            for waiter in state.waiting where waiter.isMet(state.value) {
                waiter.report.yield(state.value)
                waiter.report.finish()
            }
            state.waiting.removeAll { $0.isMet(state.value) }
        }
    }

    /// Returns the value once it meets a condition.
    ///
    /// - Throws: `CancellationError`.
    public func value(where isMet: @escaping @Sendable (Value) -> Bool) async throws -> Value {
        let (values, report) = AsyncStream<Value>.makeStream()
        state.withLock { state in
            if isMet(state.value) { report.yield(state.value) } else { state.waiting.append((isMet, report)) }
        }
        for await value in values { return value }
        throw CancellationError()
    }
}
