/// Reads the `Retry-After` header field (RFC 9110, section 10.2.3).
package enum RetryAfter {
    /// The delay.
    ///
    /// The moment in the second form is compared with the server's own `Date`, so that our clock being wrong does no
    /// harm.
    ///
    /// - Parameters:
    ///   - value: Seconds, or a moment such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///   - date: The `Date` field of the same answer.
    /// - Returns: `nil` when the value says nothing; never less than zero.
    package static func delay(of value: String, date: String?) -> Duration? {
        let value = value.drop { $0 == " " }
        if !value.isEmpty, value.allSatisfy({ $0.isASCII && $0.isNumber }) {
            // More digits than a number holds mean a very long time, not nothing.
            return .seconds(min(Int(value) ?? .max, secondsPerYear))
        }
        guard let moment = seconds(of: String(value)), let now = date.flatMap(seconds(of:)) else { return nil }
        return .seconds(max(0, moment - now))
    }

    private static let secondsPerYear = 365 * 86_400

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Seconds since 1970 of a date in the one form that servers may send today, IMF-fixdate.
    static func seconds(of text: String) -> Int? {
        let words = text.split(whereSeparator: { $0 == " " || $0 == ":" })
        guard words.count == 8, words[7] == "GMT", let month = months.firstIndex(of: String(words[2])),
            let day = Int(words[1]), let year = Int(words[3]), let hour = Int(words[4]), let minute = Int(words[5]),
            let second = Int(words[6]),
            (1...31).contains(day), (1970...9999).contains(year), (0...23).contains(hour), (0...59).contains(minute),
            (0...60).contains(second)
        else { return nil }
        // Counting years from March puts the leap day last, where it needs no special case.
        let marchYear = month < 2 ? year - 1 : year
        let marchMonth = (month + 10) % 12
        let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
        let daysToYear = 365 * marchYear + marchYear / 4 - marchYear / 100 + marchYear / 400
        let daysTo1970 = 719_468
        return ((daysToYear + dayOfYear - daysTo1970) * 24 + hour) * 3600 + minute * 60 + second
    }
}
