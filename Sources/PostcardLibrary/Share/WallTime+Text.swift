/// Dates for readers of shared pages and galleries, such as `9 June 2024`.
extension WallTime {
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// The known parts of the day: `9 June 2024`, `June 2024` or `2024`.
    var dayText: String { Self.text(ofDay: day) }

    /// The day and the time: `9 June 2024, 21:14`.
    var minuteText: String {
        let time = minute.dropFirst(11)
        return time.isEmpty ? dayText : "\(dayText), \(time)"
    }

    /// Returns the text of a range of ISO 8601 days: `9 – 14 June 2024`.
    static func text(from first: String, to last: String) -> String {
        let (start, end) = (parts(of: first), parts(of: last))
        guard first != last, start.count == 3, end.count == 3, start[0] == end[0] else {
            return first == last ? text(ofDay: first) : "\(text(ofDay: first)) – \(text(ofDay: last))"
        }
        let day = start[1] == end[1] ? "\(start[2])" : "\(start[2]) \(name(ofMonth: start[1]))"
        return "\(day) – \(text(ofDay: last))"
    }

    private static func text(ofDay day: String) -> String {
        let parts = parts(of: day)
        switch parts.count {
        case 3: return "\(parts[2]) \(name(ofMonth: parts[1])) \(parts[0])"
        case 2: return "\(name(ofMonth: parts[1])) \(parts[0])"
        default: return day
        }
    }

    private static func parts(of day: String) -> [Int] { day.split(separator: "-").compactMap { Int($0) } }

    private static func name(ofMonth month: Int) -> String {
        months.indices.contains(month - 1) ? months[month - 1] : "\(month)"
    }
}
