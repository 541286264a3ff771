import Foundation
import PostcardDisk
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardIndex

struct BlobStoreTests {
    private let folder: ScratchFolder
    private let blobs: BlobStore

    init() throws {
        folder = try ScratchFolder()
        blobs = BlobStore(directory: folder.path)
    }

    private static let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

    @Test func `a blob is named after its bytes`() throws {
        let reference = try blobs.put(Array("abc".utf8))
        #expect(reference.hash.description == Self.abc)
        #expect(reference.size == 3)
        let path = blobs.path(of: reference.hash)
        #expect(
            path == folder.path.appending("blobs/ba/7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"))
        try expectEqual(folder.read(path), Array("abc".utf8))
        try expectEqual(blobs.size(of: reference.hash), 3)
        try expectEqual(blobs.read(reference.hash, limit: 3), Array("abc".utf8))
    }

    @Test func `the same bytes are stored once`() throws {
        let first = try blobs.put(Array("abc".utf8))
        let status = try FileSystem.status(of: blobs.path(of: first.hash))
        #expect(try blobs.put(Array("abc".utf8)) == first)
        var writer = try blobs.makeWriter(limit: 3)
        try writer.append(Array("abc".utf8))
        try expectEqual(writer.finish(), first)
        try expectEqual(FileSystem.status(of: blobs.path(of: first.hash))?.identity, status?.identity)
        try expectEqual(FileSystem.names(in: blobs.partialDirectory), [])
    }

    @Test func `a blob with the wrong size is replaced`() throws {
        let reference = try blobs.put(Array("abc".utf8))
        try folder.write("ab".utf8, to: blobs.path(of: reference.hash))
        try blobs.put(Array("abc".utf8))
        #expect(try blobs.read(reference.hash, limit: 10) == Array("abc".utf8))
    }

    @Test func `an empty blob is valid`() throws {
        let reference = try blobs.put([])
        #expect(reference.hash.description == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(try blobs.read(reference.hash, limit: 0) == [])
    }

    @Test func `a file is copied`() throws {
        let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 * 31) }
        let path = folder.path.appending("file")
        try folder.write(bytes, to: path)
        let reference = try blobs.put(copyOf: path, limit: bytes.count)
        expectEqual(reference, BlobReference(hash: BlobHash(of: bytes), size: bytes.count))
        try expectEqual(folder.read(blobs.path(of: reference.hash)), bytes)
        expectEqual(failure { _ = try blobs.put(copyOf: path, limit: bytes.count - 1) }?.code, .tooLarge)
        expectEqual(failure { _ = try blobs.put(copyOf: folder.path, limit: 10) }?.code, .invalidRecord)
        expectEqual(failure { _ = try blobs.put(copyOf: folder.path.appending("none"), limit: 10) }?.code, .notFound)
        try expectEqual(FileSystem.names(in: blobs.partialDirectory), [])
    }

    @Test func `reading a missing blob fails`() throws {
        let hash = try #require(BlobHash(Self.abc))
        #expect(try blobs.size(of: hash) == nil)
        #expect(failure { _ = try blobs.read(hash, limit: 10) }?.code == .missingBlob)
        #expect(try !blobs.remove(hash))
    }

    @Test func `a blob longer than the limit is not read`() throws {
        let reference = try blobs.put(Array("abc".utf8))
        #expect(failure { _ = try blobs.read(reference.hash, limit: 2) }?.code == .tooLarge)
    }

    @Test(arguments: ["", "ba", String(abc.dropLast()), abc + "0", abc.uppercased(), "../" + abc.dropFirst(3)])
    func `other strings are not hashes`(text: String) {
        #expect(BlobHash(text) == nil)
    }

    @Test func `a hash is encoded as text`() throws {
        let hash = BlobHash(of: Array("abc".utf8))
        let json = try JSONEncoder().encode(["h": hash])
        #expect(String(decoding: json, as: UTF8.self) == "{\"h\":\"\(Self.abc)\"}")
        #expect(try JSONDecoder().decode([String: BlobHash].self, from: json) == ["h": hash])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([String: BlobHash].self, from: Data(#"{"h":"ba"}"#.utf8))
        }
    }

    @Test func `threads can put the same bytes concurrently`() async throws {
        let blobs = blobs
        let references = try await withThrowingTaskGroup(of: BlobReference.self) { group in
            for number in 0..<24 { group.addTask { try blobs.put(Array(repeating: UInt8(number % 3), count: 10_000)) } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(references.count == 3)
        for reference in references {
            #expect(try BlobHash(of: blobs.read(reference.hash, limit: 10_000)) == reference.hash)
        }
        #expect(try FileSystem.names(in: blobs.partialDirectory) == [])
    }
}
