package import Synchronization

/// An in-memory cache with a limit in bytes. The least recently used value is removed first.
package final class LRUCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline struct State {
        @usableFromInline var entries = RecencyList<Key>()
        @usableFromInline var values: [Key: Value] = [:]
    }
    package let byteLimit: Int
    @usableFromInline let state = Mutex(State())

    package init(byteLimit: Int) { self.byteLimit = byteLimit }

    @inlinable package func value(for key: Key) -> Value? {
        state.withLock { state in
            _ = state.entries.touch(key)
            return state.values[key]
        }
    }

    /// The number of values.
    package var count: Int { state.withLock { $0.values.count } }

    /// Stores a value that takes `bytes` bytes of memory. A value larger than the cache limit is not stored.
    package func insert(_ value: Value, bytes: Int, for key: Key) {
        guard bytes <= byteLimit else { return remove(key) }
        state.withLock { state in
            state.entries.insert(key, bytes: bytes)
            state.values[key] = value
            for removed in state.entries.shrink(to: byteLimit) { state.values[removed.key] = nil }
        }
    }

    package func remove(_ key: Key) {
        state.withLock { state in
            _ = state.entries.remove(key)
            state.values[key] = nil
        }
    }
}
