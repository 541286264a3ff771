import Foundation
import PostcardTestSupport
import Testing

@Suite struct JournalCommandTests {
    let folder: TemporaryFolder
    let postcard: PostcardCommand

    init() throws {
        folder = try TemporaryFolder()
        postcard = PostcardCommand(in: folder)
    }

    @Test func `a blank name is rejected`() async throws {
        let result = try await postcard.run("journal", "new", " ")
        #expect(result.status == 64)
        #expect(result.errors.contains("The name of the journal is blank."))
    }

    @Test func `a note can be replaced with standard input`() async throws {
        _ = try await postcard.run("journal", "new", "France")
        let note = try await postcard.run("note", "new", "France", "--text", "one")
        let id = String(note.text.prefix { $0 != " " })
        let edited = try await postcard.run("note", "edit", id, input: Array("two".utf8))
        #expect(edited.status == 0, "\(edited.errors)")
        let blank = try await postcard.run("note", "edit", id, input: [0x20])
        #expect(blank.status == 64)
        let history = try await postcard.run("note", "history", id)
        #expect(history.text.contains("one"))
        #expect(history.text.contains("two"))
    }

    @Test func `deleted items are restored`() async throws {
        let picture = try folder.write(TestPicture.jpeg(), as: "a.jpg")
        let entry = try await postcard.run("entry", "new", picture, "--text", "above")
        #expect(entry.status == 0, "\(entry.errors)")
        let id = String(entry.text.prefix { $0 != " " })
        #expect(try await postcard.run("delete", id).status == 0)
        #expect(try await postcard.run("restore").text.contains("above"))
        #expect(try await postcard.run("restore", id).status == 0)
        #expect(try await postcard.run("entry", "show", id).text.contains("above"))
    }

    @Test func `files that a journal contains are not added again`() async throws {
        _ = try await postcard.run("journal", "new", "France")
        for name in ["a", "b"] { try folder.write(TestPicture.jpeg(name == "a" ? 64 : 80), as: "in/\(name).jpg") }
        #expect(try await postcard.run("journal", "add", "France", "in/a.jpg").status == 0)
        let again = try await postcard.run("journal", "add", "France", "in", "in/b.jpg")
        #expect(again.status == 0)
        #expect(again.text.split(separator: "\n").count == 1, "\(again.text)")
        #expect(again.errors.contains("2 files were already in the journal"), "\(again.errors)")
        // Another journal can contain the same photos.
        _ = try await postcard.run("journal", "new", "Italy")
        #expect(try await postcard.run("journal", "add", "Italy", "in").text.split(separator: "\n").count == 2)
    }

    @Test(arguments: [
        ("IMG-20240611-WA0001.jpg", "2024-06-11", "1 dated by file name"),
        ("holiday.jpg", "2024-06-01T00:00:00+00:00", "1 dated by modification time"),
    ])
    func `a photo without a date gets the date from its name or its file, and a message reports which`(
        name: String, date: String, reason: String
    ) async throws {
        let changed = Date(timeIntervalSince1970: 1_717_200_000)
        let path = try folder.write(TestPicture.jpeg(), as: name)
        try FileManager.default.setAttributes([.modificationDate: changed], ofItemAtPath: path)
        var postcard = postcard
        postcard.environment["TZ"] = "UTC"
        _ = try await postcard.run("journal", "new", "France")
        let added = try await postcard.run("journal", "add", "France", path)
        #expect(added.errors.contains("1 file without a date in the metadata: \(reason)"), "\(added.errors)")
        struct Dated: Decodable { let date: String }
        #expect(try await postcard.run("entry", "list", "--json").json([Dated].self).map(\.date) == [date])
    }

    @Test func `a journal shows notes and entries by date, and notes are listed`() async throws {
        try folder.write(TestPicture.jpeg(), as: "a.jpg")
        _ = try await postcard.run("journal", "add", "France")
        _ = try await postcard.run("journal", "place", "France", "48.8584,2.2945", "--name", "Tower")
        for (day, words) in [("2024-05-03", "Six hundred steps"), ("2024-04-01", "Fog")] {
            _ = try await postcard.run("note", "add", "France", "--place", "Tower", "--text", words, "--date", day)
        }
        _ = try await postcard.run(
            "entry", "add", "a.jpg", "--journal", "France", "--place", "Tower", "--text", "Lights", "--date",
            "2024-04-20")
        let shown = try await postcard.run("journal", "show", "France").text
        let places = try ["Fog", "Lights", "Six hundred steps"].map { try #require(shown.range(of: $0)).lowerBound }
        expectEqual(places, places.sorted())
        let notes = try await postcard.run("note", "list", "France").text
        #expect(notes.contains("Fog") && notes.contains("Six hundred steps") && !notes.contains("Lights"), "\(notes)")
        _ = try await postcard.run("journal", "add", "Italy")
        expectEqual(try await postcard.run("note", "list", "Italy", "--json").text, "[]\n")
        let unknown = try await postcard.run("note", "edit", "note-zzz", "--text", "x")
        #expect(unknown.errors.contains("List all with: postcard note list"), "\(unknown.errors)")
    }

    @Test func `a place is not added twice, and an entry finds the place of its photo`() async throws {
        try folder.write(TestPicture.jpeg(latitude: 48.8584, longitude: 2.2945), as: "a.jpg")
        _ = try await postcard.run("journal", "add", "France")
        for _ in 1...2 {
            let place = try await postcard.run("journal", "place", "France", "48.8584,2.2945", "--name", "Tower")
            expectEqual(place.status, 0)
        }
        _ = try await postcard.run("entry", "add", "a.jpg", "--journal", "France", "--text", "Lights")
        let stops = try await postcard.run("journal", "show", "France", "--json").json(Shown.self).stops
        expectEqual(stops.map(\.place?.name), ["Tower"])
    }

    private struct Shown: Decodable {
        struct Stop: Decodable { let place: Place? }
        struct Place: Decodable {
            let id: String
            let name: String
            let pin: String?
        }
        let stops: [Stop]
    }

    private func places() async throws -> [Shown.Place] {
        try await postcard.run("journal", "show", "1 June 2024", "--json").json(Shown.self).stops.compactMap(\.place)
    }

    @Test func `imported places get names`() async throws {
        for (number, latitude) in [48.0, 49, 50].enumerated() {
            var exif = EXIFBlock()
            exif.addText(0x9003, "2024:06:01 1\(number):00:00")
            exif.addPosition(latitude: latitude, longitude: -30)
            try folder.write(exif.inserted(intoJPEG: TestPicture.jpeg()), as: "in/\(number).jpg")
        }
        #expect(try await postcard.run("library", "import", "in").status == 0)
        let unnamed = try await places()
        // There is no town within 25 km of these places at sea.
        try #require(unnamed.map(\.name) == ["", "", ""])
        let renamed = try await postcard.run("journal", "place", "1 June 2024", unnamed[0].id, "--name", "Tours")
        #expect(renamed.status == 0, "\(renamed.errors)")
        #expect(try await postcard.run("journal", "place", "1 June 2024", unnamed[0].id).status == 64)
        #expect(try await postcard.run("pin", "rename", try #require(unnamed[1].pin), "Amboise").status == 0)
        let named = try await places()
        #expect(named.map(\.id) == unnamed.map(\.id))
        #expect(named.map(\.name) == ["Tours", "Amboise", ""])
        for place in ["tours", "Amboise", "50,-30", "50.000000,-30.000000"] {
            let note = try await postcard.run("note", "new", "1 June 2024", "--place", place, "--text", "here")
            #expect(note.status == 0, "\(place): \(note.errors)")
        }
    }

    @Test func `one or two letters are not an id, but an unambiguous prefix with the kind is`() async throws {
        let picture = try folder.write(TestPicture.jpeg(), as: "a.jpg")
        let id = String(try await postcard.run("entry", "new", picture, "--text", "above").text.prefix { $0 != " " })
        let digits = id.dropFirst("entry-".count)
        for text in ["entry-", String(digits.prefix(1)), String(digits.prefix(2))] {
            let edited = try await postcard.run("entry", "edit", text, "--text", "oops")
            #expect(edited.status == 66, "\(text): \(edited.errors)")
        }
        #expect(try await postcard.run("entry", "edit", String(id.prefix(8)), "--text", "below").status == 0)
    }
}
