import Synchronization

/// Shares work: simultaneous requests for a key wait for the same work, which is canceled when the last waiting request is canceled.
final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Flight {
        let id: UInt64
        let task: Task<Value, any Error>
        var waiters: Int
    }
    private struct State {
        var nextID: UInt64 = 0
        var flights: [Key: Flight] = [:]
    }
    private let state = Mutex(State())

    /// Returns the result of `work`, or of the running work for the same key.
    func value(for key: Key, work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let flight = state.withLock { state in
            if var flight = state.flights[key], !flight.task.isCancelled {
                flight.waiters += 1
                state.flights[key] = flight
                return flight
            }
            state.nextID += 1
            let flight = Flight(id: state.nextID, task: Task { try await work() }, waiters: 1)
            state.flights[key] = flight
            return flight
        }
        let left = Mutex(false)
        let leave: @Sendable () -> Void = { [self] in
            let isFirst = left.withLock { left in
                defer { left = true }
                return !left
            }
            if isFirst { leaveFlight(flight.id, of: key) }
        }
        defer { leave() }
        return try await withTaskCancellationHandler {
            try await flight.task.value
        } onCancel: {
            leave()
        }
    }

    /// Returns the number of waiters for a key.
    func waiters(for key: Key) -> Int { state.withLock { $0.flights[key]?.waiters ?? 0 } }

    private func leaveFlight(_ id: UInt64, of key: Key) {
        let abandoned = state.withLock { state -> Task<Value, any Error>? in
            guard var flight = state.flights[key], flight.id == id else { return nil }
            flight.waiters -= 1
            state.flights[key] = flight.waiters > 0 ? flight : nil
            return flight.waiters > 0 ? nil : flight.task
        }
        abandoned?.cancel()
    }
}
