import Synchronization

/// Keys and their sizes in the order of use, each step in constant time.
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
    /// The sum of all sizes, each as a multiple of `unit`.
    package private(set) var byteCount = 0
    private let unit: Int

    /// - Parameter unit: the bytes that are taken at a time, as a file system does it.
    package init(unit: Int = 1) { self.unit = max(1, unit) }

    /// The room that so many bytes take.
    package func room(for bytes: Int) -> Int { (max(0, bytes) + unit - 1) / unit * unit }

    /// Marks a key as used now; gives its size.
    package mutating func touch(_ key: Key) -> Int? {
        guard let bytes = nodes[key]?.bytes else { return nil }
        return key == newest ? bytes : insert(key, bytes: bytes)
    }

    /// Adds a key as used now; gives the size that it had before.
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

    /// Takes out what was used least recently until no more than `limit` bytes are left.
    package mutating func shrink(to limit: Int) -> [Entry] {
        var removed: [Entry] = []
        while byteCount > limit, let key = oldest, let bytes = remove(key) {
            removed.append(Entry(key: key, bytes: bytes))
        }
        return removed
    }
}

/// Values in memory by key, of at most so many bytes; the value that was used least recently goes first.
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

    /// Keeps a value, unless it is larger than all may be. `bytes` is the memory that it takes.
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
