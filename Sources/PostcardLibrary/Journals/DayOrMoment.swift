package import PlatformFoundation
import PostcardCore

/// A day or a moment, parsed from text that a person typed or a program wrote.
package struct DayOrMoment: Sendable, Hashable {
    /// The start of the day, or the moment.
    package let start: Date
    /// The end of the day, or the moment.
    package let end: Date

    private init(start: Date, end: Date) {
        self.start = start
        self.end = end
    }

    /// Parses a day in UTC, `2026-11-21`, or a moment with its offset from UTC, `2026-11-21T10:00:00Z`; `nil` for other strings.
    package init?(_ text: String) {
        if let moment = Self.moment(text) {
            self.init(start: moment, end: moment)
        } else if text.utf8.count == 10, let day = try? Date("\(text)T00:00:00Z", strategy: .iso8601) {
            self.init(start: day, end: day.addingTimeInterval(86_400))
        } else {
            return nil
        }
    }

    /// Parses text that a person typed; `nil` if the text is invalid.
    ///
    /// Days are local: `2026-11-21`, `21.11.2026`, `yesterday`, `7d`, `2 weeks ago`. Moments are written as `2h`, or as a date and time
    /// with an offset from UTC.
    ///
    /// - Parameter secondsFromUTC: returns the number of seconds by which local time is ahead of UTC at a moment.
    package init?(
        typed text: String, now: Date = Date(), secondsFromUTC: (Date) -> Int = LocalTime.secondsFromUTC
    ) {
        let hours = Self.ago(text).flatMap { $0.unit == .hour ? $0.count : nil }
        if let moment = Self.moment(text) ?? hours.map({ now.addingTimeInterval(Double(-$0) * 3_600) }) {
            self.init(start: moment, end: moment)
            return
        }
        // Days are computed in UTC for the local date, then converted to local time.
        let local = now.addingTimeInterval(Double(secondsFromUTC(now)))
        guard let day = Self.day(text, now: local), let next = Self.utc.date(byAdding: .day, value: 1, to: day) else {
            return nil
        }
        self.init(
            start: Self.beginning(of: day, secondsFromUTC), end: Self.beginning(of: next, secondsFromUTC))
    }

    private static var utc: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }

    /// Returns the first moment of a local day, given midnight of the same date in UTC. If clocks go forward at midnight, the result is the
    /// end of the skipped hour.
    private static func beginning(of day: Date, _ secondsFromUTC: (Date) -> Int) -> Date {
        let offsets = [-86_400.0, 86_400].map { Double(secondsFromUTC(day.addingTimeInterval($0))) }
        let moments = offsets.map { day.addingTimeInterval(-$0) }.sorted()
        return moments.first { $0.addingTimeInterval(Double(secondsFromUTC($0))) >= day } ?? moments[1]
    }

    private static func moment(_ text: String) -> Date? {
        guard text.count > 10 else { return nil }
        return (try? Date(text, strategy: .iso8601))
            ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
    }

    private static func day(_ text: String, now: Date) -> Date? {
        let calendar = utc
        let today = calendar.startOfDay(for: now)
        switch text.lowercased() {
        case "today": return today
        case "yesterday": return calendar.date(byAdding: .day, value: -1, to: today)
        default: break
        }
        if let ago = ago(text) {
            return calendar.date(byAdding: ago.unit, value: -ago.count, to: today).map(calendar.startOfDay)
        }
        guard let components = components(of: text), let day = calendar.date(from: components),
            calendar.dateComponents([.year, .month, .day], from: day) == components
        else { return nil }
        return day
    }

    /// Parses `2026-11-21` or `21.11.2026`.
    private static func components(of text: String) -> DateComponents? {
        if let match = text.wholeMatch(of: /([0-9]{4})-([0-9]{2})-([0-9]{2})/) {
            return DateComponents(year: Int(match.1), month: Int(match.2), day: Int(match.3))
        }
        guard let match = text.wholeMatch(of: /([0-9]{1,2})\. ?([0-9]{1,2})\. ?([0-9]{4})/) else { return nil }
        return DateComponents(year: Int(match.3), month: Int(match.2), day: Int(match.1))
    }

    /// Parses `7d`, `2 weeks` or `3 months ago`.
    private static func ago(_ text: String) -> (count: Int, unit: Calendar.Component)? {
        guard let match = text.lowercased().wholeMatch(of: /([0-9]{1,4}) *([a-z]+)(?: +ago)?/), let count = Int(match.1)
        else { return nil }
        switch match.2 {
        case "h", "hour", "hours": return (count, .hour)
        case "d", "day", "days": return (count, .day)
        case "w", "week", "weeks": return (count * 7, .day)
        case "month", "months": return (count, .month)
        case "y", "year", "years": return (count, .year)
        default: return nil
        }
    }
}

extension DayOrMoment: Decodable {
    /// Decodes a day such as `2026-11-21`.
    package init(from decoder: any Decoder) throws {
        self = try decoder.value(ofText: { $0.utf8.count == 10 ? DayOrMoment($0) : nil }) {
            "\($0) is not a day such as 2024-06-01."
        }
    }
}
