import PostcardCore

extension Unicode.Scalar {
    /// True if a terminal would act on it instead of showing it: control characters, line separators, and the marks that
    /// turn the direction of the text behind them.
    fileprivate var isControl: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

extension String {
    /// The text on one line, with everything escaped that a terminal would act on: `\n`, `\u{1B}`.
    ///
    /// Titles, owners, words and names of files come from other people, who could otherwise retitle the window, recolour the
    /// screen or break a table.
    var escapedForTerminal: String { escaped(keepingLines: false) }

    /// The text with its line breaks and tabs, and everything else escaped that a terminal would act on.
    var escapedLinesForTerminal: String { escaped(keepingLines: true) }

    /// JSON text in which the control characters that JSON allows in strings are escaped too.
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
