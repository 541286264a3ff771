import Foundation
import PostcardPhotos
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardLibrary

@Suite struct PartFileTests {
    private let folder: ScratchFolder
    private let blobs: BlobStore
    private let rendition: Rendition
    private let bytes = (0..<100).map { UInt8($0) }

    init() throws {
        folder = try ScratchFolder()
        blobs = BlobStore(directory: folder.path)
        rendition = Self.rendition("a")
    }

    private static func rendition(_ name: String) -> Rendition {
        Rendition(url: URL(filePath: "/\(name).jpg"), longEdge: 0, kind: .original)
    }

    private func began(_ validator: String?, _ rendition: Rendition? = nil) -> DownloadEvent {
        .began(PictureStart(rendition: rendition ?? self.rendition, validator: validator))
    }

    private func part(limit: Int = 1000) -> PartFile { PartFile(in: blobs, limit: limit) }

    /// Leaves a part file, as from a download that ended at this size.
    private func leave(_ count: Int, validator: String?) throws {
        let part = part()
        try part.receive(began(validator))
        try part.receive(.received(Array(bytes[..<count])))
        #expect(part.count == count)
    }

    @Test(arguments: ["\"abc\"", "/..\0\n", "é", String(repeating: "x", count: 39)])
    func `a download continues where another ended`(validator: String) throws {
        try leave(40, validator: validator)
        let part = part()
        let left = try #require(try part.part(of: rendition))
        #expect(left == PartialPicture(byteCount: 40, head: Array(bytes[..<16]), validator: validator))
        try part.receive(.resumed(PictureStart(rendition: rendition, validator: validator)))
        try part.receive(.received(Array(bytes[40...])))
        let (blob, all) = try part.finish()
        #expect(all == bytes)
        #expect(try blobs.read(blob.hash, limit: 1000) == bytes)
        #expect(try self.part().part(of: rendition) == nil)
    }

    @Test(arguments: [nil, "", String(repeating: "x", count: 40)])
    func `a version that can't be identified is not continued`(validator: String?) throws {
        try leave(40, validator: validator)
        #expect(try part().part(of: rendition) == nil)
    }

    @Test func `a part file too short to determine the format is ignored`() throws {
        try leave(15, validator: "v")
        #expect(try part().part(of: rendition) == nil)
    }

    @Test func `a different version starts over, and a different picture has a separate part file`() throws {
        try leave(40, validator: "old")
        let part = part()
        #expect(try part.part(of: Self.rendition("b")) == nil)
        #expect(try part.part(of: rendition)?.validator == "old")
        try part.receive(began("new"))
        #expect(part.count == 0)
        try part.receive(.received(bytes))
        #expect(try blobs.read(try part.finish().blob.hash, limit: 1000) == bytes)
    }

    @Test func `the same version sent from the start replaces the part file`() throws {
        try leave(40, validator: "v")
        let part = part()
        #expect(try part.part(of: rendition) != nil)
        try part.receive(began("v"))
        #expect(part.count == 0)
    }

    @Test func `a discarded part file is removed`() throws {
        try leave(40, validator: "v")
        let part = part()
        #expect(try part.part(of: rendition) != nil)
        try part.discard()
        #expect(try self.part().part(of: rendition) == nil)
    }

    @Test func `two concurrent downloads do not write to one file`() throws {
        let first = part()
        try first.receive(began("v"))
        try first.receive(.received(bytes))
        let second = part()
        #expect(try second.part(of: rendition) == nil)
        try second.receive(began("v"))
        try second.receive(.received(Array(bytes.reversed())))
        #expect(try blobs.read(try first.finish().blob.hash, limit: 1000) == bytes)
        #expect(try blobs.read(try second.finish().blob.hash, limit: 1000) == bytes.reversed())
    }

    @Test func `bytes over the limit are rejected, and a part file that is too long starts over`() throws {
        try leave(40, validator: "v")
        let part = part(limit: 30)
        #expect(try part.part(of: rendition) == nil)
        try part.receive(began("v"))
        let error = #expect(throws: FileError.self) { try part.receive(.received(bytes)) }
        #expect(error?.code == .tooLarge)
    }

    @Test func `an empty picture is rejected`() {
        #expect(throws: FileError.self) { try part().finish() }
    }
}
