import Foundation
import PostcardLibrary
import PostcardPhotos
import PostcardTestSupport
import SystemPackage
import Testing

@Suite struct LostIndexTests {
    let lab: JournalLab
    var library: Library { lab.library }
    let index: String

    init() async throws {
        lab = try JournalLab()
        index = lab.folder.path("Library/index.jsonl")
        let journal = try lab.library.addJournal(named: "France")
        _ = try await lab.library.addMedia(
            [lab.picture(64, latitude: 1, longitude: 2), lab.picture(65)], to: journal.id)
    }

    private func lose(byRemoving isRemoved: Bool) throws -> Library {
        if isRemoved {
            try FileManager.default.removeItem(atPath: index)
        } else {
            try Data().write(to: URL(filePath: index))
        }
        return try JournalLab.open(lab.folder.path("Library"))
    }

    @Test(arguments: [true, false]) func `pictures without an index are reported as damage`(isRemoved: Bool) throws {
        #expect(library.foundDamage == nil)
        let library = try lose(byRemoving: isRemoved)
        let report = try library.check(readsBlobs: false)
        #expect(!report.isSound)
        expectEqual(report.findings.map(\.problem), [.missingIndex])
        expectEqual(library.foundDamage, .lostIndex)
        expectEqual(failure { _ = try library.compactIndex() }?.code, .damaged)
        try expectEqual(library.check(readsBlobs: true).blobs, 2)
    }

    @Test(arguments: [true, false]) func `repair makes a journal of pictures without an index`(isRemoved: Bool) throws {
        let library = try lose(byRemoving: isRemoved)
        let report = try library.repairIndex()
        let journal = try library.journal(named: #require(report.rescueJournal))
        let entries = try library.entries(of: journal.id)
        #expect(report.rescuedMedia == 2)
        #expect(entries.count == 2)
        #expect(entries.contains { $0.media[0].coordinate != nil && $0.media[0].width == 64 })
        #expect(try library.check(readsBlobs: true).findings == [])
        #expect(library.foundDamage == nil)
        _ = try library.compactIndex()
        #expect(try library.check(readsBlobs: true).blobs == 2)
        #expect(try !library.repairIndex().isChanged)
    }

    @Test(arguments: [true, false]) func `a library without its index accepts nothing new`(isRemoved: Bool) async throws
    {
        let library = try lose(byRemoving: isRemoved)
        let error = failure { _ = try library.addJournal(named: "Spain") }
        #expect(error?.code == .damaged)
        #expect(error?.message.contains("index.jsonl") == true)
        await #expect(throws: FileError.self) { try await library.addEntry(text: "new", media: [lab.picture(66)]) }
        #expect(library.foundDamage == .lostIndex)
        #expect(try library.repairIndex().rescuedMedia == 2)
        _ = try library.addJournal(named: "Spain")
    }

    @Test func `a download that outlives the index does not create a new index`() async throws {
        let pin = try library.addPin(at: Coordinate(latitude: 1, longitude: 2))
        let error = await #expect(throws: FileError.self) {
            try await library.downloadAlbum(of: pin, from: PhotoSourceStandIn(["a", "b"])) { [index] event in
                if case .chosen = event { try? FileManager.default.removeItem(atPath: index) }
            }
        }
        #expect(error?.code == .damaged)
        #expect(library.foundDamage == .lostIndex)
    }

    @Test(arguments: ["downloads/pin-000000000000.lock", "index.damaged-7.jsonl"])
    func `leftover files show that a library was used`(name: String) throws {
        let library = try JournalLab.open(lab.folder.path("Used"))
        try lab.folder.write([1], as: "Used/\(name)")
        #expect(failure { _ = try library.addJournal(named: "Spain") }?.code == .damaged)
    }

    @Test func `an export restores a library without its index`() throws {
        _ = try library.writeExport(to: FilePath(lab.folder.path("backup")))
        let library = try lose(byRemoving: true)
        _ = try library.readExport(from: FilePath(lab.folder.path("backup")))
        #expect(try library.journals().map(\.name) == ["France"])
        _ = try library.addJournal(named: "Spain")
    }

    @Test func `a library that was always empty is sound`() throws {
        let library = try JournalLab.open(lab.folder.path("New"))
        #expect(try library.check(readsBlobs: true).isSound)
        #expect(library.foundDamage == nil)
        _ = try library.compactIndex()
    }

    @Test func `a library whose records were all deleted is not lost`() throws {
        try library.delete(library.journals().map(\.id))
        _ = try library.compactIndex()
        #expect(try library.check(readsBlobs: true).isSound)
    }

    @Test func `pictures of quarantined lines are kept`() throws {
        let entry = try #require(try library.entries().first)
        let text = try String(contentsOfFile: index, encoding: .utf8)
        try text.replacing("\"\(entry.id)\"", with: "\"entry-another\"").write(
            toFile: index, atomically: false, encoding: .utf8)
        let library = try JournalLab.open(lab.folder.path("Library"))
        #expect(try library.repairIndex().quarantinedLines == 1)
        for name in try lab.folder.files() where name.contains("/blobs/") {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: lab.folder.path(name))
        }
        _ = try library.compactIndex()
        #expect(try library.check(readsBlobs: true).blobs == 2)
    }

    @Test func `the advice from check for a missing picture works`() async throws {
        _ = try library.writeExport(to: FilePath(lab.folder.path("backup")))
        let blob = try #require(try library.entries().first?.media.first?.blob)
        try library.blobs.remove(blob)
        let finding = try #require(try library.check(readsBlobs: false).findings.first)
        #expect(finding.problem == .missingBlob)
        #expect(!finding.problem.isRepairable)
        #expect(finding.message.contains("import an export"))
        _ = try library.readExport(from: FilePath(lab.folder.path("backup")))
        #expect(try library.check(readsBlobs: true).isSound)
    }
}
