import NIOCore
import Synchronization

/// The connections with work in progress. The work is canceled when the client disconnects.
final class ConnectionTable: Sendable {
    private enum Entry {
        case closed
        case working(cancel: @Sendable () -> Void)
    }
    private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

    /// Performs work for a client, and cancels it when the client disconnects.
    func whileConnected<Result: Sendable>(
        _ channel: any Channel, do work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let id = ObjectIdentifier(channel)
        let task = Task { try await work() }
        let isClosed = entries.withLock { entries in
            if case .closed = entries[id] { return true }
            entries[id] = .working { task.cancel() }
            return false
        }
        if isClosed || !channel.isActive { task.cancel() }
        defer {
            entries.withLock { entries in
                if case .working = entries[id] { entries[id] = nil }
            }
        }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Cancels the work for a connection after the client has closed its side.
    func clientLeft(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        let entry = entries.withLock { entries in
            let entry = entries[id]
            entries[id] = .closed
            return entry
        }
        if case .working(let cancel) = entry { cancel() }
    }

    /// Cancels the work for a closed connection and removes the connection, since a new connection might soon have the same identity.
    func closed(_ channel: any Channel) {
        clientLeft(channel)
        entries.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(channel)) }
    }
}
