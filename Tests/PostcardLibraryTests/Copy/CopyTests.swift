import Foundation
import PostcardSources
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardLibrary

@Suite struct CopyTests {
    let lab: CopyLab
    var store: MemoryFolder { lab.store }

    init() throws { lab = try CopyLab() }

    @Test func `another machine has the same library with the same files`() async throws {
        let first = try lab.library("a")
        try await lab.fill(first, 8..<13)
        let report = try await lab.copy("a")
        #expect(report.files == 5)
        #expect(report.length == (try lab.index("a").count))
        let taken = try await lab.takeOver("b")
        #expect(taken.length == report.length)
        #expect(try lab.index("b") == lab.index("a"))
        let second = try lab.library("b")
        // Files come when they are read, and only then.
        #expect(try FileSystem.names(in: second.blobs.directory) == [])
        let checked = try second.check(readsBlobs: true)
        #expect((checked.findings, checked.blobsElsewhere) == ([], 5))
        for entry in try first.entries() {
            let blob = entry.media[0].blob
            #expect(try second.blobs.read(blob, limit: 1 << 20) == first.blobs.read(blob, limit: 1 << 20))
        }
        #expect(try second.check(readsBlobs: true).blobsElsewhere == 0)
        // What is done there goes on.
        try await lab.fill(second, 20..<22)
        #expect(try await lab.copy("b").files == 2)
    }

    @Test(arguments: [false, true]) func `whatever request is the last, what is there is whole`(loses: Bool)
        async throws
    {
        let library = try lab.library("a")
        var (machine, failures) = (0, 0)
        for round in 0..<4 {
            let index = (try? lab.index("a")) ?? []
            try await lab.fill(library, 8 + 3 * round..<11 + 3 * round)
            if round == 2 {
                try library.delete([#require(try library.entries().first).id])
                _ = try library.compact()
            }
            for count in 0... {
                store.fail(after: count, loses: loses)
                let outcome = await Result { try await lab.copy("a") }
                store.fail(after: .max)
                if store.objects["owner.json"] != nil {
                    let objects = store.objects
                    machine += 1
                    _ = try await lab.takeOver("\(machine)")
                    let taken = try lab.index("\(machine)")
                    #expect(try taken == index || taken == lab.index("a"))
                    #expect(try lab.library("\(machine)").check(readsBlobs: true).isSound)
                    store.objects = objects
                }
                if case .success = outcome { break }
                failures += 1
            }
        }
        #expect(failures > 20)
        // Nothing is left of the runs that failed, once two more were whole.
        for width in 50..<53 {
            try await lab.fill(library, width..<width + 1)
            try await lab.copy("a")
        }
        let segments = try manifest().segments.count
        #expect(store.objects.keys.count { $0.hasPrefix("index/") } <= segments + 3)
    }

    @Test func `a line costs a line, and segments stay few`() async throws {
        let library = try lab.library("a")
        let copier = LibraryCopier(of: library, to: store)
        var (requests, bytes) = (0, 0)
        for number in 0..<64 {
            _ = try library.makeJournal(named: "Journal \(number)")
            store.requests = []
            bytes += try await copier.copy().indexBytes
            requests = store.requests.count { !$0.hasPrefix("DELETE") }
        }
        let length = try lab.index("a").count
        let segments = try manifest().segments
        #expect(segments.reduce(0) { $0 + $1.bytes } == length)
        #expect(segments.count <= 7)
        #expect(bytes <= 7 * length)
        // The owner, a segment, the manifest.
        #expect(requests == 3)
        #expect(try await !copier.hasChanges())
        store.requests = []
        #expect(try await !copier.copy().isChanged)
        #expect(store.requests == ["GET owner.json"])
    }

    @Test func `segments have a largest size`() async throws {
        let library = try lab.library("a")
        let text = String(repeating: "a long text ", count: 400_000)
        for number in 0..<3 {
            let journal = try library.makeJournal(named: "\(number)")
            try library.index.update(at: library.now) { (transaction) throws(LibraryError) in
                try transaction.put(["text": text], for: RecordKey(.note, "note-\(journal.id.dropFirst(8))"))
            }
            try await lab.copy("a")
        }
        let segments = try manifest().segments
        #expect(segments.allSatisfy { $0.bytes <= CopyManifest.segmentBytes })
        #expect(segments.count >= 2)
        _ = try await lab.takeOver("b")
        #expect(try lab.index("b") == lab.index("a"))
    }

    @Test func `a file longer than a piece is sent and fetched in pieces`() async throws {
        let library = try lab.library("a")
        let bytes = (0..<CopyManifest.segmentBytes + 70_000).map {
            UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 11)
        }
        let blob = try library.blobs.put(bytes)
        try library.index.update(at: library.now) { (transaction) throws(LibraryError) in
            try transaction.put(["media": "\(blob.hash)"], for: RecordKey(.entry, "entry-0123456789ab"))
        }
        #expect(try await lab.copy("a").fileBytes == bytes.count)
        _ = try await lab.takeOver("b")
        #expect(try lab.library("b").blobs.read(blob.hash, limit: .max) == bytes)
    }

    @Test func `templates are copied, and again when they change`() async throws {
        let library = try lab.library("a")
        _ = try library.makeJournal(named: "x")
        try lab.folder.write(Array("one".utf8), as: "a/templates/mine/template.json")
        try lab.folder.write(Array("picture".utf8), as: "a/templates/mine/picture.jpg")
        try lab.folder.write(Array("half".utf8), as: "a/templates/.mine.1.part/template.json")
        let copier = LibraryCopier(of: library, to: store)
        #expect(try await copier.copy().files == 2)
        try lab.folder.write(Array("three".utf8), as: "a/templates/mine/template.json")
        #expect(try await copier.hasChanges())
        #expect(try await copier.copy().files == 1)
        _ = try await lab.takeOver("b")
        #expect(try lab.folder.read("b/templates/mine/template.json") == Array("three".utf8))
        #expect(try FileSystem.names(in: lab.path("b").appending("templates")) == ["mine"])
    }

    @Test func `a library that was put back from a backup does not replace its copy`() async throws {
        let library = try lab.library("a")
        _ = try library.makeJournal(named: "one")
        let backup = try lab.index("a")
        _ = try library.makeJournal(named: "two")
        try await lab.copy("a")
        let objects = store.objects
        try lab.folder.write(backup, as: "a/index.jsonl")
        #expect(await lab.error { try await lab.copy("a") }?.code == .damaged)
        try FileManager.default.removeItem(atPath: lab.folder.path("a/index.jsonl"))
        #expect(await lab.error { try await lab.copy("a") }?.code == .damaged)
        #expect(store.objects == objects)
    }

    @Test func `a damaged index does not replace its copy`() async throws {
        let library = try lab.library("a")
        for name in ["one", "two", "three"] { _ = try library.makeJournal(named: name) }
        try await lab.copy("a")
        let objects = store.objects
        var index = try lab.index("a")
        index[200] ^= 1
        try lab.folder.write(index, as: "a/index.jsonl")
        let told = await lab.error { try await lab.copy("a") }
        #expect(told?.code == .damaged)
        #expect(told?.message.contains("stays as it was") == true)
        #expect(store.objects == objects)
        // Mended, it is copied.
        _ = try lab.library("a").repair()
        #expect(try await lab.copy("a").indexBytes > 0)
    }

    @Test func `a damaged file is not copied, and told`() async throws {
        let library = try lab.library("a")
        try await lab.fill(library, 8..<10)
        let blob = try #require(library.entries().first).media[0].blob
        try Data([1, 2, 3]).write(to: URL(filePath: "\(library.blobs.path(of: blob))"))
        let report = try await lab.copy("a")
        #expect((report.files, report.problems.count) == (1, 1))
        #expect(store.objects[CopyFormat.key(of: blob)] == nil)
    }

    @Test func `one process copies`() async throws {
        let library = try lab.library("a")
        let copier = LibraryCopier(of: library, to: store)
        _ = try await copier.copy()
        #expect(await lab.error { try await lab.copy("a") }?.code == .busy)
        await copier.end()
        _ = try await lab.copy("a")
    }

    @Test func `files that the copy has make room, those first that were used longest ago`() async throws {
        let library = try lab.library("a")
        try await lab.fill(library, 8..<14)
        let copier = LibraryCopier(of: library, to: store)
        _ = try await copier.copy()
        let blobs = try library.entries().map { $0.media[0] }.sorted { $0.width ?? 0 < $1.width ?? 0 }
        let total = blobs.reduce(0) { $0 + $1.bytes }
        // All were used just now.
        #expect(try await copier.trim(to: total / 2).files == 0)
        let paths = blobs.map { "\(library.blobs.path(of: $0.blob))" }
        for (number, path) in paths.enumerated() {
            try setTime(of: path, to: Date(timeIntervalSinceNow: Double(number - 10) * 7_200))
        }
        #expect(try await copier.trim(to: total).files == 0)
        // The store lost one, and one is not there yet.
        store.objects[CopyFormat.key(of: blobs[0].blob)] = nil
        let late = try library.blobs.put([1, 2, 3])
        try setTime(of: "\(library.blobs.path(of: late.hash))", to: Date(timeIntervalSince1970: 1))
        let removed = try await copier.trim(to: total / 2)
        #expect(removed.files >= 2)
        let left = paths.filter { FileManager.default.fileExists(atPath: $0) }
        #expect(left == [paths[0]] + paths.suffix(left.count - 1))
        #expect(try library.blobs.size(of: late.hash) == 3)
        let report = try library.check(readsBlobs: true)
        #expect((report.damageCount, report.blobsElsewhere) == (0, removed.files))
        for medium in blobs { #expect(try library.blobs.read(medium.blob, limit: 1 << 20).count == medium.bytes) }
        // An export and a compact library have all of them.
        _ = try await copier.trim(to: 0)
        let exported = try library.export(to: FilePath(lab.folder.path("export")))
        #expect((exported.files, exported.problems) == (6, []))
        _ = try library.compact()
        #expect(try lab.library("a").check(readsBlobs: true).isSound)
    }

    private func setTime(of path: String, to date: Date) throws {
        var times = [
            timespec(tv_sec: Int(date.timeIntervalSince1970), tv_nsec: 0),
            timespec(tv_sec: Int(date.timeIntervalSince1970), tv_nsec: 0),
        ]
        #expect(utimensat(AT_FDCWD, path, &times, 0) == 0)
    }

    private func manifest() throws -> CopyManifest {
        let owner = try CopyOwner(try #require(store.objects["owner.json"]), at: "owner")
        return try CopyManifest(try #require(store.objects[CopyFormat.manifestKey(owner.id)]), at: "manifest")
    }
}

extension Result where Failure == any Error {
    init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
