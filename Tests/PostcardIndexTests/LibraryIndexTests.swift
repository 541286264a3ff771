import Foundation
import PostcardCore
import PostcardDisk
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardIndex

struct LibraryIndexTests {
    private let folder: ScratchFolder
    private let index: LibraryIndex

    init() throws {
        folder = try ScratchFolder()
        index = try LibraryIndex(directory: folder.path)
    }

    @Test func `a line has the documented form`() throws {
        try index.update(at: noon) { transaction in
            try transaction.put(Stamp(name: "Ä/b", value: 1), for: .stamp("s-1"))
            try transaction.delete(RecordKey(.letter, "l-1"))
        }
        let body = """
            {"v":1,"seq":1,"at":"2026-09-21T14:13:20.000Z","changes":[{"op":"put","kind":"stamp","id":"s-1",\
            "record":{"name":"Ä/b","value":1}},{"op":"delete","kind":"letter","id":"l-1"}]
            """
        let checksum = String(Array(body.utf8).withUnsafeBytes(CRC32.checksum), radix: 16)
        let digits = String(repeating: "0", count: 8 - checksum.count) + checksum
        #expect(String(decoding: try folder.index, as: UTF8.self) == body + ",\"crc\":\"\(digits)\"}\n")
    }

    @Test func `the newest version takes precedence`() throws {
        try index.put("red", id: "1")
        try index.put("blue", id: "2")
        try index.put("green", id: "1")
        try expectEqual(index.name("1"), "green")
        try expectEqual(index.ids(), ["1", "2"])
        try expectEqual(index.ids(order: .oldestFirst), ["2", "1"])
    }

    @Test func `the same id with a different kind is a different record`() throws {
        try index.put("red", id: "1")
        try index.put("news", id: "1", kind: .letter)
        try index.delete("1")
        #expect(try index.name("1") == nil)
        #expect(try index.record(RecordKey(.letter, "1")) != nil)
        #expect(try index.ids(of: .letter) == ["1"])
    }

    @Test(arguments: ["1", "11", "1\",\"record\":{", "", "é", "-1"])
    func `only the complete id is found`(id: String) throws {
        try index.put("red", id: "111")
        try index.put("a \"kind\":\"stamp\",\"id\":\"1\" b", id: "2")
        #expect(try index.record(.stamp(id)) == nil)
    }

    @Test func `an empty folder is an empty index and stays empty`() throws {
        #expect(try index.record(.stamp("1")) == nil)
        #expect(try index.ids() == [])
        #expect(try index.check().isSound)
        #expect(try folder.names == [])
    }

    @Test func `an update without changes writes nothing`() throws {
        try index.put("red", id: "1")
        let before = try folder.index
        try index.update(at: noon) { _ in }
        #expect(try folder.index == before)
    }

    @Test func `every reader sees the changes that others have committed`() throws {
        let other = try LibraryIndex(directory: folder.path)
        #expect(try other.name("1") == nil)
        for number in 1...5 {
            try index.put("n\(number)", id: "1")
            #expect(try other.name("1") == "n\(number)")
            try other.put("m\(number)", id: "2")
            #expect(try index.name("2") == "m\(number)")
        }
    }

    @Test func `sequence numbers rise even if the clock goes back`() throws {
        for seconds in [100.0, 50, 0, -1000] {
            try index.update(at: noon + seconds) { transaction in
                try transaction.put(Stamp(name: "\(seconds)"), for: .stamp("1"))
            }
        }
        try expectEqual(index.history(of: .stamp("1")).map(\.sequence), [4, 3, 2, 1])
        try expectEqual(index.record(.stamp("1"))?.date, noon - 1000)
        try expectEqual(index.check().findings, [])
    }

    @Test func `the history contains every version`() throws {
        try index.put("red", id: "1")
        try index.delete("1")
        try index.put("blue", id: "1")
        let history = try index.history(of: .stamp("1"))
        #expect(try history.map { try $0.record?.decode(Stamp.self).name } == ["blue", nil, "red"])
        #expect(try index.history(of: .stamp("2")) == [])
    }

    @Test func `deleted records can be listed and restored`() throws {
        for id in ["1", "2", "3"] { try index.put("stamp \(id)", id: id) }
        try index.put("second \(2)", id: "2")
        try index.delete("2")
        try index.delete("1")
        try index.delete("never-there")
        #expect(try index.deletedRecords(of: .stamp).map(\.record.key.id) == ["1", "2"])
        let deleted = try #require(try index.deletedRecords(of: .stamp).last?.record)
        try index.update(at: noon) { transaction in
            try transaction.put(json: deleted.json, for: deleted.key)
        }
        #expect(try index.name("2") == "second 2")
        #expect(try index.deletedRecords(of: .stamp).map(\.record.key.id) == ["1"])
    }

    @Test func `many lookups give the same results`() throws {
        try index.update(at: noon) { transaction in
            for number in 0..<500 {
                try transaction.add(Stamp(name: "stamp \(number)"), for: .stamp("\(number)"))
                if number % 3 == 0 { transaction.endLine() }
            }
        }
        try index.delete("7")
        // After some of these lookups, the index has a table of all positions.
        for round in 0..<20 {
            for number in stride(from: 0, to: 510, by: 17) {
                #expect(try index.name("\(number)") == (number < 500 ? "stamp \(number)" : nil), "round \(round)")
            }
            #expect(try index.name("7") == nil)
        }
        try index.put("new", id: "7")
        #expect(try index.name("7") == "new")
        #expect(try index.snapshot()?.table != nil)
    }

    @Test func `a missing folder causes an error`() throws {
        let path = folder.path.appending("none")
        let error = failure { _ = try LibraryIndex(directory: path) }
        #expect(error?.code == .notFound)
        #expect(error?.message.contains(path.string) == true)
    }

    @Test func `a file where the folder should be causes an error`() throws {
        try folder.write([], to: folder.path.appending("file"))
        #expect(failure { _ = try LibraryIndex(directory: folder.path.appending("file")) }?.code == .notADirectory)
        #expect(failure { _ = try LibraryIndex(directory: folder.path.appending("file/x")) }?.code == .notADirectory)
    }

    @Test func `a folder that disappears causes an error`() throws {
        try index.put("red", id: "1")
        try FileManager.default.removeItem(atPath: folder.path.string)
        #expect(failure { _ = try index.record(.stamp("1")) }?.code == .notFound)
        #expect(failure { try index.put("blue", id: "1") }?.code == .notFound)
    }

    @Test func `a replaced file is detected`() throws {
        try index.put("red", id: "1")
        let bytes = try folder.index
        try index.put("blue", id: "1")
        #expect(try index.name("1") == "blue")
        try FileManager.default.removeItem(atPath: folder.indexPath.string)
        #expect(try index.name("1") == nil)
        try folder.setIndex(bytes)
        #expect(try index.name("1") == "red")
    }

    @Test func `a file changed in place is detected`() throws {
        try index.put("red", id: "1")
        let red = try folder.index
        try index.put("blue", id: "1")
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.indexPath.string))
        // A failed writer has removed its line, and another writer has written a different line at the same position.
        try handle.truncate(atOffset: UInt64(red.count))
        #expect(try index.name("1") == "red")
        try index.put("gold", id: "1")
        #expect(try index.name("1") == "gold")
        #expect(try index.check().findings == [])
    }
}
