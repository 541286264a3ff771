import PlatformFoundation

/// The date of a picture or video, with its origin.
struct FileDate: Sendable, Equatable {
    let date: WallTime
    /// The fractional digits of the seconds; `nil` if they are unknown.
    var subseconds: String?
    /// The origin of the date; `nil` if it comes from the metadata of the file.
    var origin: DateOrigin?
}

extension WallTime {
    /// Finds a date in a file name, in the formats that cameras, phones and messaging apps use: `IMG_20240609_211403.jpg`, `Screenshot
    /// 2024-06-09 at 21.14.03.png`, `IMG-20240609-WA0001.jpg`; `nil` if the name contains no date.
    init?(fileName name: String) {
        let pattern =
            /(?:^|[^0-9])((?:19|20)[0-9]{2})([-_.]?)([0-9]{2})\2([0-9]{2})(?:(?:[-_ T]| at |, )([0-9]{2})[-_.:h]?([0-9]{2})[-_.:m]?([0-9]{2})(?:[0-9]{3})?)?(?:[^0-9]|$)/
        guard let match = name.firstMatch(of: pattern) else { return nil }
        let day = "\(match.1)-\(match.3)-\(match.4)"
        guard let hour = match.5, let minute = match.6, let second = match.7 else {
            self.init(day)
            return
        }
        // Pixel phones use UTC in file names.
        let offset = name.hasPrefix("PXL_") ? "+00:00" : ""
        guard let time = WallTime("\(day)T\(hour):\(minute):\(second)\(offset)") ?? WallTime(day) else { return nil }
        self = time
    }

    /// Converts the UTC date of a video to the local time in its file name. Returns `nil` if the name contains no time, or if the two times
    /// do not match.
    ///
    /// - Parameter duration: the duration of the video in seconds. Some phones record the end of the video instead of the start.
    func local(byName name: String, duration: Double) -> WallTime? {
        guard let moment, let named = WallTime(fileName: name), named.secondsFromUTC == nil,
            let local = WallTime("\(named)Z")?.moment
        else { return nil }
        let fits = [moment, moment.addingTimeInterval(-duration)].map { start in
            let ahead = local.timeIntervalSince(start)
            let quarters = (ahead / 900).rounded()
            return (start: start, quarters: quarters, error: abs(ahead - quarters * 900))
        }
        guard let best = fits.min(by: { $0.error < $1.error }), best.error <= 120, abs(best.quarters) <= 14 * 4 else {
            return nil
        }
        return WallTime(best.start, secondsFromUTC: Int(best.quarters) * 900)
    }
}
