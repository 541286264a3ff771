import Foundation
import PostcardSources
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardLibrary

@Suite struct TakeOverTests {
    let lab: CopyLab
    var store: MemoryFolder { lab.store }

    init() throws { lab = try CopyLab() }

    @Test func `a machine that was replaced copies nothing, and takes no changes`() async throws {
        let old = try lab.library("a")
        let copier = LibraryCopier(of: old, to: store)
        try await lab.fill(old, 8..<10)
        _ = try await copier.copy()
        _ = try await lab.takeOver("b")
        _ = try lab.library("b").makeJournal(named: "of b")
        try await lab.copy("b")
        let objects = store.objects
        // It does not know yet.
        _ = try old.makeJournal(named: "lost")
        #expect(await lab.error { _ = try await copier.copy() }?.code == .replaced)
        #expect(store.objects == objects)
        let refused = failure { _ = try old.makeJournal(named: "refused") }
        #expect(refused?.code == .replaced)
        #expect(refused?.message.contains("taken over by") == true)
        #expect(failure { _ = try lab.library("a").compact() }?.code == .replaced)
        #expect(failure { try old.requireChangeable() }?.code == .replaced)
        #expect(try old.journals().count == 2)
        await copier.end()
        // Started anew, it knows before it takes a change.
        try FileManager.default.removeItem(atPath: lab.folder.path("a/replaced"))
        let again = LibraryCopier(of: try lab.library("a"), to: store)
        #expect(await lab.error { try await again.requireOwnership() }?.code == .replaced)
        #expect(lab.folder.has("a/replaced"))
    }

    @Test func `the first machine takes the library back, with the files that it has`() async throws {
        let old = try lab.library("a")
        try await lab.fill(old, 8..<11)
        try await lab.copy("a")
        _ = try await lab.takeOver("b")
        try await lab.fill(try lab.library("b"), 20..<21)
        try await lab.copy("b")
        _ = await lab.error { try await lab.copy("a") }
        let before = try lab.index("a")
        let taken = try await lab.takeOver("a")
        let kept = try #require(taken.earlierIndex)
        #expect(try lab.folder.read("a/\(try #require(kept.lastComponent))") == before)
        #expect(try lab.index("a") == lab.index("b"))
        let report = try lab.library("a").check(readsBlobs: true)
        #expect((report.damageCount, report.blobs, report.blobsElsewhere) == (0, 3, 1))
        _ = try lab.library("a").makeJournal(named: "again")
        try await lab.copy("a")
        #expect(await lab.error { try await lab.copy("b") }?.code == .replaced)
    }

    @Test func `another library is neither copied nor taken over there`() async throws {
        _ = try lab.library("a").makeJournal(named: "a")
        try await lab.copy("a")
        let objects = store.objects
        let other = try lab.library("b")
        _ = try other.makeJournal(named: "b")
        #expect(await lab.error { try await lab.copy("b") }?.code == .conflict)
        #expect(await lab.error { _ = try await lab.takeOver("b") }?.code == .conflict)
        #expect(store.objects == objects)
        // It goes on by itself.
        _ = try other.makeJournal(named: "c")
    }

    @Test func `nothing is taken over from nowhere`() async throws {
        #expect(await lab.error { _ = try await lab.takeOver("b") }?.code == .notFound)
        #expect(!lab.folder.has("b/index.jsonl"))
    }

    @Test(arguments: 0..<12) func `taking over that was cut off is done again`(count: Int) async throws {
        try await lab.fill(try lab.library("a"), 8..<10)
        try await lab.copy("a")
        store.fail(after: count, loses: true)
        let outcome = await Result { try await lab.takeOver("b") }
        store.fail(after: .max)
        if case .failure = outcome {
            #expect(!lab.folder.has("b/index.jsonl"))
            _ = try await lab.takeOver("b")
        }
        #expect(try lab.index("b") == lab.index("a"))
        _ = try lab.library("b").makeJournal(named: "x")
        try await lab.copy("b")
        #expect(await lab.error { try await lab.copy("a") }?.code == .replaced)
    }

    @Test(arguments: ["cut", "changed", "missing", "longer"])
    func `a torn segment is no library`(damage: String) async throws {
        try await lab.fill(try lab.library("a"), 8..<10)
        try await lab.copy("a")
        let key = try #require(store.objects.keys.first { $0.hasPrefix("index/") && !$0.hasSuffix(".json") })
        let bytes = try #require(store.objects[key])
        switch damage {
        case "cut": store.objects[key] = Array(bytes.dropLast())
        case "longer": store.objects[key] = bytes + [10]
        case "changed": store.objects[key] = [bytes[0] ^ 1] + bytes.dropFirst()
        default: store.objects[key] = nil
        }
        let objects = store.objects
        let told = await lab.error { _ = try await lab.takeOver("b") }
        #expect(told?.code == (damage == "missing" ? .missingBlob : .damaged))
        #expect(!lab.folder.has("b/index.jsonl"))
        // The machine that keeps it is not disturbed.
        #expect(store.objects["owner.json"] == objects["owner.json"])
    }

    private static let hash = String(repeating: "a", count: 64)

    @Test(arguments: [
        (#"{"format":"postcard-library-copy","version":2,"later":true}"#, LibraryError.Code.newerFormat),
        (
            #"{"format":"postcard-library-copy","version":0,"written":"","sequence":1,"segments":[],"templates":[]}"#,
            .damaged
        ),
        (#"{"format":"other","version":1,"written":"","sequence":1,"segments":[],"templates":[]}"#, .damaged),
        ("", .damaged), ("[]", .damaged), ("{", .damaged), ("\u{0}", .damaged),
        (manifest(segments: #"{"bytes":-1,"sha256":"\#(hash)"}"#), .damaged),
        (manifest(segments: #"{"bytes":0,"sha256":"\#(hash)"}"#), .damaged),
        (manifest(segments: #"{"bytes":9223372036854775807,"sha256":"\#(hash)"}"#), .damaged),
        (manifest(segments: #"{"bytes":1e300,"sha256":"\#(hash)"}"#), .damaged),
        (manifest(segments: #"{"bytes":1,"sha256":"../../owner.json"}"#), .damaged),
        (manifest(segments: #"{"bytes":1,"sha256":"\#(hash)"}"#), .missingBlob),
        (manifest(sequence: "-1"), .damaged), (manifest(sequence: "99999999999999999999"), .damaged),
        (manifest(templates: #"{"path":"templates/../../x","bytes":1,"sha256":"\#(hash)"}"#), .damaged),
        (manifest(templates: #"{"path":"/etc/passwd","bytes":1,"sha256":"\#(hash)"}"#), .damaged),
        (manifest(templates: #"{"path":"templates/a/..","bytes":1,"sha256":"\#(hash)"}"#), .damaged),
        (manifest(templates: #"{"path":"templates/a/b/c","bytes":1,"sha256":"\#(hash)"}"#), .damaged),
        (manifest(templates: #"{"path":"index.jsonl","bytes":1,"sha256":"\#(hash)"}"#), .damaged),
        (manifest(templates: #"{"path":"templates/a/b","bytes":9000000000,"sha256":"\#(hash)"}"#), .damaged),
    ])
    func `a manifest is not believed`(json: String, code: LibraryError.Code) async throws {
        _ = try lab.library("a").makeJournal(named: "a")
        try await lab.copy("a")
        let key = try #require(store.objects.keys.first { $0.hasSuffix("manifest.json") })
        store.objects[key] = Array(json.utf8)
        let owner = store.objects["owner.json"]
        #expect(await lab.error { _ = try await lab.takeOver("b") }?.code == code)
        #expect(try lab.folder.files().filter { $0.hasPrefix("b/") && !$0.hasSuffix(".taken") && $0 != "b/lock" } == [])
        #expect(store.objects["owner.json"] == owner)
    }

    private static func manifest(segments: String = "", templates: String = "", sequence: String = "1") -> String {
        #"{"format":"postcard-library-copy","version":1,"written":"","sequence":\#(sequence),"segments":[\#(segments)],"templates":[\#(templates)]}"#
    }

    @Test(arguments: [
        #"{"format":"postcard-library-copy","version":1,"id":"../../../x","host":"h","since":""}"#,
        #"{"format":"postcard-library-copy","version":1}"#, "x",
    ])
    func `an owner is not believed`(json: String) async throws {
        store.objects["owner.json"] = Array(json.utf8)
        #expect(await lab.error { _ = try await lab.takeOver("b") }?.code == .damaged)
        _ = try lab.library("a").makeJournal(named: "a")
        #expect(await lab.error { try await lab.copy("a") }?.code == .damaged)
    }

    @Test func `a file is fetched once, however many want it, and is what its name says`() async throws {
        let old = try lab.library("a")
        try await lab.fill(old, 8..<10)
        try await lab.copy("a")
        _ = try await lab.takeOver("b")
        let library = try lab.library("b")
        let blobs = try library.entries().map { $0.media[0].blob }
        store.requests = []
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 { group.addTask { try await library.fetch(blobs[0]) } }
            try await group.waitForAll()
        }
        #expect(store.requests == ["GET \(CopyFormat.key(of: blobs[0]))"])
        let key = CopyFormat.key(of: blobs[1])
        store.objects[key]?[5] ^= 1
        #expect(failure { _ = try library.blobs.read(blobs[1], limit: 1 << 20) }?.code == .damaged)
        #expect(try library.blobs.size(of: blobs[1]) == nil)
        store.objects[key] = nil
        #expect(failure { _ = try library.blobs.read(blobs[1], limit: 1 << 20) }?.code == .missingBlob)
    }

    @Test func `a store that is away is told as that, and left alone for a while`() async throws {
        try await lab.fill(try lab.library("a"), 8..<10)
        try await lab.copy("a")
        _ = try await lab.takeOver("b")
        let library = try lab.library("b")
        let blob = try #require(library.entries().first).media[0].blob
        store.fail(after: 0)
        store.requests = []
        for _ in 0..<3 {
            #expect(failure { _ = try library.blobs.read(blob, limit: 1 << 20) }?.code == .unavailable)
        }
        #expect(store.requests.count == 1)
        #expect(failure { _ = try library.check(readsBlobs: false) }?.code == .unavailable)
    }
}
