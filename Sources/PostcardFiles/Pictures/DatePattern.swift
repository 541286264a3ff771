/// A pattern for dates in names, such as `%Y-%m`: text with `%Y`, `%m`, `%d`, `%H`, `%M` and `%S`, which mean the same as in `strftime`.
struct DatePattern: Hashable, Sendable {
    /// The text for a picture whose date is unknown.
    private static let undated = "undated"
    /// The character positions of the parts of a date such as `2024-06-09T21:14:03`.
    private static let positions: [Character: Range<Int>] = [
        "Y": 0..<4, "m": 5..<7, "d": 8..<10, "H": 11..<13, "M": 14..<16, "S": 17..<19,
    ]

    /// The pattern as typed.
    let text: String

    /// Parses a placeholder such as `date:%Y-%m`, or `date` for the day; `nil` for other placeholders and for unknown parts of a date.
    init?(placeholder: String) {
        guard placeholder == "date" || placeholder.hasPrefix("date:") else { return nil }
        text = placeholder == "date" ? "%Y-%m-%d" : String(placeholder.dropFirst("date:".count))
        let parts = text.split(separator: "%", omittingEmptySubsequences: false).dropFirst()
        guard !parts.isEmpty, parts.allSatisfy({ $0.first.map { Self.positions[$0] != nil } ?? false }) else {
            return nil
        }
    }

    /// Returns the text for a date such as `2024-06-09T21:14:03`; `undated` if the date is unknown or lacks a part of the pattern.
    func text(of date: String?) -> String {
        let digits = Array((date ?? "").utf8)
        var result = ""
        var rest = text[...]
        while let character = rest.popFirst() {
            guard character == "%", let name = rest.popFirst(), let range = Self.positions[name] else {
                result.append(character)
                continue
            }
            guard range.upperBound <= digits.count, digits[range].allSatisfy({ 0x30...0x39 ~= $0 }) else {
                return Self.undated
            }
            result += String(decoding: digits[range], as: UTF8.self)
        }
        return result
    }
}
