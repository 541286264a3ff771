import Foundation
import PostcardCore
import PostcardDisk
import PostcardImaging
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardIndex

/// Processes are killed while they write. No committed change may be lost.
struct CrashTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `nothing committed is lost when writers are killed`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var commits: [String] = []
        let reader = try HelperProcess(["read", folder.path.string])
        #expect(reader.readLine() == "ready")
        for generation in 0..<2 {
            let writers = try (0..<8).map { try HelperProcess(["write", folder.path.string, "g\(generation)w\($0)"]) }
            let compactor = seed % 2 == 0 ? try HelperProcess(["compact", folder.path.string, "5"]) : nil
            for writer in writers.shuffled(using: &random) {
                // The writer is still killed at a random point.
                for _ in 0..<Int.random(in: 0...12, using: &random) {
                    commits.append(try #require(writer.readLine()))
                }
                writer.kill()
                commits += writer.readLines()
                writer.waitForEnd()
            }
            compactor?.kill()
            #expect(compactor.map { $0.readLines() } ?? [] == [])
        }
        reader.kill()
        #expect(reader.readLines() == [])
        try expectCommits(commits, writers: 16)
    }

    private func expectCommits(_ commits: [String], writers: Int) throws {
        #expect(commits.count > 20)
        let index = try LibraryIndex(directory: folder.path)
        var counts = 0
        for commit in commits {
            let words = commit.split(separator: " ").map(String.init)
            switch words[0] {
            case "count": counts += 1
            case "item": #expect(try index.record(RecordKey("item", words[1])) != nil, "\(commit)")
            default:
                #expect(try index.record(RecordKey("left", words[1])) != nil, "\(commit)")
                #expect(try index.record(RecordKey("right", words[1])) != nil, "\(commit)")
            }
        }
        // A process may commit a change without having time to report it.
        let sum = try index.record(RecordKey("counter", "all"))?.decode([String: Int].self)["value"] ?? 0
        #expect((counts...counts + writers).contains(sum))
        let report = try index.check(BlobStore(directory: folder.path), readsBlobs: true) {
            record throws(FileError) in
            guard record.key.kind == "item" else { return [] }
            let item = try record.decode(StoredItem.self)
            return item.blob.map { [BlobReference(hash: $0, size: item.size ?? 0)] } ?? []
        }
        #expect(report.isSound, "\(report.findings)")
        #expect(!index.hasFoundDamage)
        // The next change repairs any remains of the last line.
        try index.put("one", id: "1")
        #expect(try index.check().findings == [])
    }

    /// The record that the helper writes.
    private struct StoredItem: Decodable {
        var blob: BlobHash?
        var size: Int?
    }
}
