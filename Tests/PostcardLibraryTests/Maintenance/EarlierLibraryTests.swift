import Foundation
import PostcardFixtures
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardIndex
@testable import PostcardLibrary

/// A library made by the program at commit 1ad2ac54; see `Fixtures/scripts/library.sh`.
@Suite struct EarlierLibraryTests {
    private let folder: TemporaryFolder
    private let library: Library

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.copyItem(atPath: Fixture("library").path, toPath: folder.path("library"))
        library = try Library(directory: FilePath(folder.path("library")))
    }

    @Test func `an earlier library is sound and complete`() async throws {
        #expect(try library.check(readsBlobs: true).isSound)
        let journal = try library.journal(named: "Dorset – été")
        let contents = try library.contents(of: journal)
        let stop = try #require(contents.stops.first)
        expectEqual(contents.places.map(\.name), ["Old Harry"])
        expectEqual(stop.notes.map(\.text), ["Rain, then sun"])
        expectEqual(stop.entries.map(\.text), ["The cliffs"])
        try expectEqual(library.history(of: stop.notes[0].id).map(\.text), ["Rain, then sun", "Rain"])
        try expectEqual(library.entries().map(\.text), ["The cliffs", "The gate"])
        try expectEqual(library.pins().map(\.name), ["Old Harry"])
        let album = try #require(try library.album(of: library.pin(named: "Old Harry").id))
        try expectEqual(library.photos(of: album).count, 1)
        try expectEqual(library.memes().map(\.texts), [["ONE DOES NOT", "SIMPLY WALK"]])
        try expectEqual(library.settings().owner, "Ann Example")
        for entry in try library.entries() {
            for medium in entry.media { #expect(try library.blobs.size(of: medium.blob) == medium.bytes) }
        }
    }

    @Test func `records of an earlier library are written back unchanged`() throws {
        var count = 0
        func check<Value: Codable>(_ kind: RecordKind, _ type: Value.Type) throws {
            var cursor = try library.index.records(of: kind)
            while let record = try cursor.next() {
                let written = try RecordCoding.encode(record.decode(type), for: record.key)
                #expect(String(decoding: written, as: UTF8.self) == String(decoding: record.json, as: UTF8.self))
                count += 1
            }
        }
        try check(.pin, Pin.self)
        try check(.album, Album.self)
        try check(.photo, Photo.self)
        try check(.journal, Journal.self)
        try check(.place, JournalPlace.self)
        try check(.note, Note.self)
        try check(.entry, Entry.self)
        try check(.meme, MemeRecord.self)
        #expect(count == 9)
    }

    @Test func `an earlier library can be changed and compacted`() async throws {
        let entry = try library.entries()[0]
        let journal = try library.journal(named: "Dorset – été")
        _ = try await library.updateEntry(entry.id, text: "Chalk")
        let note = try library.addNote("Later", to: journal.id)
        #expect(try library.check(readsBlobs: true).isSound)
        _ = try library.compactIndex()
        let again = try Library(directory: library.directory)
        #expect(try again.check(readsBlobs: true).isSound)
        try expectEqual(again.entries().map(\.text), ["Chalk", "The gate"])
        #expect(try again.contents(of: journal).stops.flatMap(\.notes).contains { $0.id == note.id })
    }
}
