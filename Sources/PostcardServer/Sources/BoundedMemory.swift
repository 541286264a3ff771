import Synchronization

/// A store in memory for information about files or URLs. The store is emptied when full.
final class BoundedMemory<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let limit: Int
    private let values = Mutex<[Key: Value]>([:])

    /// - Parameter limit: the maximum number of values; the default suits values of about 100 bytes.
    init(limit: Int = 100_000) { self.limit = limit }

    subscript(key: Key) -> Value? {
        get { values.withLock { $0[key] } }
        set {
            values.withLock { values in
                if newValue != nil, values[key] == nil, values.count >= limit {
                    values.removeAll(keepingCapacity: true)
                }
                values[key] = newValue
            }
        }
    }
}
