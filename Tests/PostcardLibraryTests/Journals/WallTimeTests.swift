import Foundation
import PostcardTestSupport
import Testing

@testable import PostcardLibrary

@Suite struct WallTimeTests {
    @Test(arguments: [
        ("2024", "2024"), ("2024-06", "2024-06"), ("2024-06-09", "2024-06-09"),
        ("2024-06-09 21:14", "2024-06-09T21:14:00"), ("2024-06-09T21:14:03", "2024-06-09T21:14:03"),
        ("2024-06-09T21:14:03Z", "2024-06-09T21:14:03+00:00"),
        ("2024-06-09T21:14:03.250+02:00", "2024-06-09T21:14:03+02:00"),
    ])
    func `text is read and completed`(text: String, expected: String) {
        #expect(WallTime(text)?.description == expected)
    }

    @Test(arguments: [
        "", "now", "2024-13-01", "2024-06-32", "2024-06-09T24:00", "2024-06-09T21:60", "24-06-09", "2024/06/09",
        "2024-02-30", "2023-02-29", "2024-04-31T10:00:00Z",
    ])
    func `other text is rejected`(text: String) {
        #expect(WallTime(text) == nil)
    }

    @Test func `a record of an earlier version with a day that does not exist is still read`() async throws {
        let lab = try JournalLab()
        let note = try lab.library.addNote(
            "a", to: lab.library.addJournal(named: "A").id, date: WallTime("2024-03-01"))
        let index = lab.folder.path("Library/index.jsonl")
        let text = try String(contentsOfFile: index, encoding: .utf8)
        let changed = text.replacing("2024-03-01", with: "2024-02-30").replacing(#/,"crc":"[0-9a-f]{8}"/#, with: "")
        try changed.write(toFile: index, atomically: true, encoding: .utf8)
        let library = try JournalLab.open(lab.folder.path("Library"))
        let found = try library.contents(of: library.journal(named: "A")).stops.flatMap(\.notes)
        expectEqual(found.map(\.id), [note.id])
        expectEqual(found.map(\.date.description), ["2024-02-30"])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([WallTime].self, from: Data(#"["2024-02-30"]"#.utf8))
        }
    }

    @Test func `times are ordered by the clock on the wall`() throws {
        let evening = try #require(WallTime("2024-06-09T21:00:00+09:00"))
        let night = try #require(WallTime("2024-06-09T22:00:00-08:00"))
        #expect(evening < night)
        #expect(try #require(WallTime("2024-06-09")) < evening)
    }

    @Test func `an offset moves the clock`() {
        let date = Date(timeIntervalSince1970: 1_717_967_643)
        #expect(WallTime(date, secondsFromUTC: 7_200)?.description == "2024-06-09T23:14:03+02:00")
        #expect(WallTime(date, secondsFromUTC: -12_600)?.description == "2024-06-09T17:44:03-03:30")
    }
}
