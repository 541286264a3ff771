import Foundation
import PostcardDisk
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardIndex

struct CompactionTests {
    private let folder: ScratchFolder
    private let index: LibraryIndex
    private let blobs: BlobStore

    init() throws {
        folder = try ScratchFolder()
        index = try LibraryIndex(directory: folder.path)
        blobs = BlobStore(directory: folder.path)
    }

    @discardableResult
    private func compact() throws -> CompactionReport {
        try index.compact(at: noon, blobs, grace: .zero) { _ in [] }
    }

    @Test func `only the newest versions are kept`() throws {
        try index.put("one", id: "1")
        try index.update(at: noon) { transaction in
            try transaction.add(Stamp(name: "two"), for: .stamp("2"))
            try transaction.add(Stamp(name: "three"), for: .stamp("3"))
        }
        try index.put("one again", id: "1")
        try index.delete("3")
        let report = try compact()
        expectEqual(report.records, 2)
        expectEqual(report.removedChanges, 3)
        expectEqual(report.bytesAfter, (try folder.index.count))
        try expectEqual(index.ids(), ["1", "2"])
        try expectEqual(index.record(.stamp("2"))?.sequence, 2)
        try expectEqual(index.record(.stamp("1"))?.sequence, 3)
        try expectEqual(index.deletedRecords(of: .stamp), [])
        try expectEqual(index.check().findings, [])
        try expectEqual(folder.names, ["index.jsonl", "lock"])
    }

    @Test func `numbering continues after the last lines are removed`() throws {
        for id in ["1", "2", "3"] { try index.put("x", id: id) }
        for id in ["1", "2", "3"] { try index.delete(id) }
        try compact()
        try index.put("x", id: "4")
        #expect(try index.record(.stamp("4"))?.sequence == 8)
        #expect(try LibraryIndex(directory: folder.path).record(.stamp("4"))?.sequence == 8)
    }

    @Test func `a compact index is not rewritten`() throws {
        try index.put("one", id: "1")
        try index.put("two", id: "1")
        try compact()
        let status = try FileSystem.status(of: folder.indexPath)
        #expect(try compact().removedChanges == 0)
        #expect(try FileSystem.status(of: folder.indexPath)?.identity == status?.identity)
    }

    @Test func `a damaged index is rejected`() throws {
        try index.put("one", id: "1")
        try index.put("two", id: "1")
        var bytes = try folder.index
        bytes[60] ^= 1
        try folder.setIndex(bytes)
        #expect(failure { try compact() }?.code == .damaged)
        #expect(try folder.index == bytes)
    }

    @Test func `an error while listing references changes nothing`() throws {
        try index.put("one", id: "1")
        try index.put("two", id: "1")
        let blob = try blobs.put([1])
        let before = try folder.index
        let error = failure {
            _ = try index.compact(at: noon, blobs, grace: .zero) { _ throws(FileError) in
                throw FileError(.invalidRecord, "?")
            }
        }
        expectEqual(error?.code, .invalidRecord)
        try expectEqual(folder.index, before)
        try expectEqual(blobs.size(of: blob.hash), 1)
        try expectEqual(folder.names, ["blobs", "index.jsonl", "lock"])
    }

    @Test func `the permissions of the index are kept`() throws {
        try index.put("one", id: "1")
        try index.put("two", id: "1")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.indexPath.string)
        try compact()
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.indexPath.string)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func `other writers find the new index file`() throws {
        let other = try LibraryIndex(directory: folder.path)
        for number in 0..<5 {
            try other.put("a\(number)", id: "1")
            try compact()
            #expect(try other.name("1") == "a\(number)")
            try other.put("b\(number)", id: "2")
            #expect(try index.name("2") == "b\(number)")
        }
        #expect(try index.check().findings == [])
    }

    @Test func `compaction keeps an unfinished last line that a person edited`() throws {
        try index.put("one", id: "1")
        try index.put("two", id: "1")
        let line = #"{"v":1,"seq":3,"at":"2026-11-21T10:00:00Z","changes":[{"op":"put","kind":"stamp"}"#
        try folder.setIndex(Array(try folder.index) + Array(line.utf8))
        try compact()
        try expectEqual(folder.names, ["index.damaged-3.jsonl", "index.jsonl", "lock"])
        try expectEqual(folder.read(folder.path.appending("index.damaged-3.jsonl")), Array((line + "\n").utf8))
        try expectEqual(index.name("1"), "two")
        try expectEqual(index.check().findings, [])
    }

    @Test func `the leftover file of an interrupted compaction is replaced`() throws {
        try index.put("one", id: "1")
        try index.put("two", id: "1")
        try folder.write("half".utf8, to: folder.path.appending("index.jsonl.new"))
        try compact()
        #expect(try folder.names == ["index.jsonl", "lock"])
        #expect(try index.name("1") == "two")
    }
}
