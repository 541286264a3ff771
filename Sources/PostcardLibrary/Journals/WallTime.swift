public import PlatformFoundation
import PostcardCore

/// A local date and time in ISO 8601: `2024-06-09T21:14:03+02:00`.
///
/// The date may be only a year, and may lack the offset from UTC, which many cameras do not record. Times are ordered by local date and
/// time, so a journal runs from morning to evening in every time zone.
public struct WallTime: Sendable, Hashable, Codable, Comparable, LosslessStringConvertible, TextCoded {
    /// The date and time in ISO 8601, with `T` before the time, and with seconds and the offset if they are known.
    public let description: String

    package static let refusal = "is not a date such as 2024-06-09T21:14:03."
    private static let patterns = ["0000", "0000-00", "0000-00-00", "0000-00-00T00:00", "0000-00-00T00:00:00"]

    /// Parses `2024`, `2024-06`, `2024-06-09`, `2024-06-09 21:14` and `2024-06-09T21:14:03`, the last two also with `Z` or an offset such
    /// as `+02:00`; `nil` for other strings, and for days and times that do not exist.
    public init?(_ text: String) { self.init(text, checkingDay: true) }

    private init?(_ text: String, checkingDay isStrict: Bool) {
        var rest = Array(text.utf8)
        var offset = ""
        if rest.count > 16, rest.last == UInt8(ascii: "Z") {
            rest.removeLast()
            offset = "+00:00"
        } else if rest.count >= 22, Self.fits(rest.suffix(6).dropFirst(), "00:00"),
            [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(rest[rest.count - 6])
        {
            offset = String(decoding: rest.suffix(6), as: UTF8.self)
            rest.removeLast(6)
        }
        if rest.count > 10, rest[10] == UInt8(ascii: " ") { rest[10] = UInt8(ascii: "T") }
        // Drops fractions of a second.
        if rest.count > 19, rest[19] == UInt8(ascii: "."), rest[20...].allSatisfy({ 48...57 ~= $0 }) {
            rest.removeLast(rest.count - 19)
        }
        guard Self.patterns.contains(where: { Self.fits(rest[...], $0) }), Self.isPossible(rest) else { return nil }
        if isStrict, rest.count >= 10, Timestamp.date(of: rest.prefix(10) + Array("T00:00:00Z".utf8)) == nil {
            return nil
        }
        if rest.count == 16 { rest += Array(":00".utf8) }
        description = String(decoding: rest, as: UTF8.self) + offset
    }

    /// Returns a date in the format of this type. A string in an unknown format is returned unchanged.
    package static func canonical(_ text: String) -> String { WallTime(text)?.description ?? text }

    /// Makes the local time of a moment; `nil` for a year without four digits.
    ///
    /// - Parameter secondsFromUTC: the number of seconds by which local time is ahead of UTC.
    public init?(_ date: Date, secondsFromUTC: Int) {
        guard let text = Timestamp.text(of: date.addingTimeInterval(Double(secondsFromUTC))) else { return nil }
        let minutes = abs(secondsFromUTC) / 60
        let sign = secondsFromUTC < 0 ? "-" : "+"
        self.init("\(text.prefix(19))\(sign)\((minutes / 60).padded(to: 2)):\((minutes % 60).padded(to: 2))")
    }

    /// Decodes a date. Records written by earlier versions may contain days that do not exist, such as February 30.
    public init(from decoder: any Decoder) throws {
        let isRecord = CodingUserInfoKey.record.flatMap { decoder.userInfo[$0] } != nil
        self = try decoder.value(ofText: { WallTime($0, checkingDay: !isRecord) }) { "\"\($0)\" \(Self.refusal)" }
    }

    /// The moment in UTC; `nil` if the time or the offset from UTC is unknown.
    var moment: Date? {
        guard let secondsFromUTC else { return nil }
        return local?.addingTimeInterval(-Double(secondsFromUTC))
    }

    /// The moment at which a clock that is set to UTC shows the local time; `nil` if the time is unknown.
    var local: Date? { Timestamp.date(of: "\(description.prefix(19)).000Z".utf8) }

    /// The year, month and day, or only the parts that are known.
    package var day: String { String(description.prefix(10)) }

    /// The offset from UTC in seconds, positive if ahead; `nil` if it is unknown.
    var secondsFromUTC: Int? {
        let parts = description.dropFirst(20).split(separator: ":").compactMap { Int($0) }
        guard parts.count == 2 else { return nil }
        return (parts[0] * 60 + parts[1]) * (description.dropFirst(19).first == "-" ? -60 : 60)
    }

    /// Returns true if the user set this date in a record.
    ///
    /// - Parameters:
    ///   - automatic: the date that was set automatically; `nil` for a record written by an earlier version.
    ///   - recorded: the time at which the record was written.
    func isSet(automatic: WallTime?, recorded: Date) -> Bool {
        if let automatic { return self != automatic }
        // An automatic date has an offset, and falls on the day on which it was recorded. A date set by the user has no offset, or usually
        // falls on another day.
        guard let secondsFromUTC else { return true }
        return day != WallTime(recorded, secondsFromUTC: secondsFromUTC)?.day
    }

    /// The day, hour and minute in human-readable form.
    package var minute: String { description.prefix(16).split(separator: "T").joined(separator: " ") }

    /// Returns true if one local time is earlier than another.
    public static func < (left: WallTime, right: WallTime) -> Bool {
        let (first, second) = (left.description.prefix(19), right.description.prefix(19))
        return first == second ? left.description < right.description : first < second
    }

    private static func fits(_ bytes: ArraySlice<UInt8>, _ pattern: String) -> Bool {
        bytes.count == pattern.utf8.count
            && zip(bytes, pattern.utf8).allSatisfy { byte, expected in
                expected == UInt8(ascii: "0") ? 48...57 ~= byte : byte == expected
            }
    }

    /// Returns true if the month, day, hour, minute and second are in range. Days 1 to 31 are accepted for every month.
    private static func isPossible(_ bytes: [UInt8]) -> Bool {
        let ranges = [(5, 1...12), (8, 1...31), (11, 0...23), (14, 0...59), (17, 0...60)]
        return ranges.allSatisfy { start, range in
            bytes.count < start + 2 || range.contains(Int(bytes[start] - 48) * 10 + Int(bytes[start + 1] - 48))
        }
    }
}
