import Foundation
import PostcardCore
import PostcardDisk
import PostcardTestSupport
import Testing

@testable import PostcardIndex

struct RecordCursorTests {
    private let folder: ScratchFolder
    private let index: LibraryIndex

    init() throws {
        folder = try ScratchFolder()
        index = try LibraryIndex(directory: folder.path)
    }

    /// Makes several thousand changes, more than fit into one window. Returns the expected ids, ordered from the oldest change.
    private func fill(seed: UInt64) throws -> [String] {
        var random = SeededRandom(seed: seed)
        var ids: [String] = []
        for _ in 0..<20 {
            var steps: [(id: String, isDeletion: Bool, endsLine: Bool)] = []
            for _ in 0..<200 {
                steps.append(
                    (
                        "\(Int.random(in: 0..<300, using: &random))", Int.random(in: 0..<4, using: &random) == 0,
                        Int.random(in: 0..<3, using: &random) == 0
                    ))
            }
            try index.update(at: noon) { [steps] transaction in
                for step in steps {
                    if step.isDeletion {
                        try transaction.delete(.stamp(step.id))
                    } else {
                        let name = String(repeating: "x", count: 200) + step.id
                        try transaction.add(Stamp(name: name, value: 3), for: .stamp(step.id))
                        try transaction.add(Stamp(name: "other"), for: RecordKey(.letter, step.id))
                    }
                    if step.endsLine { transaction.endLine() }
                }
            }
            for step in steps {
                ids.removeAll { $0 == step.id }
                if !step.isDeletion { ids.append(step.id) }
            }
        }
        return ids
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `records are returned once, ordered by their last change`(seed: UInt64) throws {
        let ids = try fill(seed: seed)
        #expect(try folder.index.count > 1 << 19)
        #expect(try index.ids() == ids.reversed())
        #expect(try index.ids(order: .oldestFirst) == ids)
        // The index now has a table of all positions.
        #expect(try index.ids() == ids.reversed())
        for id in ids.prefix(50) { #expect(try index.name(id)?.hasSuffix("x\(id)") == true) }
    }

    @Test func `records are found by id prefix`() throws {
        let ids = try fill(seed: 4)
        for start in ["1", "12", "123", "9999"] {
            var cursor = try index.records(of: .stamp, idPrefix: start, order: .oldestFirst)
            var found: [String] = []
            while let record = try cursor.next() { found.append(record.key.id) }
            #expect(found == ids.filter { $0.hasPrefix(start) })
        }
    }

    @Test func `a cursor shows the records that existed when it was made`() throws {
        let ids = try fill(seed: 4)
        var cursor = try index.records(of: .stamp)
        var found: [String] = []
        while let record = try cursor.next() {
            found.append(record.key.id)
            if found.count == 10 { for id in ids { try index.delete(id) } }
        }
        #expect(found == ids.reversed())
        #expect(try index.ids() == [])
    }

    @Test func `a cursor survives compaction`() throws {
        let ids = try fill(seed: 5)
        var cursor = try index.records(of: .stamp)
        let first = try cursor.next()
        _ = try index.compact(at: noon, BlobStore(directory: folder.path), grace: .seconds(1)) { _ in [] }
        var found = [first?.key.id]
        while let record = try cursor.next() { found.append(record.key.id) }
        #expect(found == ids.reversed())
    }

    @Test func `a filter uses the member of the newest version`() throws {
        try index.put("red", id: "1")
        try index.put("blue", id: "2")
        try index.put("red", id: "3")
        try index.put("blue", id: "3")
        try index.update(at: noon) { transaction in
            try transaction.put(json: Array(#"{"inner":{"name":"red"}}"#.utf8), for: .stamp("4"))
            try transaction.put(json: Array(#"{"name":"\u0072ed"}"#.utf8), for: .stamp("5"))
            try transaction.put(json: Array(#"{"text":"\"name\":\"red\""}"#.utf8), for: .stamp("6"))
        }
        try expectEqual(index.ids(where: RecordFilter("name", equals: "red")), ["5", "1"])
        try expectEqual(index.ids(order: .oldestFirst, where: RecordFilter("name", equals: "red")), ["1", "5"])
        try expectEqual(index.ids(where: RecordFilter("name", equals: "re")), [])
    }
}
