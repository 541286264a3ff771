import PostcardCore

/// A date in metadata, as precise as in the file: a year, a month, a day, or a day with a time.
package struct MetadataDate: Hashable, Sendable {
    /// The year, and the month and day if they are known, separated by hyphens: `2024`, `2024-06`, `2024-06-09`.
    package private(set) var day: String
    /// The hour, minute and second, `21:14:03`; `nil` if only the day is known.
    package private(set) var time: String?
    /// The digits of a fraction of a second; `nil` if the date has no fraction.
    package private(set) var fraction: String?
    /// The offset from UTC, such as `+02:00`; `nil` if the offset is unknown.
    package private(set) var offset: String?

    /// The date in ISO 8601 format, without the fraction of a second.
    package var text: String { time.map { "\(day)T\($0)\(offset ?? "")" } ?? day }

    /// Parses a date in EXIF (CIPA DC-008), XMP (ISO 8601) or IPTC format. Text after the known part is ignored.
    ///
    /// - Parameters:
    ///   - text: the date, such as `2024:06:09 21:14:03`.
    ///   - fraction: the digits of a fraction of a second, if the file stores them separately.
    ///   - offset: the offset from UTC, if the file stores it separately.
    /// - Returns: `nil` for other text, for zeros, which cameras without a clock write, and for days and times that do not exist.
    package init?(_ text: String, fraction: String? = nil, offset: String? = nil) {
        var scanner = Scanner(text)
        scanner.skipBlanks()
        guard let year = scanner.number(digits: 4), year > 0 else { return nil }
        day = scanner.last
        guard let month = scanner.number(digits: 2, after: ":-/.") ?? scanner.number(digits: 2) else { return }
        guard 1...12 ~= month else { return nil }
        day += "-\(scanner.last)"
        guard let date = scanner.number(digits: 2, after: ":-/.") ?? scanner.number(digits: 2) else { return }
        guard 1...Self.days(of: month, in: year) ~= date else { return nil }
        day += "-\(scanner.last)"
        scanner.take("Tt")
        scanner.skipBlanks()
        guard let hour = scanner.number(digits: 2) else { return }
        let hours = scanner.last
        guard let minute = scanner.number(digits: 2, after: ":") ?? scanner.number(digits: 2) else { return }
        let minutes = scanner.last
        let second = scanner.number(digits: 2, after: ":") ?? scanner.number(digits: 2)
        guard hour < 24, minute < 60, second ?? 0 < 60 else { return nil }
        time = "\(hours):\(minutes):\(second == nil ? "00" : scanner.last)"
        let written = second == nil ? nil : scanner.digits(after: ".,:")
        self.fraction = (written ?? fraction.flatMap(Self.digits)).flatMap(Self.withoutZeros)
        scanner.skipBlanks()
        self.offset = Self.offset(scanner.rest) ?? offset.flatMap { Self.offset(Array($0.utf8)[...]) }
    }

    private static func days(of month: Int, in year: Int) -> Int {
        let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    /// Returns the digits at the start of the text, up to nine; `nil` if the text does not start with a digit.
    private static func digits(_ text: String) -> String? {
        let digits = text.drop { $0 == " " }.prefix { $0.isASCII && $0.isNumber }.prefix(9)
        return digits.isEmpty ? nil : String(digits)
    }

    private static func withoutZeros(_ digits: String) -> String? {
        let end = digits.lastIndex { $0 != "0" }
        return end.map { String(digits[...$0]) }
    }

    /// Returns an offset from UTC in the form `+02:00`. Reads `Z`, `+02:00`, `+0200`, `+2` and similar forms; `nil` for other text.
    private static func offset(_ text: ArraySlice<UInt8>) -> String? {
        var scanner = Scanner(text)
        scanner.skipBlanks()
        if scanner.take("Zz") { return "+00:00" }
        let isWest = scanner.rest.first == UInt8(ascii: "-")
        guard scanner.take("+-"), let hours = scanner.number(digits: 2) ?? scanner.number(digits: 1) else { return nil }
        let minutes = scanner.number(digits: 2, after: ":") ?? scanner.number(digits: 2) ?? 0
        guard hours <= 15, minutes < 60 else { return nil }
        return "\(isWest ? "-" : "+")\(hours.padded(to: 2)):\(minutes.padded(to: 2))"
    }

    /// Reads the digits of a date.
    private struct Scanner {
        private(set) var rest: ArraySlice<UInt8>
        /// The digits of the last number.
        private(set) var last = ""

        init(_ text: String) { rest = Array(text.utf8)[...] }
        init(_ text: ArraySlice<UInt8>) { rest = text }

        mutating func skipBlanks() { rest = rest.drop { $0 == 0x20 || $0 == 0x09 } }

        /// Skips the next character if it is one of `characters`. Returns true if a character was skipped.
        @discardableResult
        mutating func take(_ characters: String) -> Bool {
            guard let first = rest.first, characters.utf8.contains(first) else { return false }
            rest = rest.dropFirst()
            return true
        }

        /// Reads a number with exactly this many digits, after one of the separators.
        mutating func number(digits count: Int, after separators: String? = nil) -> Int? {
            var scanner = self
            if let separators, !scanner.take(separators) { return nil }
            let digits = scanner.rest.prefix { 0x30...0x39 ~= $0 }
            guard digits.count >= count else { return nil }
            last = String(decoding: digits.prefix(count), as: UTF8.self)
            rest = scanner.rest.dropFirst(count)
            return Int(last)
        }

        /// Reads all digits after one of the separators, and returns up to nine.
        mutating func digits(after separators: String) -> String? {
            var scanner = self
            guard scanner.take(separators) else { return nil }
            let digits = scanner.rest.prefix { 0x30...0x39 ~= $0 }
            guard !digits.isEmpty else { return nil }
            rest = scanner.rest.dropFirst(digits.count)
            return String(decoding: digits.prefix(9), as: UTF8.self)
        }
    }
}

extension MetadataDate {
    /// Parses a date as in email: `Sun, 09 Jun 2024 21:14:03 +0200` (RFC 5322); `nil` for other text.
    init?(mail text: String) {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        var parts = text.split(separator: " ")
        if parts.first?.hasSuffix(",") == true { parts.removeFirst() }
        guard parts.count >= 4, let day = Int(parts[0]), let month = months.firstIndex(of: String(parts[1])) else {
            return nil
        }
        let zone = parts.count == 4 ? "" : ["GMT", "UT", "UTC"].contains(parts[4]) ? "Z" : parts[4]
        self.init("\(parts[2])-\((month + 1).padded(to: 2))-\(day.padded(to: 2)) \(parts[3]) \(zone)")
    }
}
