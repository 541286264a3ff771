import Foundation
import PostcardTestSupport
import Testing

@testable import PostcardCommands

/// Days and times as option values.
@Suite struct TimeArgumentTests {
    @Test(arguments: [("13.4.2025", "2025-04-13"), ("2024-06-09 21:14", "2024-06-09 21:14"), ("2024", "2024")])
    func `entries accept dates as people write them`(date: String, shown: String) async throws {
        let folder = try TemporaryFolder()
        try folder.write(TestPicture.jpeg(), as: "a.jpg")
        let made = try await PostcardCommand(in: folder).run(
            "entry", "new", "a.jpg", "--text", "Here", "--date", date)
        #expect(made.status == 0, "\(made.text)\(made.errors)")
        #expect(made.text.contains("  \(shown)  "), "\(made.text)\(made.errors)")
    }

    @Test func `memes are filtered by days in local time, and their dates are shown in local time`() async throws {
        let folder = try TemporaryFolder()
        let far = PostcardCommand(in: folder, environment: ["TZ": "Pacific/Kiritimati"])
        try folder.write(TestPicture.jpeg(), as: "a.jpg")
        _ = try await far.run("meme", "a.jpg", "HI")
        let today = try await far.run("meme", "list", "--since", "today")
        #expect(today.text.contains("meme-"), "\(today.errors)")
        #expect(try await !far.run("meme", "list", "--until", "yesterday").text.contains("meme-"))
        #expect(try await far.run("meme", "list", "--since", "2 weeks").text == today.text)
        let wrong = try await far.run("meme", "list", "--since", "soon")
        #expect(wrong.status == 64, "\(wrong.errors)")
        #expect(wrong.errors.contains("yesterday"), "\(wrong.errors)")
    }
}

/// Numbers with their nouns.
@Suite struct CountingTests {
    @Test func `one is singular and every other number is plural`() {
        #expect([0, 1, 2].map { $0.counting("photo") } == ["0 photos", "1 photo", "2 photos"])
        #expect(3.counting("entry", "entries") == "3 entries")
    }

    @Test func `reports use the singular and the plural correctly`() async throws {
        let folder = try TemporaryFolder()
        let postcard = PostcardCommand(in: folder)
        try folder.write(TestPicture.jpeg(), as: "a.jpg")
        _ = try await postcard.run("meme", "a.jpg", "HI")
        _ = try await postcard.run("pin", "drop", "1,2")
        #expect(try await postcard.run("meme", "sheet", "-o", "s.jpg").errors.contains(": 1 meme, "))
        #expect(try await postcard.run("map", "show").text.contains("1 of 1 pin in view"))
        let checked = try await postcard.run("library", "check").text
        #expect(!checked.contains("1 records") && checked.contains("1 picture") || checked.contains(" 2 pictures"))
        #expect(try await postcard.run("library", "export", "--to", "b").text.contains("0 templates"))
    }
}
