import PlatformFoundation
import PostcardCore
import Synchronization

/// The `Date` header, RFC 9110 section 5.6.7, formatted once per second.
final class HTTPDate: Sendable {
    private let last = Mutex((seconds: Int.min, text: ""))

    /// Returns the value of the header for a time in seconds since 1970.
    func text(at seconds: Int) -> String {
        last.withLock { last in
            if last.seconds != seconds { last = (seconds, Self.format(seconds)) }
            return last.text
        }
    }

    private static func format(_ seconds: Int) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let date = calendar.dateComponents(
            [.weekday, .day, .month, .year, .hour, .minute, .second],
            from: Date(timeIntervalSince1970: Double(seconds)))
        let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        func digits(_ number: Int?) -> String { (number ?? 0).padded(to: 2) }
        return "\(weekdays[(date.weekday ?? 1) - 1]), \(digits(date.day)) \(months[(date.month ?? 1) - 1]) "
            + "\(date.year ?? 0) \(digits(date.hour)):\(digits(date.minute)):\(digits(date.second)) GMT"
    }
}
