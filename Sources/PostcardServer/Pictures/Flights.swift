internal import Synchronization

/// Work that several requests want at the same time is done once. When the last of them goes away, the work is cancelled.
final class Flights<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Flight {
        let id: UInt64
        let task: Task<Value, any Error>
        var passengers: Int
    }
    private struct State {
        var nextID: UInt64 = 0
        var flights: [Key: Flight] = [:]
    }
    private let state = Mutex(State())

    /// The result of `work`, or of the same work that is under way already.
    func value(for key: Key, work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let flight = state.withLock { state in
            if var flight = state.flights[key], !flight.task.isCancelled {
                flight.passengers += 1
                state.flights[key] = flight
                return flight
            }
            state.nextID += 1
            let flight = Flight(id: state.nextID, task: Task { try await work() }, passengers: 1)
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

    /// How many wait for some work.
    func passengers(for key: Key) -> Int { state.withLock { $0.flights[key]?.passengers ?? 0 } }

    private func leaveFlight(_ id: UInt64, of key: Key) {
        let abandoned = state.withLock { state -> Task<Value, any Error>? in
            guard var flight = state.flights[key], flight.id == id else { return nil }
            flight.passengers -= 1
            state.flights[key] = flight.passengers > 0 ? flight : nil
            return flight.passengers > 0 ? nil : flight.task
        }
        abandoned?.cancel()
    }
}
