public import ArgumentParser
import PlatformFoundation
public import PostcardLibrary

extension DayOrMoment: ExpressibleByArgument {
    /// Reads what people type; days are those of the local time.
    package init?(argument: String) { self.init(typed: argument) }
}

extension WallTime: ExpressibleByArgument {
    /// Reads `2024-06-09`, `2024-06-09 21:14`, `9.6.2024`, `yesterday`, `3 days ago`.
    public init?(argument: String) {
        if let time = WallTime(argument) {
            self = time
        } else if let time = DayOrMoment(typed: argument) {
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
        WallTime(self, secondsFromUTC: LocalTime.secondsFromUTC(self))?.minute ?? formatted(.iso8601)
    }
}
