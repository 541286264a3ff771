import Foundation
import PostcardTestSupport
import Testing

@testable import postcard

/// Days and moments as people write them.
@Suite struct TimeArgumentTests {
    /// 2026-11-22, 00:30 in Paris, where it is an hour later than UTC.
    private static let now = Date(timeIntervalSince1970: 1_795_303_800)

    private static var paris: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "Europe/Paris") ?? .gmt
        return calendar
    }

    @Test(arguments: [
        ("2026-11-21", "2026-11-20T23:00:00Z", "2026-11-21T23:00:00Z"),
        ("21.11.2026", "2026-11-20T23:00:00Z", "2026-11-21T23:00:00Z"),
        ("13.4.2025", "2025-04-12T22:00:00Z", "2025-04-13T22:00:00Z"),
        ("today", "2026-11-21T23:00:00Z", "2026-11-22T23:00:00Z"),
        ("Yesterday", "2026-11-20T23:00:00Z", "2026-11-21T23:00:00Z"),
        ("7d", "2026-11-14T23:00:00Z", "2026-11-15T23:00:00Z"),
        ("2 weeks", "2026-11-07T23:00:00Z", "2026-11-08T23:00:00Z"),
        ("1 week ago", "2026-11-14T23:00:00Z", "2026-11-15T23:00:00Z"),
        // In summer it is two hours later.
        ("3 months", "2026-08-21T22:00:00Z", "2026-08-22T22:00:00Z"),
        ("1y", "2025-11-21T23:00:00Z", "2025-11-22T23:00:00Z"),
        ("2h", "2026-11-21T21:30:00Z", "2026-11-21T21:30:00Z"),
        ("2026-11-21T10:00:00Z", "2026-11-21T10:00:00Z", "2026-11-21T10:00:00Z"),
        ("2026-11-21T10:00:00.250+02:00", "2026-11-21T08:00:00Z", "2026-11-21T08:00:00Z"),
        ("29.2.2024", "2024-02-28T23:00:00Z", "2024-02-29T23:00:00Z"),
    ])
    func `a day goes from midnight to midnight of the local time`(text: String, start: String, end: String) throws {
        let time = try #require(TimeArgument(text, now: Self.now, calendar: Self.paris))
        #expect(time.start.formatted(.iso8601) == start)
        #expect(time.end.formatted(.iso8601) == end)
    }

    @Test(arguments: ["", "soon", "7", "7x", "-7d", "31.2.2026", "2026-13-01", "2026-2-1", "99999d", "1.1.26", "d"])
    func `other texts are no days`(text: String) {
        #expect(TimeArgument(text, now: Self.now, calendar: Self.paris) == nil)
    }

    @Test(arguments: [("13.4.2025", "2025-04-13"), ("2024-06-09 21:14", "2024-06-09 21:14"), ("2024", "2024")])
    func `entries are dated as people write it`(date: String, shown: String) async throws {
        let folder = try TemporaryFolder()
        try folder.write(TestPicture.jpeg(), as: "a.jpg")
        let made = try await PostcardCommand(in: folder).run(
            "entry", "new", "a.jpg", "--text", "Here", "--date", date)
        #expect(made.status == 0 && made.text.contains("  \(shown)  "), "\(made.text)\(made.errors)")
    }

    @Test func `memes are listed since days of the local time, in which they are shown`() async throws {
        let folder = try TemporaryFolder()
        let far = PostcardCommand(in: folder, environment: ["TZ": "Pacific/Kiritimati"])
        try folder.write(TestPicture.jpeg(), as: "a.jpg")
        _ = try await far.run("meme", "a.jpg", "HI")
        let today = try await far.run("meme", "list", "--since", "today")
        #expect(today.text.contains("meme-"), "\(today.errors)")
        #expect(try await !far.run("meme", "list", "--until", "yesterday").text.contains("meme-"))
        #expect(try await far.run("meme", "list", "--since", "2 weeks").text == today.text)
        let wrong = try await far.run("meme", "list", "--since", "soon")
        #expect(wrong.status == 64 && wrong.errors.contains("yesterday"), "\(wrong.errors)")
    }
}

/// Numbers with their nouns.
@Suite struct CountingTests {
    @Test func `one is singular, all else plural`() {
        #expect([0, 1, 2].map { $0.counting("photo") } == ["0 photos", "1 photo", "2 photos"])
        #expect(3.counting("entry", "entries") == "3 entries")
    }

    @Test func `reports count as people do`() async throws {
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
