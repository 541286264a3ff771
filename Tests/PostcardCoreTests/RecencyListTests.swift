import PostcardCore
import Testing

/// The order in which keys were used, compared with a linear search of an array.
struct RecencyListTests {
    /// Oldest first.
    private struct Model {
        var entries: [RecencyList<Int>.Entry] = []

        mutating func remove(_ key: Int) -> Int? {
            entries.firstIndex { $0.key == key }.map { entries.remove(at: $0).bytes }
        }

        mutating func insert(_ key: Int, bytes: Int) -> Int? {
            defer { entries.append(.init(key: key, bytes: bytes)) }
            return remove(key)
        }

        mutating func shrink(to limit: Int, unit: Int) -> [RecencyList<Int>.Entry] {
            var removed: [RecencyList<Int>.Entry] = []
            while byteCount(unit: unit) > limit, !entries.isEmpty { removed.append(entries.removeFirst()) }
            return removed
        }

        func byteCount(unit: Int) -> Int { entries.reduce(0) { $0 + ($1.bytes + unit - 1) / unit * unit } }
    }

    @Test(arguments: [1, 512, 4096], 0..<10)
    func `any sequence of uses gives the same order as in an array`(unit: Int, seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed * 31 + unit))
        var list = RecencyList<Int>(unit: unit)
        var model = Model()
        for _ in 0..<400 {
            let key = Int.random(in: 0..<12, using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<5:
                let bytes = Int.random(in: 0...9_000, using: &random)
                #expect(list.insert(key, bytes: bytes) == model.insert(key, bytes: bytes))
            case 5..<8:
                let known = model.remove(key)
                if let known { _ = model.insert(key, bytes: known) }
                #expect(list.touch(key) == known)
            case 8: #expect(list.remove(key) == model.remove(key))
            default:
                let limit = Int.random(in: 0...60_000, using: &random)
                #expect(list.shrink(to: limit) == model.shrink(to: limit, unit: unit))
            }
            #expect(list.byteCount == model.byteCount(unit: unit))
        }
        let (left, expected) = (list.shrink(to: 0), model.shrink(to: 0, unit: unit))
        #expect(left.filter { $0.bytes > 0 } == expected.filter { $0.bytes > 0 })
        #expect(list.byteCount == 0)
    }

    @Test(arguments: [(0, 0), (1, 4096), (4096, 4096), (4097, 8192), (-5, 0)])
    func `the size is a whole number of blocks`(bytes: Int, room: Int) {
        #expect(RecencyList<Int>(unit: 4096).room(for: bytes) == room)
    }

    @Test func `a unit of zero counts as one byte`() {
        #expect(RecencyList<Int>(unit: 0).room(for: 7) == 7)
    }

    @Test func `a cache keeps the most recently used values, but none that is larger than its limit`() {
        let cache = LRUCache<Int, String>(byteLimit: 10)
        for key in 0..<3 { cache.insert("\(key)", bytes: 4, for: key) }
        #expect(cache.value(for: 0) == nil && cache.count == 2)
        #expect(cache.value(for: 1) == "1")
        cache.insert("3", bytes: 4, for: 3)
        #expect(cache.value(for: 2) == nil && cache.value(for: 1) == "1")
        cache.insert("large", bytes: 11, for: 1)
        #expect(cache.value(for: 1) == nil && cache.value(for: 3) == "3")
        cache.remove(3)
        #expect(cache.count == 0)
    }
}
