import Foundation
import PostcardDisk
import Testing

@testable import PostcardIndex

struct TimestampTests {
    @Test(arguments: [
        ("1970-01-01T00:00:00.000Z", 0.0), ("2026-09-21T14:13:20.000Z", 1_790_000_000),
        ("2000-02-29T23:59:59.999Z", 951_868_799.999), ("1969-12-31T23:59:59.500Z", -0.5),
        ("0000-01-01T00:00:00.000Z", -62_167_219_200), ("9999-12-31T23:59:59.999Z", 253_402_300_799.999),
        ("1900-03-01T00:00:00.000Z", -2_203_891_200), ("2100-02-28T12:00:00.000Z", 4_107_499_200),
    ])
    func `the text and the date represent the same instant`(text: String, seconds: Double) throws {
        #expect(Timestamp.text(of: Date(timeIntervalSince1970: seconds)) == text)
        let date = try #require(Timestamp.date(of: text.utf8))
        #expect(abs(date.timeIntervalSince1970 - seconds) < 0.0001)
    }

    @Test func `every day of four centuries survives a round trip`() throws {
        let failures = (-73_049...73_048).filter { day in
            let date = Date(timeIntervalSince1970: Double(day) * 86_400)
            return Timestamp.text(of: date).flatMap { Timestamp.date(of: $0.utf8) } != date
        }
        #expect(failures == [])
    }

    @Test(arguments: ["2026-11-21T10:00:00Z", "2026-11-21T10:00:00.0Z", "2026-11-21T10:00:00.000000000Z"])
    func `a fraction can have any length`(text: String) {
        #expect(Timestamp.date(of: text.utf8) == Date(timeIntervalSince1970: 1_795_255_200))
    }

    @Test(arguments: [
        "", "2026-11-21", "2026-13-01T00:00:00.000Z", "2026-02-29T00:00:00.000Z", "2026-11-21T24:00:00.000Z",
        "2026-11-21T10:00:00.000", "2026-11-21T10:00:00.Z", "2026-11-21 10:00:00.000Z", "2026-11-2aT10:00:00.000Z",
    ])
    func `other strings are not dates`(text: String) {
        #expect(Timestamp.date(of: text.utf8) == nil)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e12, -1e12])
    func `dates without a four-digit year have no text form`(seconds: Double) {
        #expect(Timestamp.text(of: Date(timeIntervalSince1970: seconds)) == nil)
    }
}
