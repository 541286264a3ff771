import Foundation
import PostcardDisk
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardIndex

struct BlobWriterTests {
    private let folder: ScratchFolder
    private let blobs: BlobStore

    init() throws {
        folder = try ScratchFolder()
        blobs = BlobStore(directory: folder.path)
    }

    private var unfinished: [String] {
        get throws { try FileSystem.names(in: blobs.partialDirectory).sorted() }
    }

    @Test func `pieces are stored as one blob`() throws {
        var writer = try blobs.makeWriter(limit: 6)
        for piece in ["a", "", "bcd", "ef"] { try writer.append(Array(piece.utf8)) }
        #expect(writer.count == 6)
        let reference = try writer.finish()
        expectEqual(reference, BlobReference(hash: BlobHash(of: Array("abcdef".utf8)), size: 6))
        try expectEqual(blobs.read(reference.hash, limit: 6), Array("abcdef".utf8))
        try expectEqual(unfinished, [])
    }

    @Test func `a blob over the limit is rejected and leaves no file`() throws {
        func write() throws {
            var writer = try blobs.makeWriter(limit: 5)
            try writer.append(Array("abc".utf8))
            #expect(try unfinished.count == 1)
            try writer.append(Array("def".utf8))
        }
        #expect(failure(of: write)?.code == .tooLarge)
        #expect(try unfinished == [])
    }

    @Test func `a canceled blob leaves no file`() throws {
        var writer = try blobs.makeWriter(limit: 5)
        try writer.append(Array("abc".utf8))
        try writer.cancel()
        #expect(try unfinished == [])
    }

    private func begin(_ text: String, name: String) throws {
        var writer = try blobs.makeWriter(resuming: name, limit: 100)
        try writer.append(Array(text.utf8))
    }

    @Test func `a download continues where it stopped`() throws {
        try begin("abc", name: "photo-1")
        #expect(try unfinished == ["photo-1.part"])
        var writer = try blobs.makeWriter(resuming: "photo-1", limit: 100)
        #expect(writer.count == 3)
        try writer.append(Array("def".utf8))
        #expect(try writer.finish().hash == BlobHash(of: Array("abcdef".utf8)))
        #expect(try unfinished == [])
    }

    @Test func `a download can be restarted`() throws {
        try begin("abc", name: "photo-1")
        var writer = try blobs.makeWriter(resuming: "photo-1", limit: 100)
        try writer.restart()
        #expect(writer.count == 0)
        try writer.append(Array("x".utf8))
        #expect(try writer.finish() == BlobReference(hash: BlobHash(of: Array("x".utf8)), size: 1))
    }

    @Test func `canceling a download removes the bytes received earlier`() throws {
        try begin("abc", name: "photo-1")
        try blobs.makeWriter(resuming: "photo-1", limit: 100).cancel()
        #expect(try unfinished == [])
    }

    @Test func `only one writer can resume a download`() throws {
        var writer = try blobs.makeWriter(resuming: "photo-1", limit: 100)
        #expect(failure { try begin("abc", name: "photo-1") }?.code == .busy)
        try writer.append(Array("abc".utf8))
        #expect(try writer.finish().size == 3)
        try begin("abc", name: "photo-1")
    }

    @Test func `existing bytes count toward the limit`() throws {
        try begin("abc", name: "photo-1")
        #expect(failure { _ = try blobs.makeWriter(resuming: "photo-1", limit: 2) }?.code == .tooLarge)
    }

    @Test(arguments: ["", "../x", "a/b", "a.b", ".", "ü", String(repeating: "x", count: 101)])
    func `an invalid name is rejected`(name: String) {
        #expect(failure { try begin("abc", name: name) }?.code == .invalidKey)
    }
}
