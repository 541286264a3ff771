import Synchronization

/// Names and their sizes in the order of use, each step in constant time.
struct RecencyList: Sendable {
    private struct Node {
        var name: CacheName
        var bytes: Int
        var older: Int?
        var newer: Int?
    }
    private var nodes: [Node?] = []
    private var unused: [Int] = []
    private var places: [CacheName: Int] = [:]
    private var oldest: Int?
    private var newest: Int?
    /// The sum of all sizes, each as a multiple of `unit`.
    private(set) var byteCount = 0
    private let unit: Int

    /// - Parameter unit: the bytes that are taken at a time, as a file system does it.
    init(unit: Int = 1) { self.unit = max(1, unit) }

    /// The room that so many bytes take.
    func room(for bytes: Int) -> Int { (max(0, bytes) + unit - 1) / unit * unit }

    /// Marks a name as used now; gives its size.
    mutating func touch(_ name: CacheName) -> Int? {
        guard let bytes = remove(name) else { return nil }
        append(name, bytes: bytes)
        return bytes
    }

    /// Adds a name as used now; gives the size that it had before.
    @discardableResult
    mutating func insert(_ name: CacheName, bytes: Int) -> Int? {
        let old = remove(name)
        append(name, bytes: bytes)
        return old
    }

    mutating func remove(_ name: CacheName) -> Int? {
        guard let place = places.removeValue(forKey: name), let node = nodes[place] else { return nil }
        if let older = node.older { nodes[older]?.newer = node.newer } else { oldest = node.newer }
        if let newer = node.newer { nodes[newer]?.older = node.older } else { newest = node.older }
        nodes[place] = nil
        unused.append(place)
        byteCount -= room(for: node.bytes)
        return node.bytes
    }

    /// Takes out what was used least recently until no more than `limit` bytes are left.
    mutating func shrink(to limit: Int) -> [CachedFile] {
        var removed: [CachedFile] = []
        while byteCount > limit, let place = oldest, let node = nodes[place] {
            _ = remove(node.name)
            removed.append(CachedFile(name: node.name, bytes: node.bytes))
        }
        return removed
    }

    private mutating func append(_ name: CacheName, bytes: Int) {
        let node = Node(name: name, bytes: bytes, older: newest, newer: nil)
        let place: Int
        if let free = unused.popLast() {
            place = free
            nodes[place] = node
        } else {
            place = nodes.count
            nodes.append(node)
        }
        if let newest { nodes[newest]?.newer = place } else { oldest = place }
        newest = place
        places[name] = place
        byteCount += room(for: bytes)
    }
}

/// Pictures in memory by name, of at most so many bytes; what was used least recently goes first.
final class PictureMemory<Picture: Sendable>: Sendable {
    private struct State {
        var entries = RecencyList()
        var pictures: [CacheName: Picture] = [:]
    }
    private let byteLimit: Int
    private let state = Mutex(State())

    init(byteLimit: Int) { self.byteLimit = byteLimit }

    func read(_ name: CacheName) -> Picture? {
        state.withLock { state in
            _ = state.entries.touch(name)
            return state.pictures[name]
        }
    }

    /// `bytes` is the memory that the picture takes.
    func write(_ picture: Picture, bytes: Int, as name: CacheName) {
        state.withLock { state in
            state.entries.insert(name, bytes: bytes)
            state.pictures[name] = picture
            for removed in state.entries.shrink(to: byteLimit) { state.pictures[removed.name] = nil }
        }
    }
}
