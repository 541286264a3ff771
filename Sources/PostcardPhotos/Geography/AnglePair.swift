/// Parses coordinates written as two angles, in decimal degrees or in degrees, minutes and seconds.
enum AnglePair {
    /// Parses a coordinate.
    ///
    /// - Throws: `CoordinateError`.
    static func coordinate(in text: Substring) throws(CoordinateError) -> Coordinate {
        // The letter O means west in French and Spanish, but east in German and Dutch.
        if text.contains(#/[0-9'"′″°’”]\s*[Oo]\b|\b[Oo]\s*[0-9]/#) {
            throw CoordinateError(
                .contradictory,
                "“\(text)” contains the letter O, which means west in French and Spanish but east in German. Use W or E."
            )
        }
        guard let tokens = AngleToken.tokens(of: withDecimalPoints(text)), let (first, second) = halves(of: tokens)
        else { throw .unreadable(text) }
        let start = try angle(first, in: text)
        let end = try angle(second, in: text)
        switch (start.isLatitude, end.isLatitude) {
        case (true, true), (false, false):
            let axis = start.isLatitude == true ? "latitudes" : "longitudes"
            throw CoordinateError(.contradictory, "“\(text)” has two \(axis).")
        case (false, _), (_, true):
            return try Coordinate(latitude: end.degrees, longitude: start.degrees)
        default:
            return try Coordinate(latitude: start.degrees, longitude: end.degrees)
        }
    }

    /// Returns the text with decimal commas replaced with points. Commas are decimal separators if something else separates the two
    /// numbers.
    private static func withDecimalPoints(_ text: Substring) -> Substring {
        var parts = text.contains(";") ? text.split(separator: ";") : text.split(whereSeparator: \.isWhitespace)
        // Google Maps in German produces 48,8584, 2,2945.
        if parts.count == 2, parts[0].last == "," { parts[0].removeLast() }
        let haveDecimalCommas = parts.allSatisfy { part in
            let numbers = part.split(separator: ",", omittingEmptySubsequences: false)
            return numbers.count == 2 && numbers[0].last?.isNumber == true && numbers[1].first?.isNumber == true
        }
        guard parts.count == 2, haveDecimalCommas else { return text }
        return parts.map { $0.map { $0 == "," ? "." : String($0) }.joined() }.joined(separator: ";")[...]
    }

    private static func halves(of tokens: [AngleToken]) -> (
        first: ArraySlice<AngleToken>, second: ArraySlice<AngleToken>
    )? {
        let separators = tokens.indices.filter { tokens[$0] == .separator }
        if let separator = separators.first {
            return separators.count == 1 ? (tokens[..<separator], tokens[(separator + 1)...]) : nil
        }
        func positions(_ isWanted: (AngleToken) -> Bool) -> [Int] { tokens.indices.filter { isWanted(tokens[$0]) } }
        let letters = positions { if case .hemisphere = $0 { true } else { false } }
        let degreeMarks = positions { $0 == .mark(0) }
        let numbers = positions { if case .number = $0 { true } else { false } }
        let middle: Int
        if letters.count == 2 {
            middle = letters[0] == 0 ? letters[1] : letters[0] + 1
        } else if degreeMarks.count == 2, letters.isEmpty {
            middle = degreeMarks[1] - 1
        } else if numbers.count == tokens.count, numbers.count.isMultiple(of: 2), !numbers.isEmpty {
            middle = numbers[numbers.count / 2]
        } else {
            return nil
        }
        return (tokens[..<middle], tokens[middle...])
    }

    /// Parses one angle: up to three numbers with or without their marks, and a letter before or after them.
    private static func angle(
        _ tokens: ArraySlice<AngleToken>, in text: Substring
    ) throws(CoordinateError) -> (degrees: Double, isLatitude: Bool?) {
        var tokens = tokens
        var letter: Character?
        if case .hemisphere(let first) = tokens.first {
            letter = first
            tokens.removeFirst()
        } else if case .hemisphere(let last) = tokens.last {
            letter = last
            tokens.removeLast()
        }
        var magnitude = 0.0
        var sign: FloatingPointSign?
        var count = 0
        var isWholeSoFar = true
        while case .number(let number, let numberSign, let isWhole) = tokens.popFirst() {
            // Minutes and seconds have no sign and are below 60. Only the last number has a fraction.
            guard count < 3, isWholeSoFar, count == 0 || (numberSign == nil && number < 60) else {
                throw .unreadable(text)
            }
            if count == 0 { sign = numberSign }
            magnitude += number / [1, 60, 3600][count]
            isWholeSoFar = isWhole
            if case .mark(let mark) = tokens.first {
                guard mark == count else { throw .unreadable(text) }
                tokens.removeFirst()
            }
            count += 1
        }
        guard count > 0, tokens.isEmpty else { throw .unreadable(text) }
        if let letter, sign != nil {
            throw CoordinateError(.contradictory, "“\(text)” has a sign and the letter \(letter); omit one.")
        }
        let isNegative = sign == .minus || letter == "S" || letter == "W"
        return (isNegative ? -magnitude : magnitude, letter.map { "NS".contains($0) })
    }
}

/// A token of a written coordinate.
enum AngleToken: Equatable {
    /// A number. `sign` is `nil` if the number is written without a sign.
    case number(Double, sign: FloatingPointSign?, isWhole: Bool)
    /// The mark after degrees (0), minutes (1) or seconds (2).
    case mark(Int)
    /// `N`, `S`, `E` or `W`.
    case hemisphere(Character)
    /// The separator between latitude and longitude.
    case separator

    /// Splits a string into tokens.
    ///
    /// - Returns: `nil` for a character that does not belong in a coordinate.
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
                // Seconds are often typed as two minute marks.
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
        // Double also parses "nan" and exponents, which a string of digits and points can't contain.
        guard let number = Double(digits), digits.first != ".", digits.last != "." else { return nil }
        return .number(number, sign: sign, isWhole: !digits.contains("."))
    }
}
