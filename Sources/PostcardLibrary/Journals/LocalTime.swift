package import PlatformFoundation
import PlatformLibc

/// The time zone of this computer according to the C library. Without the ICU tables, `TimeZone.current` is always UTC.
package enum LocalTime {
    /// Returns the number of seconds by which local time is ahead of UTC at a moment.
    @Sendable
    package static func secondsFromUTC(_ date: Date) -> Int {
        var time = time_t(date.timeIntervalSince1970)
        var local = tm()
        return localtime_r(&time, &local) == nil ? 0 : Int(local.tm_gmtoff)
    }
}
