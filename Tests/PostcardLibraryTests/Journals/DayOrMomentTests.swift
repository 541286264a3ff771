import Foundation
import PostcardLibrary
import Testing

/// Days and moments as people write them.
@Suite struct DayOrMomentTests {
    /// 00:30 on 2026-11-22 in Paris, which is one hour ahead of UTC.
    private static let now = Date(timeIntervalSince1970: 1_795_303_800)

    private static func paris(_ date: Date) -> Int {
        TimeZone(identifier: "Europe/Paris")?.secondsFromGMT(for: date) ?? 0
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
        // In summer, Paris is two hours ahead of UTC.
        ("3 months", "2026-08-21T22:00:00Z", "2026-08-22T22:00:00Z"),
        ("1y", "2025-11-21T23:00:00Z", "2025-11-22T23:00:00Z"),
        ("2h", "2026-11-21T21:30:00Z", "2026-11-21T21:30:00Z"),
        ("2026-11-21T10:00:00Z", "2026-11-21T10:00:00Z", "2026-11-21T10:00:00Z"),
        ("2026-11-21T10:00:00.250+02:00", "2026-11-21T08:00:00Z", "2026-11-21T08:00:00Z"),
        ("29.2.2024", "2024-02-28T23:00:00Z", "2024-02-29T23:00:00Z"),
    ])
    func `a day lasts from midnight to midnight in local time`(text: String, start: String, end: String) throws {
        let time = try #require(DayOrMoment(typed: text, now: Self.now, secondsFromUTC: Self.paris))
        #expect(time.start.formatted(.iso8601) == start)
        #expect(time.end.formatted(.iso8601) == end)
    }

    /// In Beirut, clocks skipped from midnight to 1:00 on 2024-03-31. In Havana, clocks went back from 1:00 to midnight on 2026-11-01.
    @Test(arguments: [
        ("Asia/Beirut", "2024-03-31", "2024-03-30T22:00:00Z", "2024-03-31T21:00:00Z"),
        ("America/Havana", "2026-11-01", "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z"),
        ("Pacific/Kiritimati", "2026-11-21", "2026-11-20T10:00:00Z", "2026-11-21T10:00:00Z"),
    ])
    func `a day starts at its first moment wherever clocks change`(
        zone: String, text: String, start: String, end: String
    ) throws {
        let zone = try #require(TimeZone(identifier: zone))
        let time = try #require(
            DayOrMoment(typed: text, now: Self.now, secondsFromUTC: { zone.secondsFromGMT(for: $0) }))
        #expect(time.start.formatted(.iso8601) == start)
        #expect(time.end.formatted(.iso8601) == end)
    }

    @Test(arguments: ["", "soon", "7", "7x", "-7d", "31.2.2026", "2026-13-01", "2026-2-1", "99999d", "1.1.26", "d"])
    func `other strings are not days`(text: String) {
        #expect(DayOrMoment(typed: text, now: Self.now, secondsFromUTC: Self.paris) == nil)
    }

    @Test(arguments: [
        ("2026-11-21", "2026-11-21T00:00:00Z", "2026-11-22T00:00:00Z"),
        ("2026-11-21T10:00:00Z", "2026-11-21T10:00:00Z", "2026-11-21T10:00:00Z"),
        ("2026-11-21T10:00:00+02:00", "2026-11-21T08:00:00Z", "2026-11-21T08:00:00Z"),
    ])
    func `programs specify days in UTC or exact moments`(text: String, start: String, end: String) throws {
        let time = try #require(DayOrMoment(text))
        #expect(time.start.formatted(.iso8601) == start)
        #expect(time.end.formatted(.iso8601) == end)
    }

    @Test(arguments: ["", "yesterday", "7d", "21.11.2026", "2026-11", "2026-13-01", "2026-11-21T10:00:00"])
    func `date formats for people are not accepted from programs`(text: String) {
        #expect(DayOrMoment(text) == nil)
    }
}
