import PostcardCore
import Testing

@testable import PostcardServer

/// The order of use of cached files, against a plain array that is searched.
struct RecencyListTests {
    /// Oldest first.
    private struct Model {
        var files: [CachedFile] = []

        mutating func remove(_ name: CacheName) -> Int? {
            files.firstIndex { $0.name == name }.map { files.remove(at: $0).bytes }
        }

        mutating func insert(_ name: CacheName, bytes: Int) -> Int? {
            defer { files.append(CachedFile(name: name, bytes: bytes)) }
            return remove(name)
        }

        mutating func shrink(to limit: Int, unit: Int) -> [CachedFile] {
            var removed: [CachedFile] = []
            while byteCount(unit: unit) > limit, !files.isEmpty { removed.append(files.removeFirst()) }
            return removed
        }

        func byteCount(unit: Int) -> Int { files.reduce(0) { $0 + ($1.bytes + unit - 1) / unit * unit } }
    }

    private static let names: [CacheName] = (0..<12).compactMap { number in
        CacheName(String(repeating: "0", count: 62) + (number < 10 ? "0\(number)" : "\(number)"))
    }

    @Test(arguments: [1, 512, 4096], 0..<10)
    func anySequenceOfUsesIsAsInAPlainArray(unit: Int, seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed * 31 + unit))
        var list = RecencyList(unit: unit)
        var model = Model()
        try #require(Self.names.count == 12)
        for _ in 0..<400 {
            let name = Self.names[.random(in: 0..<12, using: &random)]
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<5:
                let bytes = Int.random(in: 0...9_000, using: &random)
                #expect(list.insert(name, bytes: bytes) == model.insert(name, bytes: bytes))
            case 5..<8:
                let known = model.remove(name)
                if let known { _ = model.insert(name, bytes: known) }
                #expect(list.touch(name) == known)
            case 8: #expect(list.remove(name) == model.remove(name))
            default:
                let limit = Int.random(in: 0...60_000, using: &random)
                #expect(list.shrink(to: limit) == model.shrink(to: limit, unit: unit))
            }
            #expect(list.byteCount == model.byteCount(unit: unit))
        }
        #expect(list.shrink(to: 0).filter { $0.bytes > 0 } == model.shrink(to: 0, unit: unit).filter { $0.bytes > 0 })
        #expect(list.byteCount == 0)
    }

    @Test(arguments: [(0, 0), (1, 4096), (4096, 4096), (4097, 8192), (-5, 0)])
    func roomIsAWholeNumberOfBlocks(bytes: Int, room: Int) {
        #expect(RecencyList(unit: 4096).room(for: bytes) == room)
    }

    @Test func unitOfNothingIsOneByte() {
        #expect(RecencyList(unit: 0).room(for: 7) == 7)
    }
}
