import PostcardCore

import Foundation
import PostcardPhotos
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardLibrary

/// Malicious records in an export and in an index.
@Suite struct ImportedRecordTests {
    let lab: JournalLab
    var library: Library { lab.library }

    init() throws { lab = try JournalLab() }

    private static let hash = String(repeating: "a", count: 64)
    private static func medium(_ more: String, format: String = "mp4") -> String {
        #"{"kind":"video","blob":"\#(hash)","bytes":0,"format":"\#(format)"\#(more)}"#
    }

    private static func entry(_ medium: String, id: String = "entry-1") -> String {
        #"{"kind":"entry","id":"\#(id)","record":{"id":"entry-1","date":"2024-01-01","text":"","media":[\#(medium)]}}"#
    }

    static let malformed = [
        entry(medium("", format: "mp4/../../../x")), entry(medium("", format: "..")), entry(medium(#","width":0"#)),
        entry(medium(#","width":9223372036854775807,"height":9223372036854775807"#)),
        entry(medium(#","duration":-1e300"#)),
        entry(medium(#","coordinate":{"latitude":480,"longitude":0}"#)), entry(medium(""), id: "entry-2"),
        #"{"kind":"entry","id":"../entry-1","record":{"id":"../entry-1","date":"2024-01-01","text":"","media":[]}}"#,
        #"{"kind":"pin","id":"pin-bad","record":{"hello":1}}"#,
        #"{"kind":"pin","id":"pin-../../x","record":{"id":"pin-../../x","name":"evil","created":"2024-01-01T00:00:00Z","coordinate":{"latitude":0,"longitude":0}}}"#,
        #"{"kind":"pin","id":"pin-1","record":{"id":"pin-1","name":"a","created":"2024-01-01T00:00:00Z","coordinate":{"latitude":480.8,"longitude":0}}}"#,
        #"{"kind":"journal","id":"journal-1","record":{"id":"journal-1","name":"a","created":"tomorrow"}}"#,
        #"{"kind":"settings","id":"library","record":{"thumbnail":0}}"#,
        #"{"kind":"settings","id":"library","record":{"peek":-5}}"#,
        #"{"kind":"settings","id":"other","record":{}}"#,
        #"{"kind":"map-view","id":"last","record":{"center":{"latitude":0,"longitude":0},"latitudeSpan":-1,"longitudeSpan":1}}"#,
        #"{"kind":"note","id":"note-1","record":{"id":"note-1","journal":"../x","date":"2024","text":"a"}}"#,
        #"{"kind":"album","id":"pin-1","record":{"id":"pin-1","state":"ready","photos":["../x"],"source":"a","removed":[],"updated":"2024-01-01T00:00:00Z"}}"#,
    ]

    private func writeExport(_ records: [String]) throws -> FilePath {
        let text = #"{"format":"postcard-library","version":1,"records":["# + records.joined(separator: ",") + "]}"
        try lab.folder.write(Array(text.utf8), as: "export/library.json")
        return FilePath(lab.folder.path("export"))
    }

    @Test(arguments: malformed) func `a malformed record is skipped and reported`(record: String) throws {
        let good =
            #"{"kind":"pin","id":"pin-1","record":{"id":"pin-1","name":"good","created":"2024-01-01T00:00:00Z","coordinate":{"latitude":1,"longitude":2}}}"#
        let folder = try writeExport([record, good])
        let report = try library.readExport(from: folder)
        #expect(report.problems.count == 1, "\(report)")
        #expect(report.records == 1, "\(report)")
        #expect(try library.pins().map(\.name) == ["good"])
        #expect(try library.check(readsBlobs: true).isSound)
    }

    @Test(arguments: malformed) func `check reports a malformed record in the index; other commands skip the record`(
        record: String
    )
        async throws
    {
        let value = try record.utf8.withContiguousStorageIfAvailable {
            try JSONValue(parsing: UnsafeRawBufferPointer($0))
        }
        let object = try #require(value)
        let key = RecordKey(
            RecordKind(rawValue: try #require(object["kind"]?.string)), try #require(object["id"]?.string))
        let bytes = object["record"]?.bytes ?? []
        _ = try library.addPin(at: Coordinate(latitude: 1, longitude: 2), name: "good")
        let journal = try library.addJournal(named: "Good")
        try library.index.update(at: noon) { transaction in
            try transaction.put(json: bytes, for: key)
        }
        let findings = try library.check(readsBlobs: false).findings
        #expect(findings.contains { $0.problem == .unreadableRecord && $0.key == key }, "\(findings)")
        #expect(try library.pins().map(\.name) == ["good"])
        #expect(try library.journals() == [journal])
        #expect(try library.entries().isEmpty)
        _ = try (library.settings(), library.mapView(), library.memes(), library.deletedRecords())
        _ = try library.pin(named: "good")
        #expect(library.foundDamage == .unreadableRecords || key.kind != .pin)
        _ = try library.compactIndex()
        let report = try library.writeExport(to: FilePath(lab.folder.path("out")))
        #expect(report.problems.count == 1)
    }

    @Test func `ids that are paths create no locks`() throws {
        for id in ["pin-../../x", "../x", "pin-", "pin-A", "pin-a/b"] {
            #expect(
                failure(LibraryError.self) { _ = try library.isDownloading(Pin.ID(rawValue: id)) }?.code == .invalidKey)
        }
    }

    @Test(arguments: ["../x", "/x", "a/../../x", "a//b", "", ".", "a\0b"])
    func `names of shared files can't leave the folder`(
        name: String
    ) throws {
        var folder = try FolderOutput(FilePath(lab.folder.path("out")), replacing: false)
        #expect(failure { try folder.add(name, [1]) }?.code == .invalidKey)
        var archive = try ZipOutput(
            FilePath(lab.folder.path("out.zip")), replacing: false, time: try #require(WallTime("2024")))
        #expect(failure { try archive.add(name, [1]) }?.code == .invalidKey)
    }
}
