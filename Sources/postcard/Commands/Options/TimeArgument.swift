public import ArgumentParser
import Foundation
public import PostcardLibrary

/// A day or a moment as people write it: `2026-11-21`, `21.11.2026`, `yesterday`, `7d`, `2 weeks ago`,
/// `2026-11-21T10:00:00Z`. Days are those of the local time.
struct TimeArgument: ExpressibleByArgument {
    /// The beginning of the day, or the moment.
    let start: Date
    /// The end of the day, or the moment.
    let end: Date

    init?(argument: String) { self.init(argument, now: Date(), calendar: .current) }

    init?(_ text: String, now: Date, calendar system: Calendar) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = system.timeZone
        if let moment = Self.moment(text) {
            (start, end) = (moment, moment)
            return
        }
        if let hours = Self.ago(text), hours.unit == .hour {
            guard let moment = calendar.date(byAdding: .hour, value: -hours.count, to: now) else { return nil }
            (start, end) = (moment, moment)
            return
        }
        guard let day = Self.day(text, now: now, calendar: calendar),
            let next = calendar.date(byAdding: .day, value: 1, to: day)
        else { return nil }
        (start, end) = (day, next)
    }

    /// A time with an offset from UTC.
    private static func moment(_ text: String) -> Date? {
        guard text.count > 10 else { return nil }
        return (try? Date(text, strategy: .iso8601))
            ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
    }

    /// The beginning of a day.
    private static func day(_ text: String, now: Date, calendar: Calendar) -> Date? {
        let today = calendar.startOfDay(for: now)
        switch text.lowercased() {
        case "today": return today
        case "yesterday": return calendar.date(byAdding: .day, value: -1, to: today)
        default: break
        }
        if let ago = ago(text) {
            return calendar.date(byAdding: ago.unit, value: -ago.count, to: today).map(calendar.startOfDay)
        }
        guard let date = CalendarDay(text) else { return nil }
        let components = DateComponents(year: date.year, month: date.month, day: date.day)
        guard let day = calendar.date(from: components),
            calendar.dateComponents([.year, .month, .day], from: day) == components
        else { return nil }
        return day
    }

    /// `7d`, `2 weeks`, `3 months ago`.
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

/// A day of the calendar, written `2026-11-21` or `21.11.2026`.
private struct CalendarDay {
    let year: Int
    let month: Int
    let day: Int

    init?(_ text: String) {
        if let match = text.wholeMatch(of: /([0-9]{4})-([0-9]{2})-([0-9]{2})/) {
            (year, month, day) = (Int(match.1) ?? 0, Int(match.2) ?? 0, Int(match.3) ?? 0)
        } else if let match = text.wholeMatch(of: /([0-9]{1,2})\. ?([0-9]{1,2})\. ?([0-9]{4})/) {
            (year, month, day) = (Int(match.3) ?? 0, Int(match.2) ?? 0, Int(match.1) ?? 0)
        } else {
            return nil
        }
    }
}

extension WallTime: ExpressibleByArgument {
    /// Reads `2024-06-09`, `2024-06-09 21:14`, `9.6.2024`, `yesterday`, `3 days ago`.
    public init?(argument: String) {
        if let time = WallTime(argument) {
            self = time
        } else if let time = TimeArgument(argument: argument) {
            let minute = time.start.localMinute
            self.init(time.start == time.end ? minute : String(minute.prefix(10)))
        } else {
            return nil
        }
    }
}

extension Date {
    /// Day, hour and minute of the local time, for people.
    var localMinute: String {
        WallTime(self, secondsFromUTC: TimeZone.current.secondsFromGMT(for: self))?.minute ?? formatted(.iso8601)
    }
}
