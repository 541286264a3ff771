import PostcardCore

/// Parses the `Retry-After` header (RFC 9110, section 10.2.3).
package enum RetryAfter {
    /// Returns the delay that a header value specifies.
    ///
    /// A date is compared with the `Date` header of the same response, so a wrong local clock has no effect.
    ///
    /// - Parameters:
    ///   - value: a number of seconds, or a date such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///   - date: the `Date` header of the same response.
    /// - Returns: the delay, at least zero; `nil` for an invalid value.
    package static func delay(of value: String, date: String?) -> Duration? {
        let value = value.drop { $0 == " " }
        if !value.isEmpty, value.allSatisfy({ $0.isASCII && $0.isNumber }) {
            // A number that overflows `Int` means a very long delay.
            return .seconds(min(Int(value) ?? .max, secondsPerYear))
        }
        guard let moment = seconds(of: String(value)), let now = date.flatMap(seconds(of:)) else { return nil }
        return .seconds(max(0, moment - now))
    }

    /// Returns the delay that a response's headers specify; `nil` if the delay is missing or invalid.
    static func delay(of header: (String) -> String?) -> Duration? {
        header("Retry-After").flatMap { delay(of: $0, date: header("Date")) }
    }

    private static let secondsPerYear = 365 * 86_400

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Returns the seconds since 1970 for a date in the IMF-fixdate format, the only format that servers may send today.
    static func seconds(of text: String) -> Int? {
        let words = text.split(whereSeparator: { $0 == " " || $0 == ":" })
        guard words.count == 8, words[7] == "GMT", let month = months.firstIndex(of: String(words[2])),
            let year = Int(words[3]), let hour = Int(words[4]), let minute = Int(words[5]), let second = Int(words[6]),
            (1970...9999).contains(year), (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        let day = "\(year)-\((month + 1).padded(to: 2))-\(words[1])"
        return ObjectStorageDate.seconds("\(day)T\(words[4]):\(words[5]):\(words[6])Z").map { Int($0) }
    }
}
