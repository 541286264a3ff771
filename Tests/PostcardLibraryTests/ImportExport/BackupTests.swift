import Foundation
import PostcardImaging
import PostcardLibrary
import PostcardMemes
import PostcardTestSupport
import SystemPackage
import Testing

@Suite struct BackupTests {
    let lab: JournalLab
    var library: Library { lab.library }
    let backup: FilePath

    init() throws {
        lab = try JournalLab()
        backup = FilePath(lab.folder.path("backup"))
    }

    private func restored() throws -> Library {
        let copy = try JournalLab.open(lab.folder.path("Copied"))
        _ = try copy.readExport(from: backup)
        return copy
    }

    @Test func `earlier texts and deleted records are imported`() async throws {
        let journal = try library.addJournal(named: "France")
        let note = try library.addNote("one", to: journal.id)
        _ = try library.updateNote(note.id, text: "two")
        let gone = try library.addJournal(named: "Gone")
        let entry = try await library.addEntry(text: "in it", media: [lab.picture()], to: gone.id)
        try library.delete([gone.id])
        let report = try library.writeExport(to: backup)
        #expect(report.problems == [])
        #expect(report.earlierChanges == 5)
        let copy = try restored()
        try expectEqual(copy.history(of: note.id).map(\.text), ["two", "one"])
        try expectEqual(copy.deletedRecords().map(\.record.key.id), [gone.id.rawValue])
        try expectEqual(copy.journals(), [journal])
        try expectEqual(copy.restore([gone.id]), 2)
        try expectEqual(copy.entry(named: entry.id.rawValue), entry)
        try expectEqual(copy.check(readsBlobs: true).findings, [])
        // Nothing is duplicated.
        let again = try copy.readExport(from: backup)
        #expect(again.records == 0)
        #expect(again.earlierChanges == 0)
    }

    @Test func `templates are imported`() throws {
        let template = Template(name: "mine", title: "Mine", picture: "picture.jpg")
        try? _ = library.templates.add(picture: TestPicture.jpeg(), as: template)
        let names = try library.templates.templates().filter { !$0.isBuiltIn }.map(\.template.name)
        try #require(names == ["mine"])
        #expect(try library.writeExport(to: backup).templates == 1)
        let copy = try restored()
        #expect(try copy.templates.template(named: "mine").picture() == TestPicture.jpeg())
    }

    @Test func `an export can be renewed, but other folders can't`() async throws {
        let entry = try await library.addEntry(text: "a", media: [lab.picture()])
        _ = try library.writeExport(to: backup)
        #expect(failure(LibraryError.self) { _ = try library.writeExport(to: backup) }?.code == .exists)
        try library.delete([entry.id])
        _ = try library.compactIndex()
        _ = try await library.addEntry(text: "b", media: [lab.picture(65)])
        try expectEqual(library.writeExport(to: backup, renewing: true).files, 1)
        try expectEqual(lab.folder.files().filter { $0.hasPrefix("backup/blobs/") }.count, 1)
        try expectEqual(restored().entries().map(\.text), ["b"])
        try lab.folder.write([1], as: "other/file")
        let other = FilePath(lab.folder.path("other"))
        #expect(failure(LibraryError.self) { _ = try library.writeExport(to: other, renewing: true) }?.code == .exists)
    }

    @Test func `an interrupted export continues`() async throws {
        let entry = try await library.addEntry(text: "a", media: [lab.picture()])
        _ = try library.writeExport(to: backup)
        // Leftovers of a process that died before the document was complete.
        let document = FilePath(lab.folder.path("backup/library.json"))
        try FileSystem.rename(document, to: FilePath(lab.folder.path("backup/.library.json.part")))
        try lab.folder.write([1], as: "backup/blobs/partial/tmp-1-1")
        let report = try library.writeExport(to: backup)
        #expect(report.records == 1 && report.files == 1)
        #expect(try restored().entries() == [entry])
        let files = try lab.folder.files().filter { $0.hasPrefix("backup/") }
        #expect(files.count == 2, "\(files)")
        // A folder with any other file next to the document is not an export.
        try FileSystem.rename(document, to: FilePath(lab.folder.path("backup/.library.json.part")))
        try lab.folder.write([1], as: "backup/photo.jpg")
        #expect(failure(LibraryError.self) { _ = try library.writeExport(to: backup) }?.code == .exists)
    }

    @Test(.thorough) func `changes of any size are made, deleted and restored`() throws {
        let text = String(repeating: "x", count: 1 << 20)
        let notes = 18
        let journal = try library.addJournal(named: "Long")
        for _ in 0..<notes { _ = try library.addNote(text, to: journal.id) }
        try library.delete([journal.id])
        try expectEqual(library.restore([journal.id]), notes + 1)
        try expectEqual(library.contents(of: journal).stops.flatMap(\.notes).count, notes)
        try expectEqual(library.check(readsBlobs: false).findings, [])
    }

    @Test func `a folder import continues in its journal`() async throws {
        for number in 0..<3 {
            try lab.folder.write(
                TestPicture.jpeg(64 + number, 48, latitude: 1, longitude: 2), as: "in/\(number).jpg")
        }
        let folder = FilePath(lab.folder.path("in"))
        let journals = try await library.importPictures(from: folder).value
        let entries = try library.entries()
        try library.delete([entries[0].id])
        #expect(try await library.importPictures(from: folder).value.isEmpty)
        try expectEqual(library.journals(), journals)
        try expectEqual(library.entries().count, 3)
        try expectEqual(Set(library.entries().map(\.journal)).count, 1)
        #expect(try library.pins().count <= 1)
    }

    @Test func `an empty smaller version is made again`() async throws {
        let entry = try await library.addEntry(text: "a", media: [lab.picture()])
        let path = try library.rendition(.thumbnail, of: entry.media[0].blob)
        try Data().write(to: URL(filePath: path.string))
        #expect(try library.rendition(.thumbnail, of: entry.media[0].blob) == path)
        #expect(try PictureFile.read(path, maximumBytes: 1 << 20).count > 100)
    }

    @Test func `memes made since a given time are found regardless of the order in which they were written`() throws {
        func make() throws -> MemeRecord {
            try library.addMeme(
                TestPicture.jpeg(), format: .jpeg, size: .init(width: 64, height: 48), meme: Meme(), origin: .file("a"))
        }
        let (old, new) = (try make(), try make())
        try library.delete([old.id])
        try library.restore([old.id])
        var filter = MemeFilter()
        filter.since = new.created
        #expect(try library.memes(matching: filter).map(\.id) == [new.id])
    }
}
