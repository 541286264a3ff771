/// Keys with their sizes in bytes, ordered by last use. Each operation on a key takes constant time.
///
/// Frequently used methods are inlinable, so that other modules can specialize them for their key types.
package struct RecencyList<Key: Hashable & Sendable>: Sendable {
    /// A key and its size.
    package struct Entry: Sendable, Equatable {
        package let key: Key
        package let bytes: Int

        package init(key: Key, bytes: Int) { (self.key, self.bytes) = (key, bytes) }
    }
    /// An entry, and the indices of the entries used just before and after it; -1 for none.
    @usableFromInline struct Node: Sendable {
        @usableFromInline let entry: Entry
        @usableFromInline var older = -1
        @usableFromInline var newer = -1

        init(_ entry: Entry) { self.entry = entry }
    }
    /// The nodes by index, including those of removed keys, which are reused.
    @usableFromInline var nodes: [Node] = []
    @usableFromInline var indices: [Key: Int] = [:]
    @usableFromInline var freeIndices: [Int] = []
    @usableFromInline var oldest = -1
    @usableFromInline var newest = -1
    /// The sum of all sizes in bytes, each rounded up to a multiple of `unit`.
    package private(set) var byteCount = 0
    private let unit: Int

    /// Makes an empty list.
    ///
    /// - Parameter unit: the unit in bytes to which sizes are rounded up, such as a file system block.
    package init(unit: Int = 1) { self.unit = max(1, unit) }

    /// Returns `bytes` rounded up to a multiple of the unit.
    package func room(for bytes: Int) -> Int { (max(0, bytes) + unit - 1) / unit * unit }

    /// Marks a key as used now, and returns its size; `nil` if the list does not contain it.
    @inlinable package mutating func touch(_ key: Key) -> Int? {
        guard let index = indices[key] else { return nil }
        if index != newest {
            unlink(index)
            link(index)
        }
        return nodes[index].entry.bytes
    }

    /// Adds a key, marks it as used now, and returns its former size; `nil` if the key is new.
    @discardableResult
    package mutating func insert(_ key: Key, bytes: Int) -> Int? {
        let old = remove(key)
        let node = Node(Entry(key: key, bytes: bytes))
        let index = freeIndices.popLast() ?? nodes.count
        if index < nodes.count { nodes[index] = node } else { nodes.append(node) }
        indices[key] = index
        link(index)
        byteCount += room(for: bytes)
        return old
    }

    package mutating func remove(_ key: Key) -> Int? {
        guard let index = indices.removeValue(forKey: key) else { return nil }
        unlink(index)
        freeIndices.append(index)
        let bytes = nodes[index].entry.bytes
        byteCount -= room(for: bytes)
        return bytes
    }

    /// Removes and returns the least recently used keys, until the sum of the sizes is at most `limit` bytes.
    package mutating func shrink(to limit: Int) -> [Entry] {
        var removed: [Entry] = []
        while byteCount > limit, oldest >= 0 {
            let entry = nodes[oldest].entry
            _ = remove(entry.key)
            removed.append(entry)
        }
        return removed
    }

    /// Removes a node from the order.
    @inlinable mutating func unlink(_ index: Int) {
        let node = nodes[index]
        if node.older >= 0 { nodes[node.older].newer = node.newer } else { oldest = node.newer }
        if node.newer >= 0 { nodes[node.newer].older = node.older } else { newest = node.older }
    }

    /// Marks a node as the most recently used.
    @inlinable mutating func link(_ index: Int) {
        nodes[index].older = newest
        nodes[index].newer = -1
        if newest >= 0 { nodes[newest].newer = index } else { oldest = index }
        newest = index
    }
}
