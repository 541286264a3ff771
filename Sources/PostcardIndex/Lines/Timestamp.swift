package import PlatformFoundation
import PostcardCore

/// The text form of instants in the index: `2026-11-21T10:00:00.123Z` (RFC 3339, UTC, milliseconds).
package enum Timestamp {
    /// The range of the years 0000 to 9999, in milliseconds since 1970.
    private static let range = -62_167_219_200_000...253_402_300_799_999

    /// Returns an instant as text, rounded to the nearest millisecond; `nil` for a date outside the years 0000 to 9999.
    package static func text(of date: Date) -> String? {
        let exact = (date.timeIntervalSince1970 * 1000).rounded()
        guard exact >= Double(range.lowerBound), exact <= Double(range.upperBound) else { return nil }
        let milliseconds = Int(exact)
        let day = floorDivided(milliseconds, 86_400_000)
        let time = milliseconds - day * 86_400_000
        let (year, month, dayOfMonth) = civil(day: day)
        return year.padded(to: 4) + "-" + month.padded(to: 2) + "-" + dayOfMonth.padded(to: 2)
            + "T" + (time / 3_600_000).padded(to: 2) + ":" + (time / 60_000 % 60).padded(to: 2)
            + ":" + (time / 1000 % 60).padded(to: 2) + "." + (time % 1000).padded(to: 3) + "Z"
    }

    /// Parses an instant; `nil` if the text has another form. The fraction may be missing, or have 1 to 9 digits.
    package static func date(of text: some Collection<UInt8>) -> Date? {
        let bytes = Array(text)
        guard (20...30).contains(bytes.count), bytes.last == UInt8(ascii: "Z") else { return nil }
        for (position, mark) in [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":")] as [(Int, Character)]
        where bytes[position] != mark.asciiValue { return nil }
        guard let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10]),
            let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
            (1...12).contains(month), day >= 1, hour < 24, minute < 60, second < 60
        else { return nil }
        let days = self.day(year: year, month: month, day: day)
        // A nonexistent day, such as April 31, is converted back to a day in the next month.
        guard civil(day: days) == (year, month, day) else { return nil }
        var fraction = 0.0
        if bytes.count > 20 {
            let digits = bytes[20..<bytes.count - 1]
            guard bytes[19] == UInt8(ascii: "."), let value = number(digits) else { return nil }
            fraction = Double(value) / digits.reduce(1.0) { power, _ in power * 10 }
        }
        return Date(timeIntervalSince1970: Double(days * 86_400 + hour * 3600 + minute * 60 + second) + fraction)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var result = 0
        for digit in digits {
            guard (48...57).contains(digit) else { return nil }
            result = result * 10 + Int(digit - 48)
        }
        return digits.isEmpty ? nil : result
    }

    private static func floorDivided(_ number: Int, _ divisor: Int) -> Int {
        number >= 0 ? number / divisor : -((divisor - 1 - number) / divisor)
    }

    /// Returns the days since 1970 of a date in the proleptic Gregorian calendar.
    ///
    /// Years start in March, so the leap day is the last day of a year, and the lengths of months follow from one linear formula (E. M.
    /// Reingold, N. Dershowitz, "Calendrical Calculations").
    package static func day(year: Int, month: Int, day: Int) -> Int {
        let marchYear = month > 2 ? year : year - 1
        let century = floorDivided(marchYear, 100)
        let leapDays = floorDivided(marchYear, 4) - century + floorDivided(century, 4)
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return 365 * marchYear + leapDays + dayOfYear - 719_468
    }

    private static func civil(day: Int) -> (year: Int, month: Int, day: Int) {
        // The estimate from the mean length of a year is off by at most one year. The next lines correct this error.
        var marchYear = floorDivided((day + 719_468) * 400, 146_097)
        if self.day(year: marchYear + 1, month: 3, day: 1) <= day { marchYear += 1 }
        if self.day(year: marchYear, month: 3, day: 1) > day { marchYear -= 1 }
        let dayOfYear = day - self.day(year: marchYear, month: 3, day: 1)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = (marchMonth + 2) % 12 + 1
        return (month > 2 ? marchYear : marchYear + 1, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }
}
