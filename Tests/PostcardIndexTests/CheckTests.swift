import Foundation
import PostcardDisk
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardIndex

struct CheckTests {
    private let folder: ScratchFolder
    private let index: LibraryIndex
    private let blobs: BlobStore
    private let picture: BlobReference

    init() throws {
        folder = try ScratchFolder()
        index = try LibraryIndex(directory: folder.path)
        blobs = BlobStore(directory: folder.path)
        picture = try blobs.put(Array("picture".utf8))
        try index.put("\(picture.hash)", id: "1")
    }

    private func check(readsBlobs: Bool = false) throws -> CheckReport {
        try index.check(blobs, readsBlobs: readsBlobs, references: references)
    }

    private func references(of record: Record) throws(FileError) -> [BlobReference] {
        let stamp = try record.decode(Stamp.self)
        return BlobHash(stamp.name).map { [BlobReference(hash: $0, size: picture.size)] } ?? []
    }

    /// Later than any file.
    private let farFuture = Date(timeIntervalSince1970: 100_000_000_000)

    @Test func `an undamaged library has no findings`() throws {
        try index.put("two", id: "2")
        try index.put("two again", id: "2")
        try index.put("three", id: "3")
        try index.delete("3")
        let report = try check(readsBlobs: true)
        #expect(report.findings == [])
        #expect((report.lines, report.records, report.obsoleteChanges) == (5, 2, 3))
        #expect((report.blobs, report.blobBytes, report.unreferencedBlobs) == (1, 7, 0))
        #expect(report.bytes == (try folder.index.count))
    }

    @Test func `a missing blob is found`() throws {
        try blobs.remove(picture.hash)
        let finding = try #require(try check().findings.first)
        #expect(finding.problem == .missingBlob)
        #expect(finding.key == .stamp("1"))
        #expect(finding.message.contains(blobs.path(of: picture.hash).string))
        // A replaced version of a record needs no blob.
        try index.put("none", id: "1")
        #expect(try check().findings == [])
    }

    @Test func `damaged blobs are found and quarantined`() throws {
        try folder.write("pictur".utf8, to: blobs.path(of: picture.hash))
        #expect(try check().findings.map(\.problem) == [.wrongBlobSize])
        try folder.write("pictuRe".utf8, to: blobs.path(of: picture.hash))
        try expectEqual(check().findings, [])
        try expectEqual(check(readsBlobs: true).findings.map(\.problem), [.wrongBlobContent])
        try expectEqual(index.repair(at: noon, blobs).damagedBlobs, [picture.hash])
        try expectEqual(folder.read(blobs.directory.appending("damaged/\(picture.hash)")), Array("pictuRe".utf8))
        try expectEqual(check().findings.map(\.problem), [.missingBlob])
        try blobs.put(Array("picture".utf8))
        #expect(try check(readsBlobs: true).findings == [])
    }

    @Test func `an unreadable record is found`() throws {
        try index.update(at: noon) { transaction in
            try transaction.put(json: Array(#"{"name":5}"#.utf8), for: .stamp("2"))
        }
        let report = try check()
        expectEqual(report.findings.map(\.problem), [.unreadableRecord])
        expectEqual(report.findings.first?.key, .stamp("2"))
        expectEqual(report.unreferencedBlobs, 0)
    }

    @Test func `leftover files are listed`() throws {
        try blobs.put(Array("unused".utf8))
        let partial = blobs.directory.appending("partial")
        try folder.write("half".utf8, to: partial.appending("tmp-1-1"))
        try folder.write("half".utf8, to: partial.appending("photo-1.part"))
        try folder.write("?".utf8, to: blobs.directory.appending("notes.txt"))
        var report = try check()
        #expect(report.isSound)
        #expect(report.findings.map(\.problem) == [.strayFile, .leftover, .leftover])
        #expect((report.unreferencedBlobs, report.unreferencedBlobBytes) == (1, 6))
        // Recent files are kept, except those that are no longer useful.
        _ = try index.compact(at: noon, blobs, grace: .seconds(1_000_000_000), references: references)
        report = try check()
        #expect(report.findings.map(\.problem) == [.strayFile, .leftover])
        #expect(report.unreferencedBlobs == 1)
        let compaction = try index.compact(at: farFuture, blobs, grace: .seconds(60), references: references)
        #expect((compaction.removedFiles, compaction.removedFileBytes) == (2, 10))
        report = try check()
        #expect(report.findings.map(\.problem) == [.strayFile])
        #expect((report.blobs, report.unreferencedBlobs) == (1, 0))
    }

    @Test func `files being written are neither listed nor removed`() throws {
        var writer = try blobs.makeWriter(limit: 100)
        var resumable = try blobs.makeWriter(resuming: "photo-1", limit: 100)
        try writer.append(Array("one".utf8))
        try resumable.append(Array("two".utf8))
        #expect(try check().findings == [])
        let report = try index.compact(at: farFuture, blobs, grace: .zero, references: references)
        expectEqual(report.removedFiles, 0)
        try expectEqual(writer.finish().size, 3)
        try expectEqual(resumable.finish().size, 3)
    }

    @Test func `putting a blob again updates its modification time`() throws {
        let unused = try blobs.put(Array("unused".utf8))
        let path = blobs.path(of: unused.hash).string
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1000)], ofItemAtPath: path)
        try blobs.put(Array("unused".utf8))
        let hour = Date(timeIntervalSince1970: 1000 + 7200)
        _ = try index.compact(at: hour, blobs, grace: .seconds(3600), references: references)
        #expect(try blobs.size(of: unused.hash) == 6)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1000)], ofItemAtPath: path)
        _ = try index.compact(at: hour, blobs, grace: .seconds(3600), references: references)
        #expect(try blobs.size(of: unused.hash) == nil)
    }

    @Test func `committing a record with a missing blob is rejected`() throws {
        let unused = try blobs.put(Array("unused".utf8))
        _ = try index.compact(at: farFuture, blobs, grace: .zero, references: references)
        let error = failure {
            try index.update(at: noon) { transaction in
                try transaction.require(unused, in: blobs)
                try transaction.add(Stamp(name: "\(unused.hash)"), for: .stamp("2"))
            }
        }
        #expect(error?.code == .missingBlob)
        #expect(try index.ids() == ["1"])
    }

    @Test func `the list of findings is limited, but all are counted`() throws {
        try folder.setIndex(Array(repeating: UInt8(ascii: "x"), count: 5000).flatMap { [$0, UInt8(ascii: "\n")] })
        let report = try index.check()
        expectEqual(report.findings.count, 1000)
        expectEqual(report.findingCount, 5000)
        expectEqual(report.damageCount, 5000)
    }
}
