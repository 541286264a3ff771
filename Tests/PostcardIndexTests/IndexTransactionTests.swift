import Foundation
import PostcardDisk
import PostcardTestSupport
import Synchronization
import Testing

@testable import PostcardIndex

struct IndexTransactionTests {
    private let folder: ScratchFolder
    private let index: LibraryIndex

    init() throws {
        folder = try ScratchFolder()
        index = try LibraryIndex(directory: folder.path)
    }

    @Test func `the changes of a transaction become one line`() throws {
        try index.update(at: noon) { transaction in
            for number in 0..<10 { try transaction.add(Stamp(name: "x"), for: .stamp("\(number)")) }
        }
        #expect(try folder.index.count { $0 == UInt8(ascii: "\n") } == 1)
        #expect(try index.ids() == (0..<10).reversed().map(String.init))
    }

    @Test func `endLine splits changes into several lines`() throws {
        try index.update(at: noon) { transaction in
            try transaction.add(Stamp(name: "a"), for: .stamp("1"))
            transaction.endLine()
            transaction.endLine()
            try transaction.put(Stamp(name: "b"), for: .stamp("1"))
            transaction.endLine()
        }
        #expect(try index.history(of: .stamp("1")).map(\.sequence) == [2, 1])
    }

    @Test func `a transaction sees its own changes`() throws {
        try index.put("red", id: "1")
        try index.put("red", id: "2")
        try index.update(at: noon) { transaction in
            try transaction.delete(.stamp("1"))
            #expect(try transaction.record(.stamp("1")) == nil)
            try transaction.put(Stamp(name: "blue"), for: .stamp("2"))
            #expect(try transaction.record(.stamp("2"))?.decode(Stamp.self).name == "blue")
            try transaction.put(Stamp(name: "green"), for: .stamp("1"))
        }
        #expect(try index.name("1") == "green")
        #expect(try index.history(of: .stamp("1")).count == 2)
    }

    @Test func `a transaction whose body throws writes nothing`() throws {
        try index.put("red", id: "1")
        let before = try folder.index
        let error = failure {
            try index.update(at: noon) { transaction in
                try transaction.put(Stamp(name: "blue"), for: .stamp("1"))
                throw FileError(.conflict, "no")
            }
        }
        #expect(error?.code == .conflict)
        #expect(try folder.index == before)
    }

    @Test func `members written by newer versions are kept`() throws {
        try index.update(at: noon) { transaction in
            let json = #"{"name": "red", "value": 5, "colour": {"r": 1.00}, "big": 12345678901234567890}"#
            try transaction.put(json: Array(json.utf8), for: .stamp("1"))
        }
        try index.update(at: noon) { transaction in
            try transaction.put(Stamp(name: "blue", value: nil), for: .stamp("1"))
            _ = try transaction.modify(Stamp.self, .stamp("1")) { $0.name += "!" }
        }
        let json = try index.record(.stamp("1")).map { String(decoding: $0.json, as: UTF8.self) }
        #expect(json == #"{"name":"blue!","colour":{"r":1.00},"big":12345678901234567890}"#)
    }

    @Test func `modifying a missing record changes nothing`() throws {
        let isThere = try index.update(at: noon) { transaction in
            try transaction.modify(Stamp.self, .stamp("1")) { $0.name = "x" }
        }
        #expect(!isThere)
        #expect(try index.ids() == [])
    }

    @Test func `a record that does not match its type is not overwritten`() throws {
        try index.update(at: noon) { transaction in
            try transaction.put(json: Array(#"{"name":5}"#.utf8), for: .stamp("1"))
        }
        let error = failure { try index.put("blue", id: "1") }
        expectEqual(error?.code, .invalidRecord)
        expectEqual(error?.message.contains("stamp 1"), true)
        expectEqual(error?.message.contains("name"), true)
    }

    @Test(arguments: ["", "[]", "5", "{", "{\"a\":1} x", "{\"a\":\u{1}}"])
    func `a record that is not an object is rejected`(json: String) throws {
        let error = failure {
            try index.update(at: noon) { transaction in
                try transaction.put(json: Array(json.utf8), for: .stamp("1"))
            }
        }
        #expect(error?.code == .invalidRecord)
        #expect(try index.ids() == [])
    }

    @Test(arguments: [
        RecordKey("stamp", ""), RecordKey("stamp", "a b"), RecordKey("stamp", "a\"b"), RecordKey("stamp", "a\\b"),
        RecordKey("stamp", "é"), RecordKey("stamp", "a\n"), RecordKey("stamp", String(repeating: "x", count: 201)),
        RecordKey("", "1"), RecordKey("Stamp", "1"), RecordKey("st amp", "1"),
    ])
    func `an invalid key is rejected`(key: RecordKey) throws {
        let error = failure {
            try index.update(at: noon) { transaction in
                try transaction.put(Stamp(name: "x"), for: key)
            }
        }
        #expect(error?.code == .invalidKey)
    }

    @Test func `a line that is too long is rejected`() throws {
        try index.put("red", id: "1")
        let before = try folder.index
        let error = failure {
            try index.put(String(repeating: "x", count: LineFormat.maximumLength), id: "1")
        }
        #expect(error?.code == .tooLarge)
        #expect(try folder.index == before)
    }

    @Test func `many changes take as few lines as possible`() throws {
        let json = Array(#"{"name":"\#(String(repeating: "x", count: LineFormat.preferredLength * 3 / 8))"}"#.utf8)
        try index.update(at: noon) { transaction in
            for id in ["1", "2", "3", "4", "5"] { try transaction.put(json: json, for: .stamp(id)) }
        }
        #expect(try folder.index.count { $0 == UInt8(ascii: "\n") } == 3)
        #expect(try ["1", "2", "3", "4", "5"].map { try index.record(.stamp($0))?.sequence } == [1, 1, 2, 2, 3])
    }

    @Test func `a date without a four-digit year is rejected`() throws {
        let error = failure { try index.update(at: Date(timeIntervalSince1970: 1e15)) { _ in } }
        #expect(error?.code == .invalidRecord)
    }

    @Test func `no change is lost between threads and index objects`() async throws {
        let others = try [index, LibraryIndex(directory: folder.path)]
        let folder = folder
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<4 {
                group.addTask {
                    for _ in 0..<25 {
                        try others[task % 2].update(at: noon) { transaction in
                            let isThere = try transaction.modify(Stamp.self, .stamp("sum")) {
                                $0.value = ($0.value ?? 0) + 1
                            }
                            if !isThere { try transaction.add(Stamp(name: "sum", value: 1), for: .stamp("sum")) }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        try expectEqual(index.record(.stamp("sum"))?.decode(Stamp.self).value, 100)
        try expectEqual(index.check().findings, [])
        try expectEqual(folder.index.count { $0 == UInt8(ascii: "\n") }, 100)
    }
}
