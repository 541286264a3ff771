import ArgumentParser
import PostcardCore

/// A difference between two clocks: `1h`, `-90s`, `1h30m`, `+01:00` or `-00:05:30`.
struct ClockOffset: ExpressibleByArgument {
    let seconds: Double

    init?(argument: String) {
        let parts: [Substring?]
        if let match = argument.wholeMatch(of: /[+-]?(?:([0-9]{1,5})h)?(?:([0-9]{1,7})m)?(?:([0-9]{1,9})s)?/) {
            parts = [match.1, match.2, match.3]
        } else if let match = argument.wholeMatch(of: /[+-]?([0-9]{1,5}):([0-5][0-9])(?::([0-5][0-9]))?/) {
            parts = [match.1, match.2, match.3]
        } else {
            return nil
        }
        guard parts.contains(where: { $0 != nil }) else { return nil }
        let sum = zip(parts, [3_600.0, 60, 1]).reduce(0) { $0 + ($1.0.flatMap { Double($0) } ?? 0) * $1.1 }
        seconds = argument.hasPrefix("-") ? -sum : sum
    }

    /// Returns a number of seconds in words, such as `1 h 30 min`.
    static func text(_ seconds: Double) -> String {
        let whole = Int(abs(seconds).rounded())
        let parts = [(whole / 3_600, "h"), (whole / 60 % 60, "min"), (whole % 60, "s")].filter { $0.0 > 0 }
        return parts.isEmpty ? "0 s" : parts.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    }

    /// Returns an offset from UTC, such as `UTC+02:00`.
    static func text(ofZone seconds: Int) -> String {
        let minutes = abs(seconds) / 60
        return "UTC\(seconds < 0 ? "-" : "+")\((minutes / 60).padded(to: 2)):\((minutes % 60).padded(to: 2))"
    }
}
