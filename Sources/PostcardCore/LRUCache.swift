import Synchronization

/// Keys with their sizes in bytes, ordered by last use. Each step takes constant time.
package struct RecencyList<Key: Hashable & Sendable>: Sendable {
    /// A key and its size.
    package struct Entry: Sendable, Equatable {
        package let key: Key
        package let bytes: Int

        package init(key: Key, bytes: Int) { (self.key, self.bytes) = (key, bytes) }
    }
    private struct Node {
        let bytes: Int
        var older: Key?
        var newer: Key?
    }
    private var nodes: [Key: Node] = [:]
    private var oldest: Key?
    private var newest: Key?
    /// The sum of all sizes in bytes, each rounded up to a multiple of `unit`.
    package private(set) var byteCount = 0
    private let unit: Int

    /// Makes an empty list.
    ///
    /// - Parameter unit: the number of bytes that sizes are rounded up to, such as a block of a file system.
    package init(unit: Int = 1) { self.unit = max(1, unit) }

    /// Returns `bytes` rounded up to a multiple of the unit.
    package func room(for bytes: Int) -> Int { (max(0, bytes) + unit - 1) / unit * unit }

    /// Marks a key as used now, and returns its size; `nil` if it is not there.
    package mutating func touch(_ key: Key) -> Int? {
        guard let bytes = nodes[key]?.bytes else { return nil }
        return key == newest ? bytes : insert(key, bytes: bytes)
    }

    /// Adds a key as used now, and returns its former size; `nil` if it is new.
    @discardableResult
    package mutating func insert(_ key: Key, bytes: Int) -> Int? {
        let old = remove(key)
        nodes[key] = Node(bytes: bytes, older: newest, newer: nil)
        if let newest { nodes[newest]?.newer = key } else { oldest = key }
        newest = key
        byteCount += room(for: bytes)
        return old
    }

    package mutating func remove(_ key: Key) -> Int? {
        guard let node = nodes.removeValue(forKey: key) else { return nil }
        if let older = node.older { nodes[older]?.newer = node.newer } else { oldest = node.newer }
        if let newer = node.newer { nodes[newer]?.older = node.older } else { newest = node.older }
        byteCount -= room(for: node.bytes)
        return node.bytes
    }

    /// Removes the least recently used keys until the sum of the sizes is at most `limit` bytes, and returns them.
    package mutating func shrink(to limit: Int) -> [Entry] {
        var removed: [Entry] = []
        while byteCount > limit, let key = oldest, let bytes = remove(key) {
            removed.append(Entry(key: key, bytes: bytes))
        }
        return removed
    }
}

/// A cache in memory, limited by bytes. The least recently used value is removed first.
package final class LRUCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct State {
        var entries = RecencyList<Key>()
        var values: [Key: Value] = [:]
    }
    private let byteLimit: Int
    private let state = Mutex(State())

    package init(byteLimit: Int) { self.byteLimit = byteLimit }

    package func value(for key: Key) -> Value? {
        state.withLock { state in
            _ = state.entries.touch(key)
            return state.values[key]
        }
    }

    /// The number of values.
    package var count: Int { state.withLock { $0.values.count } }

    /// Stores a value that takes `bytes` bytes of memory. A value above the limit of the cache is not stored.
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
