import Foundation
import PostcardImaging
import PostcardMemes
import PostcardPhotos
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardLibrary

/// Exports, and their import into other libraries.
@Suite struct ExportDocumentTests {
    let lab: JournalLab
    var library: Library { lab.library }
    let backup: FilePath

    init() throws {
        lab = try JournalLab()
        backup = FilePath(lab.folder.path("backup"))
    }

    private func fresh() throws -> Library { try JournalLab.open(lab.folder.path("Fresh")) }

    private func read(_ document: String) throws -> ExchangeReport {
        try lab.folder.write(Array(document.utf8), as: "backup/library.json")
        return try fresh().readExport(from: backup)
    }

    private static func document(_ records: String, version: String = "1", format: String = "postcard-library")
        -> String
    {
        #"{"format":"\#(format)","version":\#(version),"records":[\#(records)],"earlier":[]}"#
    }

    private static let journal =
        #"{"kind":"journal","id":"journal-1","record":{"id":"journal-1","name":"A","created":"2024-01-01T00:00:00Z"}}"#

    @Test(arguments: [
        ("", FileError.Code.damaged), ("[]", .damaged), ("{}", .damaged), ("{", .damaged), ("null", .damaged),
        (document("", format: "another"), .damaged), (document("", version: "\"1\""), .newerFormat),
        (document("", version: "2"), .newerFormat), (document(journal) + "x", .damaged), (document("7"), .damaged),
        (document(#"{"kind":"journal","record":{}}"#), .damaged),
        (document(#"{"kind":"journal","id":"journal-1"}"#), .damaged),
        (document(#"{"kind":"journal","id":"journal-1","record":[]}"#), .damaged),
        (document(#"{"kind":"hotel","id":"hotel-1","record":{}}"#), .newerFormat),
    ])
    func `an invalid document is rejected, and nothing is imported`(document: String, code: FileError.Code)
        throws
    {
        #expect(failure { _ = try read(document) }?.code == code)
        #expect(try fresh().journals().isEmpty)
    }

    @Test(arguments: [
        document(journal), document(" \n" + journal + "\t"),
        #"{"records":[\#(journal)],"later":{"a":[1,2]},"version":1,"format":"postcard-library"}"#,
        "\n{ \"version\" : 1 , \"format\" : \"postcard-library\" , \"records\" : [ \(journal) ] }\n",
    ])
    func `members can be in any order, and unknown ones are ignored`(document: String) throws {
        #expect(try read(document).records == 1)
        #expect(try fresh().journals().map(\.name) == ["A"])
    }

    @Test func `every kind of record is imported unchanged`() async throws {
        let place = try Coordinate(latitude: 48, longitude: 2)
        let pin = try library.addPin(at: place, name: "Tower")
        let album = try await library.downloadAlbum(
            of: pin, from: PhotoSourceStandIn(["a", "b"]), request: AlbumRequest(count: 2, seed: 1)
        ).album
        let journal = try library.addJournal(named: "France")
        let stop = try library.addPlace(to: journal.id, of: pin)
        let note = try library.addNote("A note", to: journal.id, at: stop.id)
        let entry = try await library.addEntry(
            text: "An entry", media: [lab.picture(), .photo(library.photo(named: album.photos[0].rawValue))],
            to: journal.id)
        var spec = Meme.classic(top: "A", bottom: "B")
        spec.overlays = [
            Overlay(.bytes(try TestPicture.jpeg(20, 20)), in: UnitBox(x: 0, y: 0, width: 0.5, height: 0.5))
        ]
        let meme = try library.addMeme(
            TestPicture.jpeg(), format: .jpeg, size: .init(width: 64, height: 48), meme: spec, origin: .file("a.jpg"),
            source: TestPicture.jpeg(80, 60), framing: MemeFraming(crop: "1:1"))
        let view = try library.changeMapView(center: place, latitudeSpan: 3)
        try library.changeSettings { settings in try settings.set(.owner, to: "Ann") }
        let report = try library.writeExport(to: backup)
        #expect(report.records == 11)
        // The two album photos, the overlay, the base image, and a picture shared by the entry and the meme.
        #expect(report.files == 5)
        #expect(report.problems.isEmpty)
        let copy = try fresh()
        let read = try copy.readExport(from: backup)
        expectEqual(read.records, report.records)
        expectEqual(read.files, report.files)
        try expectEqual(copy.pins(), [pin])
        try expectEqual(copy.album(of: pin.id), album)
        try expectEqual(copy.photos(of: album), library.photos(of: album))
        try expectEqual(copy.contents(of: journal).places, [stop])
        try expectEqual(copy.note(named: note.id.rawValue), note)
        try expectEqual(copy.entries(), [entry])
        try expectEqual(copy.memes(), [meme])
        try expectEqual(copy.meme(of: meme), spec)
        try expectEqual(copy.mapView(), view)
        try expectEqual(copy.settings().owner, "Ann")
        try expectEqual(copy.check(readsBlobs: true).findings, [])
    }

    @Test func `existing records stay unchanged`() throws {
        let pin = try library.addPin(at: Coordinate(latitude: 1, longitude: 2), name: "old")
        _ = try library.writeExport(to: backup)
        let changed = try library.updatePin(pin.id, name: "new")
        let report = try library.readExport(from: backup)
        expectEqual(report.records, 0)
        expectEqual(report.kept, 1)
        try expectEqual(library.pins(), [changed])
    }

    @Test func `a deleted record is imported again from its export`() throws {
        let pin = try library.addPin(at: Coordinate(latitude: 1, longitude: 2), name: "old")
        _ = try library.writeExport(to: backup)
        try library.delete([pin.id])
        #expect(try library.readExport(from: backup).records == 1)
        #expect(try library.pins() == [pin])
    }

    @Test func `a file that does not match its name is rejected`() async throws {
        let entry = try await library.addEntry(text: "one", media: [lab.picture()])
        _ = try library.writeExport(to: backup)
        let path = BlobStore(directory: backup).path(of: entry.media[0].blob).string
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        try Data([1, 2, 3]).write(to: URL(filePath: path))
        let copy = try fresh()
        #expect(failure { _ = try copy.readExport(from: backup) }?.code == .damaged)
        #expect(try copy.entries().isEmpty)
        let report = try copy.check(readsBlobs: true)
        #expect(report.isSound, "\(report.findings)")
    }

    @Test func `an export is not finished if a file of the library is missing`() async throws {
        let entry = try await library.addEntry(text: "one", media: [lab.picture()])
        try library.blobs.remove(entry.media[0].blob)
        #expect(failure { _ = try library.writeExport(to: backup) }?.code == .missingBlob)
        #expect(!lab.folder.has("backup/library.json"))
        #expect(failure { _ = try fresh().readExport(from: backup) }?.code == .notFound)
    }

    @Test(arguments: ["file", "library.json", ".hidden"]) func `a folder with other files is left unchanged`(
        name: String
    ) throws {
        try lab.folder.write(Array("{}".utf8), as: "backup/\(name)")
        for renewing in [false, true] {
            #expect(
                failure(LibraryError.self) { _ = try library.writeExport(to: backup, renewing: renewing) }?.code
                    == .exists)
        }
        #expect(try lab.folder.read("backup/\(name)") == Array("{}".utf8))
    }

    @Test func `the same library is exported to the same bytes`() async throws {
        _ = try await library.addEntry(text: "one", media: [lab.picture(latitude: 1, longitude: 2)])
        _ = try library.addPin(at: Coordinate(latitude: 1, longitude: 2), name: "\"quoted\" \u{1F30D}\n")
        _ = try library.writeExport(to: backup)
        let first = try lab.folder.read("backup/library.json")
        _ = try library.writeExport(to: backup, renewing: true)
        #expect(try lab.folder.read("backup/library.json") == first)
        #expect(try JSONSerialization.jsonObject(with: Data(first)) is [String: Any])
    }
}
