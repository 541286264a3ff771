import PlatformFoundation
import PostcardCore
import PostcardLibrary

/// A table of text columns that are as wide as their contents. Each row is one line.
struct Table {
    /// The lines without white space at their ends.
    let lines: [String]

    /// Prints rows below their titles.
    static func print<Row>(_ titles: [String], _ rows: [Row], cells: (Row) throws -> [String]) rethrows {
        Table(titles, try rows.map(cells)).lines.forEach(Console.print)
    }

    /// Lays out the cells.
    init(_ titles: [String], _ cells: [[String]]) {
        let rows = [titles] + cells.map { $0.map(\.escapedForTerminal) }
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        lines = rows.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                line += cell
                if column < row.count - 1 { line += String(repeating: " ", count: widths[column] - cell.count + 2) }
            }
            return line
        }
    }
}

extension Int {
    /// Returns the number with a noun in the singular or plural: `1 photo`, `2 photos`. `plural` is the plural; `nil` for the noun with an s.
    func counting(_ noun: String, _ plural: String? = nil) -> String {
        self == 1 ? "1 \(noun)" : "\(self) \(plural ?? "\(noun)s")"
    }
}

// MARK: - JSONOutput

/// JSON on standard output, with sorted names and dates in UTC.
enum JSONOutput {
    static func print(_ value: some Encodable) throws {
        Console.printJSON(String(decoding: try ListingEncoder.encode(value), as: UTF8.self))
    }

    /// Prints a value on one line, for streams.
    static func printLine(_ value: some Encodable) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Encoding of texts and numbers cannot fail.
        if let line = try? encoder.encode(value) { Console.printJSON(String(decoding: line, as: UTF8.self)) }
    }
}

extension Unicode.Scalar {
    /// A Boolean value that indicates whether a terminal interprets the character instead of showing it: control characters, line separators, and
    /// marks that change the direction of text.
    fileprivate var isControl: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

extension String {
    /// The text on one line, with all characters escaped that a terminal interprets: `\n`, `\u{1B}`.
    ///
    /// Titles, names and other texts come from other people. Unescaped, they could change the window's title or colours, or break a table.
    var escapedForTerminal: String { escaped(keepingLines: false) }

    /// The text with its line breaks and tabs, and with all other characters escaped that a terminal interprets.
    var escapedLinesForTerminal: String { escaped(keepingLines: true) }

    /// The JSON text with control characters escaped that JSON allows in strings.
    var escapedJSONForTerminal: String {
        guard unicodeScalars.contains(where: { $0.isControl && $0.value >= 0x7F }) else { return self }
        return unicodeScalars.reduce(into: "") { text, scalar in
            if scalar.isControl, scalar.value >= 0x7F {
                text += "\\u" + scalar.value.padded(to: 4, radix: 16)
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }

    private func escaped(keepingLines: Bool) -> String {
        guard unicodeScalars.contains(where: { $0.isControl || CommandArguments.byte(for: $0) != nil }) else {
            return self
        }
        let text = keepingLines ? replacing("\r\n", with: "\n") : self
        return text.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\n" where keepingLines, "\t" where keepingLines: text.unicodeScalars.append(scalar)
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            default:
                if let byte = CommandArguments.byte(for: scalar) {
                    text += "\\x\(String(byte, radix: 16, uppercase: true))"
                } else if scalar.isControl {
                    text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
                } else {
                    text.unicodeScalars.append(scalar)
                }
            }
        }
    }
}
