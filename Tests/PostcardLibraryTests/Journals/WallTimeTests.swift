import Foundation
import PostcardLibrary
import Testing

@Suite struct WallTimeTests {
    @Test(arguments: [
        ("2024", "2024"), ("2024-06", "2024-06"), ("2024-06-09", "2024-06-09"),
        ("2024-06-09 21:14", "2024-06-09T21:14:00"), ("2024-06-09T21:14:03", "2024-06-09T21:14:03"),
        ("2024-06-09T21:14:03Z", "2024-06-09T21:14:03+00:00"),
        ("2024-06-09T21:14:03.250+02:00", "2024-06-09T21:14:03+02:00"),
    ])
    func textsAreReadAndCompleted(text: String, expected: String) {
        #expect(WallTime(text)?.description == expected)
    }

    @Test(arguments: [
        "", "now", "2024-13-01", "2024-06-32", "2024-06-09T24:00", "2024-06-09T21:60", "24-06-09", "2024/06/09",
    ])
    func otherTextsAreRefused(text: String) {
        #expect(WallTime(text) == nil)
    }

    @Test func theOrderIsThatOfTheWall() throws {
        let evening = try #require(WallTime("2024-06-09T21:00:00+09:00"))
        let night = try #require(WallTime("2024-06-09T22:00:00-08:00"))
        #expect(evening < night)
        #expect(try #require(WallTime("2024-06-09")) < evening)
    }

    @Test func anOffsetMovesTheClock() {
        let date = Date(timeIntervalSince1970: 1_717_967_643)
        #expect(WallTime(date, secondsFromUTC: 7_200)?.description == "2024-06-09T23:14:03+02:00")
        #expect(WallTime(date, secondsFromUTC: -12_600)?.description == "2024-06-09T17:44:03-03:30")
    }
}
