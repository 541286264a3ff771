import Synchronization

/// Remembers something of files, so that they need not be read again; begins anew when it is full.
final class BoundedMemory<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// Of about 100 bytes each.
    private static var limit: Int { 100_000 }
    private let values = Mutex<[Key: Value]>([:])

    subscript(key: Key) -> Value? {
        get { values.withLock { $0[key] } }
        set {
            values.withLock { values in
                if values.count >= Self.limit { values.removeAll(keepingCapacity: true) }
                values[key] = newValue
            }
        }
    }
}
