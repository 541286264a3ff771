import Foundation
import PostcardCore
import PostcardDisk
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardIndex

struct TermTableTests {
    @Test(arguments: [1, 2] as [UInt64])
    func `results are the same with a table`(seed: UInt64) throws {
        var log = try TermTableLog(seed: seed)
        let old = try log.opened()
        for step in 0..<2 {
            try log.append(lines: step == 0 ? 250 : 60)
            let expected = try TermTableLog.answers(of: log.openedWithoutTable())
            // The index has no table, or a table of some of the lines.
            #expect(try TermTableLog.answers(of: log.opened()) == expected)
            #expect(try TermTableLog.answers(of: old) == expected)
            try log.makeTable()
            let new = try log.opened()
            let snapshot = try #require(try new.snapshot())
            #expect(snapshot.termTables.table(for: snapshot)?.end == snapshot.end)
            #expect(try TermTableLog.answers(of: new) == expected)
        }
    }

    @Test func `a table avoids the search`() throws {
        var log = try TermTableLog(seed: 5)
        try log.append(lines: 300)
        let index = try log.openedWithoutTable()
        var cursor = try index.records(of: "pin", order: .oldestFirst)
        let oldest = try #require(try cursor.next())
        let size = try log.folder.index.count
        #expect(try searched(for: oldest.key, in: log) > 0)
        #expect(try searched(for: .stamp("never-there"), in: log) == size)
        #expect(try searchedForList(in: log, "pin", minimum: size) == size)
        try log.makeTable()
        #expect(try searchedForList(in: log, "pin", minimum: size) == 0)
        #expect(try searchedForList(in: log, .stamp, RecordFilter("album", equals: "a-7"), minimum: size) == 0)
        let area = try #require(MapArea(latitude: -72, longitude: -180, distance: 1000))
        try expectEqual(searchedForList(in: log, .stamp, RecordFilter(within: area), minimum: size), 0)
        try expectEqual(searched(for: oldest.key, in: log), 0)
        try expectEqual(searched(for: .stamp("never-there"), in: log), 0)
        // Only lines appended since are searched.
        try log.openedWithoutTable().put("red", id: "1")
        let appended = try log.folder.index.count - size
        try expectEqual(searchedForList(in: log, "pin", minimum: size), appended)
        try expectEqual(searched(for: oldest.key, in: log), appended)
        try expectEqual(searched(for: .stamp("never-there"), in: log), appended)
    }

    private func searched(for key: RecordKey, in log: TermTableLog) throws -> Int {
        var searched = 0
        _ = try log.opened().snapshot()?.newestVersion(of: key, scanned: &searched)
        return searched
    }

    private func searchedForList(
        in log: TermTableLog, _ kind: RecordKind, _ filter: RecordFilter? = nil, minimum: Int
    ) throws -> Int {
        // A table is made only after everything has been searched.
        let index = try LibraryIndex(directory: log.folder.path, minimumTableLog: minimum)
        var cursor = try index.records(of: kind, where: filter)
        while try cursor.next() != nil {}
        return cursor.searched
    }

    @Test func `a table is made after many searches`() throws {
        var log = try TermTableLog(seed: 6)
        try log.append(lines: 20)
        _ = try log.opened().record(.stamp("never-there"))
        #expect(try !log.folder.names.contains("cache"))
        try log.append(lines: 300)
        // The search gets the first lines it needs from a table made during the search.
        let size = try log.folder.index.count
        var cursor = try log.opened().records(of: "pin")
        var count = 0
        while try cursor.next() != nil { count += 1 }
        #expect(count > 0)
        #expect(cursor.searched < size / 2)
        #expect(try log.folder.read(log.tablePath).count > 0)
        try FileManager.default.removeItem(atPath: log.tablePath.string)
        _ = try log.opened().record(.stamp("never-there"))
        #expect(try log.folder.read(log.tablePath).count > 0)
        // A few more lines don't justify another table.
        let table = try log.folder.read(log.tablePath)
        try log.openedWithoutTable().put("red", id: "1")
        _ = try log.opened().record(.stamp("never-there"))
        #expect(try log.folder.read(log.tablePath) == table)
        try log.append(lines: 100)
        _ = try log.opened().record(.stamp("never-there"))
        #expect(try log.folder.read(log.tablePath) != table)
    }

    /// The stale positions in memory would return a record twice.
    @Test(arguments: [RecordCursor.Order.newestFirst, .oldestFirst])
    func `a table made during a search repeats no record`(order: RecordCursor.Order) throws {
        var log = try TermTableLog(seed: 6)
        try log.append(lines: 320)
        // This record is found before the table exists.
        try log.openedWithoutTable().put("red", id: "newest", kind: "pin")
        let expected = try log.openedWithoutTable().ids(of: "pin", order: order)
        var snapshot = try #require(try log.opened().snapshot())
        try snapshot.makeTable()
        var cursor = RecordCursor(snapshot, kind: "pin", idPrefix: "", order: order, filter: nil)
        var found: [String] = []
        while let record = try cursor.next() { found.append(record.key.id) }
        #expect(found == expected)
        #expect(try FileSystem.status(of: log.tablePath) != nil)
    }

    @Test func `appending does not touch the table`() throws {
        var log = try TermTableLog(seed: 7)
        try log.append(lines: 200)
        try log.makeTable()
        let status = try FileSystem.status(of: log.tablePath)
        let index = try log.opened()
        for number in 0..<20 { try index.put("red", id: "new-\(number)") }
        #expect(try FileSystem.status(of: log.tablePath) == status)
    }

    @Test func `compaction makes a new table`() throws {
        var log = try TermTableLog(seed: 8)
        try log.append(lines: 300)
        try log.makeTable()
        let table = try log.folder.read(log.tablePath)
        let blobs = BlobStore(directory: log.folder.path)
        _ = try log.openedWithoutTable().compact(at: noon, blobs, grace: .zero) { _ in [] }
        // The file still contains the table of the previous log.
        #expect(try log.folder.read(log.tablePath) == table)
        let expected = try TermTableLog.answersInBrief(of: log.openedWithoutTable())
        let index = try log.opened()
        #expect(try index.snapshot().map { $0.termTables.table(for: $0) == nil } == true)
        #expect(try TermTableLog.answersInBrief(of: index) == expected)
        try log.append(lines: 30)
        _ = try log.opened().compact(at: noon, blobs, grace: .zero) { _ in [] }
        let compact = try #require(try log.opened().snapshot())
        #expect(compact.termTables.table(for: compact)?.end == compact.end)
        #expect(try TermTableLog.answers(of: log.opened()) == TermTableLog.answers(of: log.openedWithoutTable()))
    }

    @Test func `a cursor keeps its lines while tables are made`() throws {
        var log = try TermTableLog(seed: 9)
        try log.append(lines: 300)
        try log.makeTable()
        let expected = try log.openedWithoutTable().ids(of: "pin")
        let index = try log.opened()
        var cursor = try index.records(of: "pin")
        var found: [String] = []
        while let record = try cursor.next() {
            found.append(record.key.id)
            guard found.count == 2 else { continue }
            for id in expected {
                try index.update(at: noon) { t in try t.delete(RecordKey("pin", id)) }
            }
            try log.makeTable()
        }
        #expect(found == expected)
        #expect(try log.opened().ids(of: "pin") == [])
    }
}
