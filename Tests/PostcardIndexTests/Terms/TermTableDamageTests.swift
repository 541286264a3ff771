import Foundation
import PostcardCore
import PostcardDisk
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardIndex

/// Results match the log, regardless of what the table file contains.
struct TermTableDamageTests {
    private var log: TermTableLog
    private let table: [UInt8]
    private let expected: [String]

    init() throws {
        log = try TermTableLog(seed: 11)
        try log.append(lines: 80)
        try log.makeTable()
        table = try log.folder.read(log.tablePath)
        expected = try TermTableLog.answersInBrief(of: log.openedWithoutTable())
    }

    private func expectAnswers(withTable bytes: [UInt8], _ comment: String) throws {
        try log.folder.write(bytes, to: log.tablePath)
        #expect(try TermTableLog.answersInBrief(of: log.opened()) == expected, "\(comment)")
    }

    @Test func `flipped bytes do not change results`() throws {
        #expect(table.count > 2000)
        let head = TermTable.Header.length + TermTable.Entry.length
        // All bytes of the header and the fence, and some bytes of the block.
        for position in table.indices where position < head || position % 97 == 0 {
            var bytes = table
            bytes[position] ^= 1 << UInt8(position % 8)
            try expectAnswers(withTable: bytes, "byte \(position)")
        }
    }

    @Test func `truncated and lengthened tables do not change results`() throws {
        let boundaries = [
            0, 1, 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 112, table.count / 48 * 24, table.count - 24,
        ]
        for boundary in boundaries {
            for size in [boundary - 1, boundary, boundary + 1] where size >= 0 {
                try expectAnswers(withTable: Array(table[..<size]), "\(size) bytes")
            }
        }
        try expectAnswers(withTable: table.dropLast(), "one byte too few")
        try expectAnswers(withTable: table + [0], "one byte too many")
        try expectAnswers(withTable: table + table, "twice")
        try expectAnswers(withTable: [UInt8](repeating: 0, count: table.count), "zeros")
        try expectAnswers(withTable: [UInt8](repeating: 0xFF, count: table.count), "ones")
    }

    @Test(arguments: [0, 2, 0xFFFF_FFFF] as [UInt64])
    func `a table in another version is not read`(version: UInt64) throws {
        var head = Array(table[..<(TermTable.Header.length - 8)])
        head.replaceSubrange(8..<16, with: (0..<8).map { UInt8(truncatingIfNeeded: version >> (8 * $0)) })
        let checksum = head.withUnsafeBytes { CRC32.checksum(of: $0) }
        head.append(littleEndian: UInt64(checksum))
        try expectAnswers(withTable: head + table[TermTable.Header.length...], "version \(version)")
        #expect(TermTable.Header(head) == nil)
    }

    /// Tables with correct checksums but wrong positions.
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `wrong positions do not change results`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let snapshot = try #require(try log.opened().snapshot())
        let entries = try #require(try TermTableBuilder.entries(of: snapshot, over: nil))
        let invented = entries.map { entry in
            let bits: UInt64 =
                switch seed {
                case 1: .random(in: 0...UInt64.max, using: &random)
                case 2: .random(in: 0..<UInt64(snapshot.end) << 25, using: &random)
                case 3: entry.position.bits + 2 << 25
                default: entry.position.bits + 1 << 60
                }
            return TermTable.Entry(term: entry.term, position: KeyTable.Position(bits: bits))
        }
        try write(invented, of: snapshot)
        #expect(try TermTableLog.answersInBrief(of: log.opened()) == expected)
        try write(entries, of: snapshot)
        #expect(try log.folder.read(log.tablePath) == table)
    }

    /// The lines are searched instead. The stale positions in memory would return a record twice.
    @Test func `a list that turns out to be wrong midway repeats no record`() throws {
        try FileSystem.remove(log.tablePath)
        var snapshot = try #require(try log.opened().snapshot())
        try snapshot.makeTable()
        let term = IndexTerm(kind: "pin")
        let entries = try #require(try TermTableBuilder.entries(of: snapshot, over: nil))
        let newest = try #require(entries.filter { $0.term == term }.map(\.position).max())
        let invented = entries.map { entry in
            guard entry.term == term, entry.position < newest else { return entry }
            return TermTable.Entry(term: term, position: KeyTable.Position(bits: entry.position.bits + 2 << 25))
        }
        try write(invented, of: snapshot)
        #expect(snapshot.termTables.make(for: snapshot))
        var cursor = RecordCursor(snapshot, kind: "pin", idPrefix: "", order: .newestFirst, filter: nil)
        var found: [String] = []
        while let record = try cursor.next() { found.append(record.key.id) }
        #expect(found.count > 1)
        #expect(try found == log.openedWithoutTable().ids(of: "pin"))
    }

    /// Table entries of any contents, in any order, don't crash the process.
    @Test(arguments: 20...29 as ClosedRange<UInt64>)
    func `fabricated tables do not crash the process`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let snapshot = try #require(try log.opened().snapshot())
        let entries = (0..<Int.random(in: 1..<3000, using: &random)).map { _ in
            TermTable.Entry(
                term: IndexTerm(high: random.next() >> UInt64.random(in: 0..<64, using: &random), low: random.next()),
                position: KeyTable.Position(bits: random.next() >> UInt64.random(in: 0..<40, using: &random)))
        }
        try write(entries, of: snapshot)
        _ = try TermTableLog.answersInBrief(of: log.opened())
    }

    private func write(_ entries: [TermTable.Entry], of snapshot: IndexSnapshot) throws {
        try FileSystem.remove(log.tablePath)
        let mark = try #require(TermTable.Header.mark(of: snapshot.file, end: snapshot.end))
        try TermTable.write(
            entries, end: snapshot.end, inode: snapshot.identity.inode, mark: mark,
            to: OpenFile(log.tablePath, .creating))
    }

    @Test func `a damaged table is made again`() throws {
        var bytes = table
        bytes[table.count - 5] ^= 1
        try log.folder.write(bytes, to: log.tablePath)
        let index = try log.opened()
        try expectEqual(TermTableLog.answersInBrief(of: index), expected)
        try expectEqual(log.folder.read(log.tablePath), table)
        try expectEqual(TermTableLog.answersInBrief(of: index), expected)
    }

    @Test mutating func logThatWasCutOffOrReplacedIsAnotherOne() throws {
        let bytes = try log.folder.index
        let lines = bytes.split(separator: UInt8(ascii: "\n"))
        // In the same file: fewer lines, more lines, different lines, and no lines.
        for other in [
            Array(lines[..<(lines.count - 1)]), lines + [lines[0]], lines.reversed(), Array(lines[30...]), [lines[3]],
            [],
        ] {
            try log.folder.setIndex(other.flatMap { $0 + [UInt8(ascii: "\n")] })
            try log.folder.write(table, to: log.tablePath)
            #expect(
                try TermTableLog.answersInBrief(of: log.opened())
                    == TermTableLog.answersInBrief(of: log.openedWithoutTable()))
        }
        try log.folder.setIndex(bytes)
        try log.folder.write(table, to: log.tablePath)
        // A table that covers fewer lines than now exist.
        try log.append(lines: 200)
        try log.makeTable()
        let later = try TermTableLog.answersInBrief(of: log.openedWithoutTable())
        try log.folder.write(table, to: log.tablePath)
        #expect(try TermTableLog.answersInBrief(of: log.opened()) == later)
    }

    @Test func `a damaged line is reported and skipped`() throws {
        var bytes = try log.folder.index
        // A record that is not in the lines that identify a log.
        var cursor = try log.openedWithoutTable().records(of: .stamp)
        var damaged: (key: RecordKey, position: Int)?
        while damaged == nil, let record = try cursor.next() {
            let needle = ByteNeedle(#","seq":\#(record.sequence),"#)
            let position = bytes.withUnsafeBytes { needle.firstIndex(in: $0) } ?? 0
            if (8192..<bytes.count - 8192).contains(position) { damaged = (record.key, position) }
        }
        let (key, position) = try #require(damaged)
        bytes[position + 3] ^= 1
        try log.folder.setIndex(bytes)
        let reader = try log.opened()
        #expect(try reader.snapshot().map { $0.termTables.table(for: $0) != nil } == true)
        let older = try log.openedWithoutTable().newestVersion(of: key)
        #expect(try reader.newestVersion(of: key) == older)
        #expect(reader.hasFoundDamage)
        #expect(
            try TermTableLog.answersInBrief(of: log.opened())
                == TermTableLog.answersInBrief(of: log.openedWithoutTable()))
        // No table is made for a damaged log, so damage is reported again the next time.
        try FileSystem.remove(log.tablePath)
        for _ in 0..<2 {
            let reader = try log.opened()
            #expect(try reader.newestVersion(of: key) == older)
            #expect(reader.hasFoundDamage)
            #expect(try FileSystem.status(of: log.tablePath) == nil)
        }
    }
}
