import Foundation
import PostcardCore
import PostcardPhotos
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardLibrary

/// Exports and indexes with random corruption.
@Suite struct RandomDamageTests {
    let lab: JournalLab

    init() async throws {
        lab = try JournalLab()
        let library = lab.library
        let journal = try library.addJournal(named: "France")
        let place = try library.addPlace(to: journal.id, at: Coordinate(latitude: 1, longitude: 2))
        let note = try library.addNote("one", to: journal.id, at: place.id)
        _ = try library.updateNote(note.id, text: "two")
        _ = try library.addPin(at: Coordinate(latitude: 1, longitude: 2), name: "pin")
        _ = try await library.addEntry(text: "entry", media: [lab.picture()], to: journal.id)
        _ = try library.changeSettings { settings in try settings.set(.owner, to: "Ann") }
        _ = try library.writeExport(to: FilePath(lab.folder.path("export")))
    }

    private static let pieces = [
        "-1", "0", "9223372036854775807", "1e308", "-1e308", "null", "{}", "[]", "\"\"", "..", "/", "\"", "}", "]",
        "\n", ",", "\0",
    ]

    private func damaged(_ bytes: [UInt8], _ seed: Int) -> [UInt8] {
        var (bytes, random) = (bytes, SeededRandom(seed: UInt64(seed)))
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let start = Int.random(in: 0..<bytes.count, using: &random)
            let end = min(bytes.count, start + Int.random(in: 0...12, using: &random))
            bytes.replaceSubrange(start..<end, with: Array((Self.pieces.randomElement(using: &random) ?? "").utf8))
        }
        return bytes
    }

    @Test(arguments: 0..<12) func `a corrupted export is imported or rejected`(part: Int) throws {
        let whole = try lab.folder.read("export/library.json")
        for seed in part * 20..<part * 20 + 20 {
            try lab.folder.write(damaged(whole, seed), as: "export/library.json")
            let library = try JournalLab.open(lab.folder.path("Copy-\(seed)"))
            _ = try? library.readExport(from: FilePath(lab.folder.path("export")))
            #expect(try library.check(readsBlobs: true).isSound || library.isEmptyButForFiles, "\(seed)")
            _ = try library.journals().map { try library.contents(of: $0) }
        }
    }

    @Test(arguments: 0..<12) func `a corrupted index is read and repaired`(part: Int) throws {
        let path = lab.folder.path("Library/index.jsonl")
        let whole = try lab.folder.read("Library/index.jsonl")
        for seed in part * 20..<part * 20 + 20 {
            try Data(damaged(whole, seed)).write(to: URL(filePath: path))
            // A line from a future version is correctly rejected.
            guard let library = try? JournalLab.open(lab.folder.path("Library")) else { continue }
            _ = try? library.journals().map { try library.contents(of: $0) }
            _ = try? (library.settings(), library.pins(), library.deletedRecords())
            _ = try? library.addJournal(named: "New")
            guard (try? library.repairIndex()) != nil else { continue }
            let report = try library.check(readsBlobs: true)
            #expect(!report.findings.contains { $0.problem.isRepairable }, "\(seed) \(report.findings)")
        }
    }
}

extension Library {
    /// Files may have been copied before an import was rejected.
    fileprivate var isEmptyButForFiles: Bool {
        get throws { try index.isLost(blobs) }
    }
}
