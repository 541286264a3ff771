/// A piece of a written coordinate.
enum AngleToken: Equatable {
    /// A number, with what only its text shows: `sign` is `nil` where there is none.
    case number(Double, sign: FloatingPointSign?, isWhole: Bool)
    /// The mark behind degrees (0), minutes (1) or seconds (2).
    case mark(Int)
    /// `N`, `S`, `E` or `W`.
    case hemisphere(Character)
    /// The separator between latitude and longitude.
    case separator

    /// Takes a text apart.
    ///
    /// - Returns: `nil` when there is anything in it that does not belong in a coordinate.
    static func tokens(of text: Substring) -> [AngleToken]? {
        var tokens: [AngleToken] = []
        var rest = text
        while let character = rest.first {
            switch character {
            case "+", "-", "\u{2212}", "\u{2013}", ".", "0"..."9":
                guard let number = takeNumber(from: &rest) else { return nil }
                tokens.append(number)
                continue
            case "°", "º", "˚":
                tokens.append(.mark(0))
            case "'", "’", "′", "‘", "´":
                rest.removeFirst()
                // Two minute marks are how seconds are often typed.
                let isDoubled = rest.first == character
                tokens.append(.mark(isDoubled ? 2 : 1))
                if !isDoubled { continue }
            case "\"", "”", "″", "“":
                tokens.append(.mark(2))
            case "N", "n", "S", "s", "E", "e", "W", "w":
                tokens.append(.hemisphere(Character(character.uppercased())))
            case ",", ";":
                tokens.append(.separator)
            default:
                guard character.isWhitespace else { return nil }
            }
            rest.removeFirst()
        }
        return tokens
    }

    private static func takeNumber(from rest: inout Substring) -> AngleToken? {
        var sign: FloatingPointSign?
        if let first = rest.first, "+-\u{2212}\u{2013}".contains(first) {
            sign = first == "+" ? .plus : .minus
            rest.removeFirst()
        }
        let digits = rest.prefix { $0 == "." || ($0.isASCII && $0.isNumber) }
        rest = rest[digits.endIndex...]
        // Double also reads "nan" and exponents, but not from digits and points.
        guard let number = Double(digits), digits.first != ".", digits.last != "." else { return nil }
        return .number(number, sign: sign, isWhole: !digits.contains("."))
    }
}
